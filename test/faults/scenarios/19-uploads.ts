import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { musicianAt } from '#test/support/product/product-calls.ts'
import { hugePng, photo } from '#test/support/photos.ts'
import { startProduct } from '#test/support/product/product.ts'
import type { Product } from '#test/support/product/product.ts'
import type { Scenario } from '../scenario.ts'

const EACH_MS = 1000
const GROWTH_MB = 200
const ROUNDS = { long: 5, short: 1 }
const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const PAGE = '<html><body><script>alert(document.domain)</script></body></html>'
const GPS = { IFD3: { GPSLatitude: '59/1 56/1 0/1', GPSLongitude: '30/1 18/1 0/1' } }

type Sent = { what: string; name: string; bytes: Uint8Array; taken: boolean }

/** A GIF that declares the greatest size of a GIF, with many frames. */
function gifBomb(): Buffer {
  const head = Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const picture = Buffer.from(',\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0', 'latin1')
  return Buffer.concat([head, ...Array.from({ length: 2000 }, () => picture), Buffer.from(';')])
}

async function uploads(): Promise<Sent[]> {
  const jpeg = await photo().jpeg().toBuffer()
  const withPlace = await photo(1600, 900).jpeg().withExif(GPS).toBuffer()
  const refused = (what: string, name: string, bytes: Uint8Array) => ({
    what,
    name,
    bytes,
    taken: false,
  })
  const taken = (what: string, name: string, bytes: Uint8Array) => ({
    what,
    name,
    bytes,
    taken: true,
  })
  return [
    refused('900 MP PNG', 'a.png', await hugePng(30_000)),
    taken('polyglot JPEG/HTML', 'a.html', Buffer.concat([jpeg, Buffer.from(PAGE)])),
    refused('SVG with script', 'a.svg', Buffer.from(SCRIPT)),
    refused('truncated JPEG', 'a.jpg', jpeg.subarray(0, jpeg.length / 2)),
    refused('GIF bomb', 'a.gif', gifBomb()),
    taken('EXIF GPS', 'a.jpg', withPlace),
    refused('11 MB', 'a.jpg', Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)])),
    taken('../../x.jpg', '../../x.jpg', jpeg),
    refused('0 bytes', 'a.jpg', new Uint8Array()),
  ]
}

/** Returns the peak and the current memory of the process, in megabytes. */
function memoryOf({ pid }: Product): { most: number; now: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'mu').exec(status)?.[1] ?? 0) / 1024
  return { most: read('VmHWM'), now: read('VmRSS') }
}

async function send(url: string, token: string, { name, bytes }: Sent) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  const began = performance.now()
  const answer = await fetch(`${url}${pathOf(api.file.upload)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const json = (await answer.json()) as { data?: { link: string } }
  return { status: answer.status, link: json.data?.link ?? '', ms: performance.now() - began }
}

/** Returns what a photo's files contain besides pixels. */
async function remains(url: string, link: string): Promise<string[]> {
  const found: string[] = []
  for (const end of ['1200.webp', '1200.avif', '1200.jpg']) {
    const answer = await fetch(`${url}${link.replace('1200.webp', end)}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { exif, xmp } = await sharp(bytes).metadata()
    if (answer.status !== 200) found.push(`${end}: ${answer.status}`)
    if (exif !== undefined || xmp !== undefined) found.push(`${end} holds more than pixels`)
    if (bytes.includes('<script')) found.push(`${end} holds a script`)
    if (!/^inline; filename="[\da-f]{32}-/u.test(answer.headers.get('content-disposition') ?? ''))
      found.push(`${end} keeps a name`)
  }
  return found
}

export const scenario: Scenario = {
  number: 19,
  title:
    'Upload set: 900 MP PNG, polyglot JPEG/HTML, SVG with script, truncated JPEG, GIF bomb, EXIF GPS, 11 MB, `../../x.jpg`, 0 bytes',
  pass: 'refused or re-encoded clean ≤ 1 s each, RSS +≤ 200 MB, no GPS left',
  engines: ['embedded', 'postgres'],
  inTests: [],
  async run({ short, environment, logProgress }) {
    const set = await uploads()
    const product = await startProduct({ ...environment, MAILBOX: 'on' })
    const { url } = product
    const broken: string[] = []
    const slow: string[] = []
    const figures: Record<string, number> = {}
    const { token } = await musicianAt(url)
    const before = memoryOf(product).now
    for (let round = 0; round < (short ? ROUNDS.short : ROUNDS.long); round += 1)
      for (const one of set) {
        const { status, link, ms } = await send(url, token, one)
        figures[`${one.what} ms`] = Math.max(figures[`${one.what} ms`] ?? 0, Math.round(ms))
        if (one.taken ? status !== 201 : status < 400 || status >= 500)
          broken.push(`${one.what}: ${status}`)
        if (one.taken && link !== '')
          broken.push(...(await remains(url, link)).map((why) => `${one.what}: ${why}`))
        logProgress(`${one.what}: ${status}, ${Math.round(ms)} ms`)
      }
    for (const [what, ms] of Object.entries(figures))
      if (ms > EACH_MS) slow.push(`${what.replace(' ms', '')} took ${ms} ms`)
    const grown = Math.round(memoryOf(product).most - before)
    figures['RSS + MB'] = grown
    if (grown > GROWTH_MB) slow.push(`RSS grew by ${grown} MB`)
    await product.kill('SIGTERM')
    return { figures, broken, slow }
  },
}
