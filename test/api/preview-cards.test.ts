import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { concertPicture } from '#web/lib/pages/concert-meta.ts'
import { artistPicture } from '#web/lib/pages/page-meta.ts'
import { photo, upload } from '#test/support/photos.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  world.app.http.inject({ url, headers })

async function drawn(url: string): Promise<Buffer> {
  const answer = await get(url)
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body.slice(0, 200)}`)
  assert.equal(answer.headers['content-type'], 'image/jpeg')
  const { format, width, height } = await sharp(answer.rawPayload).metadata()
  assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 1200, height: 630 })
  assert.ok(answer.rawPayload.length < 300 * 1024, `${url}: ${answer.rawPayload.length} bytes`)
  return answer.rawPayload
}

/** The difference of two pictures, out of 255. */
async function distance(one: Buffer, other: Buffer): Promise<number> {
  const { channels } = await sharp(one)
    .composite([{ input: other, blend: 'difference' }])
    .stats()
  return Math.max(...channels.map(({ mean }) => mean))
}

async function concertOf(id: string) {
  return world.ok(api.session.byId, { query: { sessionId: id } })
}

describe('the picture of a link', () => {
  test('is drawn for the site, for each artist and for each concert, as messengers want it', async () => {
    const lada = await world.artist({ name: 'Лада' })
    const id = await world.concert(lada)
    const pictures = [
      await drawn('/og/site.jpg'),
      await drawn(`/og/artist/${lada.username}.jpg`),
      await drawn(`/og/concert/${id}.jpg`),
    ]
    for (const [at, picture] of pictures.entries())
      for (const other of pictures.slice(at + 1)) assert.ok((await distance(picture, other)) > 1)
  })

  test('shows the artist’s photo where there is one', async () => {
    const lada = await world.artist({ username: `lada-${randomUUID().slice(0, 6)}` })
    const plain = await drawn(`/og/artist/${lada.username}.jpg`)
    const green = await sharp({
      create: { width: 1200, height: 600, channels: 3, background: '#00ff00' },
    })
      .jpeg()
      .toBuffer()
    assert.equal((await upload(world, lada, green)).status, 201)
    const pictured = await drawn(`/og/artist/${lada.username}.jpg`)
    assert.ok((await distance(plain, pictured)) > 5)
    const [r, g, b] = await sharp(pictured)
      .extract({ left: 950, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer()
    assert.ok(g !== undefined && g > 230 && (r ?? 255) < 40 && (b ?? 255) < 40, `${r} ${g} ${b}`)
  })

  test('says that a concert is on, for its artist too', async () => {
    const lada = await world.artist()
    const id = await world.concert(lada)
    const quiet = [
      await drawn(`/og/artist/${lada.username}.jpg`),
      await drawn(`/og/concert/${id}.jpg`),
    ]
    await world.sql.updateTable('concerts').set({ status: 'NOW', active: true }).execute()
    const live = [
      await drawn(`/og/artist/${lada.username}.jpg`),
      await drawn(`/og/concert/${id}.jpg`),
    ]
    for (const [at, picture] of live.entries())
      assert.ok((await distance(picture, quiet[at] ?? picture)) > 1)
    await world.sql.updateTable('concerts').set({ status: 'SCHEDULED', active: false }).execute()
  })

  test('is drawn for a closed concert too, since whoever has its link may show it', async () => {
    const id = await world.concert(await world.artist(), { closedSession: true })
    await drawn(`/og/concert/${id}.jpg`)
  })

  test('is not there for a name that nobody has', async () => {
    for (const url of [
      '/og/artist/nobody-has-it.jpg',
      '/og/artist/%F0%9F%8E%B8.jpg',
      `/og/concert/${randomUUID()}.jpg`,
      '/og/concert/not-an-id.jpg',
    ])
      assert.equal((await get(url)).statusCode, 404, url)
  })

  test('bears names in letters that we cannot write, emoji and words without end', async () => {
    for (const name of [
      '東京',
      '🎸🎸🎸',
      'Ж'.repeat(64),
      'عازف',
      '<script>alert(1)</script>',
      '​',
    ]) {
      const { username } = await world.artist({ name })
      await drawn(`/og/artist/${username}.jpg`)
    }
    const id = await world.concert(await world.artist({ name: '' }), {
      title: '🎉 ½ — «Ночь» & день '.repeat(6).trim(),
      placeName: '東京',
      city: '',
    })
    await drawn(`/og/concert/${id}.jpg`)
  })

  test('bears a photo that is gone', async () => {
    const { username } = await world.artist({ imageUrls: [`/media/${'0'.repeat(32)}-1200.webp`] })
    await drawn(`/og/artist/${username}.jpg`)
  })
})

describe('the link to a picture', () => {
  test('names what is drawn, and then it may be kept for long', async () => {
    const lada = await world.artist({ name: 'Лада' })
    const id = await world.concert(lada, { status: 'NOW' })
    for (const open of [true, false]) {
      await world.sql
        .updateTable('concerts')
        .set({ ableGetSongs: open })
        .where('id', '=', id)
        .execute()
      const playing = await concertOf(id)
      const page = await world.ok(api.page.getInfo, { query: { artistUsername: lada.username } })
      const links = [
        concertPicture(playing, open).url,
        artistPicture(page.artistInfoDTO, { title: playing.title, open }).url,
      ]
      for (const link of links) {
        const { headers } = await get(link)
        assert.equal(headers['cache-control'], 'public, max-age=2592000', link)
      }
    }
    const old = await get(`/og/concert/${id}.jpg?v=old`)
    assert.equal(old.headers['cache-control'], 'public, max-age=300')
  })

  test('changes with what is drawn', async () => {
    const id = await world.concert(await world.artist())
    const first = concertPicture(await concertOf(id), true).url
    await world.sql
      .updateTable('concerts')
      .set({ placeName: 'Чердак' })
      .where('id', '=', id)
      .execute()
    const now = concertPicture(await concertOf(id), true).url
    assert.notEqual(now, first)
    assert.equal((await get(now)).headers['cache-control'], 'public, max-age=2592000')
  })

  test('is answered without the picture for whoever has it already', async () => {
    const { username } = await world.artist()
    const { headers } = await get(`/og/artist/${username}.jpg`)
    const again = await get(`/og/artist/${username}.jpg`, { 'if-none-match': String(headers.etag) })
    assert.equal(again.statusCode, 304)
    assert.equal(again.rawPayload.length, 0)
  })
})

test('a photo of noise stays under what messengers take', async () => {
  const lada = await world.artist()
  assert.equal((await upload(world, lada, await photo(1200, 600).jpeg().toBuffer())).status, 201)
  await drawn(`/og/artist/${lada.username}.jpg`)
})
