import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressFor } from './compress.ts'

const page = Buffer.from('<li>Группа крови</li>'.repeat(100))

test('a page goes by brotli where the browser takes it, else by gzip, and is the same page', async () => {
  for (const accepted of ['gzip, deflate, br, zstd', 'br', 'gzip;q=1.0, BR ; q=0.5']) {
    const { bytes, encoding } = await compressFor(accepted, page)
    assert.equal(encoding, 'br', accepted)
    assert.ok(bytes.length < page.length / 2)
    assert.deepEqual(brotliDecompressSync(bytes), page)
  }
  const { bytes, encoding } = await compressFor('gzip, br;q=0', page)
  assert.equal(encoding, 'gzip')
  assert.deepEqual(gunzipSync(bytes), page)
})

test('a browser that takes neither gets the page as it is', async () => {
  for (const accepted of [undefined, '', 'identity', 'zstd', 'br;q=0, gzip; q=0.0', 'brotli'])
    assert.deepEqual(await compressFor(accepted, page), { bytes: page, encoding: null })
})

test('a short text is left as it is', async () => {
  const short = page.subarray(0, 1024)
  assert.deepEqual(await compressFor('br', short), { bytes: short, encoding: null })
})
