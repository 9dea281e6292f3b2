import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { cachedPage } from './cached-page.ts'

const TEXT = `<html>${Array.from({ length: 300 }, (_, n) => `<li>Песня ${n} <i>${n * 7919}</i></li>`).join('')}</html>`
const FACTS = {
  status: 200,
  headers: [],
  policy: "default-src 'none'",
  deviceCalls: [],
  cacheable: true,
}

describe('a cached page', () => {
  it('is compressed once in each encoding, and everybody gets the same bytes', async () => {
    const page = cachedPage(TEXT, FACTS)
    const [one, other] = await Promise.all([page.bytesIn('br'), page.bytesIn('br')])
    assert.equal(one, other)
    assert.equal(brotliDecompressSync(one).toString(), TEXT)
    assert.equal(gunzipSync(await page.bytesIn('gzip')).toString(), TEXT)
    assert.equal((await page.bytesIn(null)).toString(), TEXT)
  })

  it('takes no more memory than it is counted for, in all its encodings', async () => {
    const page = cachedPage(TEXT, FACTS)
    const forms = await Promise.all(([null, 'br', 'gzip'] as const).map(page.bytesIn))
    // The whole block that a buffer is a part of, since that is what stays in memory.
    const blocks = forms.map(({ buffer }) => buffer.byteLength)
    assert.ok(blocks.reduce((sum, bytes) => sum + bytes) <= page.bytes, blocks.join(' + '))
  })

  it('has a tag of its text and its policy, and none where it is not to be kept', () => {
    const tagOf = (text: string, more: Partial<typeof FACTS> = {}) =>
      cachedPage(text, { ...FACTS, ...more }).etag
    assert.equal(tagOf(TEXT), tagOf(TEXT))
    assert.notEqual(tagOf(TEXT), tagOf(`${TEXT} `))
    assert.notEqual(tagOf(TEXT), tagOf(TEXT, { policy: "default-src 'self'" }))
    assert.equal(tagOf(TEXT, { cacheable: false }), null)
  })
})
