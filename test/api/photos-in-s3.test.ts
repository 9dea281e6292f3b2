import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { s3Files } from '#server/integrations/storage/files.s3.ts'
import { filesOf, photo, photosOf, upload } from '#test/support/photos.ts'
import { S3_KEY, s3Storage } from '#test/support/servers/s3.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let storage: Awaited<ReturnType<typeof s3Storage>>
let world: World

before(async () => {
  storage = await s3Storage('photos')
  const place = { endpoint: storage.endpoint, bucket: 'photos', region: 'us-east-1', ...S3_KEY }
  world = await makeWorld({ files: s3Files({ ...place, log: { error() {} } }) })
})
after(async () => {
  await world.close()
  await storage.close()
})

test('a photo in a storage is shown from our own origin, until it is deleted', async () => {
  const artist = await world.artist()
  const { link } = await upload(world, artist, await photo(60, 30).jpeg().toBuffer())
  assert.deepEqual(await photosOf(world, artist), [link])
  assert.equal((await filesOf(world, link)).size, 7)
  const { headers, rawPayload } = await world.app.http.inject({ url: link })
  assert.equal(headers['content-type'], 'image/webp')
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(Number(headers['content-length']), rawPayload.length)
  const query = { fileName: link.split('/').at(-1) ?? '' }
  assert.equal(await world.ok(api.file.deletePhoto, { query }, artist), true)
  assert.equal((await filesOf(world, link)).size, 0)
})

test('without its storage an upload is refused in words, and everything else goes on', async () => {
  const nobody = {
    endpoint: 'http://127.0.0.1:9',
    bucket: 'photos',
    region: 'us-east-1',
    ...S3_KEY,
  }
  const lonely = await makeWorld({ files: s3Files({ ...nobody, log: { error() {} } }) })
  const artist = await lonely.artist()
  const { status, failure } = await upload(lonely, artist, await photo(60, 30).jpeg().toBuffer())
  assert.deepEqual([status, failure.code], [503, 'FILES_DOWN'])
  assert.deepEqual(await photosOf(lonely, artist), [])
  await lonely.close()
})
