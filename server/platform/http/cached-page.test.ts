import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { cachedPage, pageCache } from './cached-page.ts'
import type { Made } from './cached-page.ts'

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

/** A cache with a stopped clock, and a page that counts its renders. */
function makeCache({ maxBytes = 1000 } = {}) {
  let clock = 1
  let made = 0
  const cache = pageCache<{ text: string }>({ now: () => clock, maxBytes })
  const page = (keepBytes: number | null = 100): Made<{ text: string }> => ({
    value: { text: `made ${++made}` },
    keepBytes,
  })
  return {
    page,
    made: () => made,
    bytes: () => cache.figures().bytes,
    ask: async (key: string, make: () => Promise<Made<{ text: string }>> = async () => page()) =>
      (await cache.get(key, make))?.text ?? null,
    later(ms: number) {
      clock += ms
    },
  }
}

describe('the page cache', () => {
  it('makes a page once for a hall that opens it at once', async () => {
    const { ask, made } = makeCache()
    const pages = await Promise.all(Array.from({ length: 2000 }, () => ask('a')))
    assert.equal(made(), 1)
    assert.deepEqual(new Set(pages), new Set(['made 1']))
  })

  it('keeps a page for a second since its making began', async () => {
    const { ask, later, page } = makeCache()
    await ask('a', async () => {
      later(400)
      return page()
    })
    later(600)
    assert.equal(await ask('a'), 'made 1')
    later(1)
    assert.equal(await ask('a'), 'made 2')
    assert.equal(await ask('b'), 'made 3')
  })

  it('keeps neither what is for those alone who wait nor what is one visitor’s own', async () => {
    const { ask, page, bytes } = makeCache()
    assert.equal(await ask('a', async () => page(null)), 'made 1')
    assert.equal(await ask('a', async () => null), null)
    assert.equal(bytes(), 0)
  })

  it('keeps no failure', async () => {
    const { ask } = makeCache()
    await assert.rejects(ask('a', () => Promise.reject(new Error('no page'))))
    assert.equal(await ask('a'), 'made 1')
  })

  it('drops the pages that were asked for longest ago where the memory is full', async () => {
    const { ask, page, bytes } = makeCache({ maxBytes: 250 })
    for (const key of ['a', 'b', 'a', 'c']) await ask(key)
    assert.equal(bytes(), 200)
    assert.equal(await ask('a'), 'made 1')
    assert.equal(await ask('b'), 'made 4')
    assert.equal(await ask('d', async () => page(1000)), 'made 5')
    assert.equal(bytes(), 200)
  })
})
