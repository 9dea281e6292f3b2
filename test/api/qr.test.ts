import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { qrSquare } from '#server/platform/qr-svg.ts'
import { readQr } from '#test/support/browsers/read-qr.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
let artist: TestArtist
before(async () => {
  world = await makeWorld({ publicUrl: 'http://localhost' })
  artist = await world.artist({ username: 'Luzhin' })
})
after(() => world.close())

/** Each from its own address, so that only the test of the limit reaches it. */
let callers = 0
async function file(endpoint: AnyEndpoint, input: { username?: string; body?: object } = {}) {
  const answer = await world.app.http.inject({
    method: endpoint.method as 'GET',
    url: pathOf(endpoint).replace(':username', input.username ?? ''),
    remoteAddress: `10.0.0.${(callers += 1) % 250}`,
    ...(input.body === undefined ? {} : { payload: input.body }),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return { bytes: answer.rawPayload, headers: answer.headers }
}
const custom = (body: object) => file(api.qr.createCustom, { body })

async function sizeOf(bytes: Uint8Array) {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}

/** The colour of a point, as `#rrggbb`. */
async function pointOf(bytes: Uint8Array, x: number, y: number): Promise<string> {
  const { data } = await sharp(bytes)
    .removeAlpha()
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${data.toString('hex').slice(0, 6)}`
}

describe('the code of an artist', () => {
  test('leads to the artist’s page, however the nickname was typed', async () => {
    for (const username of ['Luzhin', 'luzhin']) {
      const { bytes, headers } = await file(api.qr.getImage, { username })
      assert.equal(headers['content-type'], 'image/png')
      assert.equal(await readQr(bytes), 'http://localhost/user/Luzhin')
      assert.deepEqual(await sizeOf(bytes), { width: 1024, height: 1024, format: 'png' })
    }
  })

  test('is shown by one address and saved as qrcode.png by the other', async () => {
    const shown = await file(api.qr.getImage, { username: 'luzhin' })
    assert.equal(shown.headers['content-disposition'], undefined)
    const saved = await file(api.qr.downloadImage, { username: 'luzhin' })
    assert.equal(saved.headers['content-disposition'], 'attachment; filename="qrcode.png"')
    assert.deepEqual(saved.bytes, shown.bytes)
  })

  test('is drawn once, and for one address those of so many artists', async () => {
    const as = { address: '10.9.9.8' }
    const [one, other] = [await world.artist(), await world.artist()]
    const ask = async ({ username }: TestArtist) =>
      (await world.call(api.qr.getImage, { params: { username } }, as)).status
    assert.equal(await ask(one), 200)
    // Those of one's own count as well.
    const body = { artistUsername: other.username, format: 'svg' as const }
    for (let nth = 1; nth < 120; nth++) await world.ok(api.qr.createCustom, { body }, as)
    assert.equal(await ask(other), 429)
    assert.equal(await ask(one), 200)
  })

  test('nobody has of an unknown artist', async () => {
    for (const endpoint of [api.qr.getImage, api.qr.downloadImage])
      await world.refused('NOT_FOUND', endpoint, { params: { username: 'nikto-takoy' } })
    await world.refused('NOT_FOUND', api.qr.createCustom, {
      body: { artistUsername: 'nikto-takoy' },
    })
  })
})

describe('a code of one’s own', () => {
  test('says the text, in any letters, as PNG and as SVG', async () => {
    for (const text of ['Спасибо, что пришли!', 'https://example.org/?a=1&b=2', '🎸'.repeat(60)])
      for (const format of ['png', 'svg']) {
        const { bytes, headers } = await custom({ text, format, size: 640 })
        assert.equal(await readQr(bytes), text)
        assert.deepEqual(await sizeOf(bytes), { width: 640, height: 640, format })
        assert.equal(headers['content-disposition'], `attachment; filename="qrcode.${format}"`)
      }
  })

  test('leads to the artist’s page where an artist is named', async () => {
    const { bytes } = await custom({ artistUsername: artist.username })
    assert.equal(await readQr(bytes), 'http://localhost/user/Luzhin')
  })

  test('has the colours that were asked for, and is read in them', async () => {
    const colours = { colour: '#2438C9', background: '#ffdf5e' }
    const size = 14 * qrSquare('http://localhost/user/Luzhin').side
    for (const format of ['png', 'svg']) {
      const { bytes } = await custom({ artistUsername: 'luzhin', ...colours, format, size })
      assert.equal(await readQr(bytes), 'http://localhost/user/Luzhin')
      assert.equal(await pointOf(bytes, 2, 2), '#ffdf5e')
      // The upper left square begins after the quiet zone.
      assert.equal(await pointOf(bytes, 4 * 14 - 1, 4 * 14 - 1), '#ffdf5e')
      assert.equal(await pointOf(bytes, 4 * 14, 4 * 14), '#2438c9')
    }
  })

  test('has four plain modules around it at any size', async () => {
    const { side } = qrSquare('http://localhost/user/Luzhin')
    for (const size of [128, 333, 2048]) {
      const { bytes } = await custom({ artistUsername: 'luzhin', size })
      assert.deepEqual(await sizeOf(bytes), { width: size, height: size, format: 'png' })
      assert.equal(await readQr(bytes), 'http://localhost/user/Luzhin')
      const { info } = await sharp(bytes).trim().toBuffer({ resolveWithObject: true })
      const module = info.width / (side - 8)
      assert.ok(Number.isInteger(module), 'modules are whole pixels')
      const quiet = [-info.trimOffsetLeft!, -info.trimOffsetTop!]
      for (const edge of [...quiet, ...quiet.map((near) => size - info.width - near)])
        assert.ok(edge >= 4 * module, `${edge} px of ground beside modules of ${module} px`)
    }
  })

  test('is refused in colours that a phone would not read', async () => {
    const of = (colour: string, background: string) =>
      world.refused('VALIDATION', api.qr.createCustom, {
        body: { artistUsername: 'luzhin', colour, background },
      })
    const light = await of('#ffffff', '#16100a')
    assert.match(light.fields?.['colour'] ?? '', /^Код должен быть темнее фона/)
    const similar = await of('#ff7a1a', '#ffffff')
    assert.match(similar.fields?.['colour'] ?? '', /^Цвета слишком близки/)
    const word = await of('red', '#ffffff')
    assert.deepEqual(Object.keys(word.fields ?? {}), ['colour'])
  })

  test('is of a text or of an artist, of one of them and never of both', async () => {
    const words = 'Укажите что-то одно: текст или никнейм музыканта'
    for (const body of [{}, { text: 'Привет', artistUsername: 'luzhin' }]) {
      const { message } = await world.refused('VALIDATION', api.qr.createCustom, { body })
      assert.equal(message, words)
    }
  })

  test('has bounds: of the text, of the side, of both together', async () => {
    const wrong = async (field: string, body: object) => {
      const { fields } = await world.refused('VALIDATION', api.qr.createCustom, { body })
      assert.deepEqual(Object.keys(fields ?? {}), [field])
    }
    await wrong('text', { text: '' })
    await wrong('text', { text: 'я'.repeat(501) })
    await wrong('size', { text: 'я', size: 127 })
    await wrong('size', { text: 'я', size: 2049 })
    await wrong('format', { text: 'я', format: 'gif' })
    await wrong('size', { text: 'я'.repeat(500), size: 128 })
    const { bytes } = await custom({ text: 'я'.repeat(500), size: 1024 })
    assert.equal(await readQr(bytes), 'я'.repeat(500))
  })

  test('repeats nothing of the text, and is never a page of ours', async () => {
    const text = '"><script>alert(1)</script>'
    const { bytes, headers } = await custom({ text, format: 'svg' })
    assert.doesNotMatch(bytes.toString(), /script|alert/)
    assert.equal(headers['content-type'], 'image/svg+xml')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.match(String(headers['content-disposition']), /^attachment/)
  })

  test('is drawn for one address so often and no more', async () => {
    const other = { body: { text: 'Ещё', format: 'svg' } }
    const ask = () => world.call(api.qr.createCustom, other, { address: '10.9.9.9' })
    const statuses: number[] = []
    for (let left = 121; left > 0; left--) statuses.push((await ask()).status)
    assert.deepEqual([...new Set(statuses.slice(0, 120))], [200])
    assert.equal(statuses.at(-1), 429)
    await world.ok(api.qr.createCustom, other, { address: '10.9.9.10' })
  })
})
