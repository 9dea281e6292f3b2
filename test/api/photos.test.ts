import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

async function upload(of: TestArtist, bytes: Uint8Array, name = 'photo.jpg', type = 'image/jpeg') {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type }), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await world.app.http.inject({
    method: 'POST',
    url: pathOf(api.file.upload),
    headers: {
      authorization: `Bearer ${of.token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}

test('a photo that is uploaded is the last of the artist’s own at once, and is shown', async () => {
  const artist = await world.artist()
  const bytes = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#345' },
  })
    .jpeg()
    .toBuffer()
  const { status, body } = await upload(artist, bytes)
  assert.equal(status, 201, JSON.stringify(body))
  const { artistInfoDTO } = await world.ok(api.page.getAccountInfo, {}, artist)
  assert.deepEqual(artistInfoDTO.imageUrls, [body.data.link])
  const shown = await world.app.http.inject({ url: body.data.link })
  assert.equal(shown.headers['content-type'], 'image/webp')
  const { width, height } = await sharp(shown.rawPayload).metadata()
  assert.deepEqual({ width, height }, { width: 1200, height: 600 })
})
