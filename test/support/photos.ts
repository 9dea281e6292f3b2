import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import type { Failure } from '#contract/shapes.ts'
import type { TestArtist, World } from './world.ts'

/** One part of a form. */
type PhotoPart = { field?: string; name?: string; type?: string; bytes: Uint8Array | string }

export type Uploaded = { status: number; link: string; failure: Failure; headers: object }

/** A picture of `width` × `height` px with something to see on it. */
export function photo(width = 640, height = 480): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const
  return sharp({ create: { width, height, channels: 3, background: '#345', noise } })
}

/** Uploads these parts as an artist's form; `key`: its idempotency key. */
export async function sendForm(
  world: World,
  of: TestArtist,
  parts: PhotoPart[],
  key?: string,
): Promise<Uploaded> {
  const form = new FormData()
  for (const { field = 'file', name, type = 'image/jpeg', bytes } of parts)
    if (typeof bytes === 'string') form.append(field, bytes)
    else form.append(field, new Blob([new Uint8Array(bytes)], { type }), name ?? 'photo.jpg')
  const { headers, body } = new Response(form)
  return sendBody(
    world,
    of,
    headers.get('content-type') ?? '',
    await buffer(body ?? new ReadableStream()),
    key,
  )
}

/** The same with any bytes as the body. */
export async function sendBody(
  world: World,
  of: TestArtist,
  type: string,
  payload: Buffer,
  key?: string,
): Promise<Uploaded> {
  const answer = await world.app.http.inject({
    method: 'POST',
    url: pathOf(api.file.upload),
    headers: {
      authorization: `Bearer ${of.token}`,
      'content-type': type,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload,
  })
  const body = answer.json()
  return {
    status: answer.statusCode,
    link: body.data?.link ?? '',
    failure: body,
    headers: answer.headers,
  }
}

export function upload(
  world: World,
  of: TestArtist,
  bytes: Uint8Array,
  part: Omit<PhotoPart, 'bytes'> = {},
): Promise<Uploaded> {
  return sendForm(world, of, [{ ...part, bytes }])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(content.length)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** A PNG of one colour, `side` × `side` px of one bit each: large in pixels, small in bytes. */
export async function hugePng(side: number): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const deflate = createDeflate()
  const packed = buffer(deflate)
  const row = Buffer.alloc(1 + Math.ceil(side / 8))
  const rows = Buffer.alloc(row.length * 100)
  for (let left = side; left > 0; left -= 100)
    if (!deflate.write(rows.subarray(0, row.length * Math.min(left, 100))))
      await once(deflate, 'drain')
  deflate.end()
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', head), chunk('IDAT', await packed), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

/** The existing files of the photo behind a link, by the end of their names. */
export async function filesOf(world: World, link: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  const stem = link.replace(/1200\.webp$/u, '')
  for (const end of [
    '480.avif',
    '480.webp',
    '800.avif',
    '800.webp',
    '1200.avif',
    '1200.webp',
    '1200.jpg',
  ]) {
    const answer = await world.app.http.inject({ url: `${stem}${end}` })
    if (answer.statusCode === 200) found.set(end, answer.rawPayload)
  }
  return found
}

/** The artist's own photos, from the settings. */
export async function photosOf(world: World, of: TestArtist): Promise<readonly string[]> {
  const settings = await world.ok(api.page.getAccountInfo, {}, of)
  return settings.artistInfoDTO.imageUrls
}
