import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePageCache } from './page-cache.ts'
import type { Made } from './page-cache.ts'

/** A cache with a stopped clock, and a page that counts its renders. */
function makeCache({ maxBytes = 1000, busIsHealthy = true } = {}) {
  let clock = 0
  const hearing = { all: busIsHealthy }
  const cache = makePageCache<string>({
    now: () => clock,
    maxBytes,
    busIsHealthy: () => hearing.all,
  })
  let made = 0
  const page = (more: Partial<Made<string> & { verdict: 'keep' }> = {}): Made<string> => ({
    verdict: 'keep',
    value: `made ${++made}`,
    bytes: 100,
    tags: [],
    live: false,
    ...more,
  })
  const ask = (
    key: string,
    make: () => Promise<Made<string>> | Made<string> = page,
    tags = [key],
  ) => cache.get({ key, tags, make: async () => make() })
  return {
    cache,
    page,
    ask,
    hearing,
    made: () => made,
    cacheSize() {
      const { entries, bytes } = cache.figures()
      return { entries, bytes }
    },
    later(ms: number) {
      clock += ms
    },
  }
}

/** Waits until the background renders have ended. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the page cache', () => {
  it('a hall that opens a page at once costs one making', async () => {
    const { ask, made } = makeCache()
    const pages = await Promise.all(Array.from({ length: 2000 }, () => ask('a')))
    assert.equal(made(), 1)
    assert.deepEqual(new Set(pages), new Set(['made 1']))
  })

  it('a page is given out as it is for seconds, then made anew behind the visitor’s back', async () => {
    const { ask, later, made } = makeCache()
    await ask('a')
    later(4999)
    assert.equal(await ask('a'), 'made 1')
    assert.equal(made(), 1)
    later(1)
    assert.equal(await ask('a'), 'made 1', 'nobody waits for the new one')
    await settled()
    assert.equal(await ask('a'), 'made 2')
  })

  it('a page of a concert that is on is never older than two seconds', async () => {
    const { ask, later, page } = makeCache()
    await ask('a', () => page({ live: true }))
    later(1999)
    assert.equal(await ask('a', () => new Promise(() => {})), 'made 1')
    const other = makeCache()
    await other.ask('a', () => other.page({ live: true }))
    other.later(2000)
    assert.equal(await other.ask('a'), 'made 2')
  })

  it('while other processes may go unheard, every page is kept briefly', async () => {
    const { ask, later, hearing } = makeCache()
    await ask('a')
    hearing.all = false
    later(2000)
    assert.equal(await ask('a'), 'made 2')
  })

  it('what nobody refreshed for long is made before the visitor’s eyes', async () => {
    const { ask, later } = makeCache()
    await ask('a')
    later(15_000)
    assert.equal(await ask('a'), 'made 2')
  })

  it('a page is gone at once when something that it shows changes, and the others stay', async () => {
    const { cache, ask, page } = makeCache()
    await ask('a', () => page({ tags: ['concert:1'] }))
    await ask('b')
    cache.drop(['concert:1'])
    assert.equal(await ask('a'), 'made 3')
    assert.equal(await ask('b'), 'made 2')
  })

  it('what was begun before a change is not given to those who asked after it', async () => {
    const { cache, ask, page } = makeCache()
    const { promise, resolve } = Promise.withResolvers<Made<string>>()
    const before = ask('a', () => promise)
    cache.drop(['concert:1'])
    const after = ask('a')
    resolve(page({ value: 'old', tags: ['concert:1'] }))
    assert.equal(await before, 'old')
    assert.equal(await after, 'made 2')
    assert.equal(await ask('a'), 'made 2', 'and it is not kept either')
  })

  it('a change of something else leaves what is being made to all who wait', async () => {
    const { cache, ask, page, made } = makeCache()
    const { promise, resolve } = Promise.withResolvers<Made<string>>()
    const before = ask('a', () => promise)
    cache.drop(['concert:2'])
    const after = ask('a')
    resolve(page({ tags: ['concert:1'] }))
    assert.deepEqual(await Promise.all([before, after]), ['made 1', 'made 1'])
    assert.equal(made(), 1)
  })

  it('after a time in which changes may have gone unheard nothing old is given out', async () => {
    const { cache, ask, page } = makeCache()
    const { promise, resolve } = Promise.withResolvers<Made<string>>()
    const flying = ask('b', () => promise)
    await ask('a')
    cache.dropAll()
    const after = ask('b')
    resolve(page({ value: 'old' }))
    await flying
    assert.notEqual(await after, 'old')
    assert.notEqual(await ask('a'), 'made 1')
  })

  it('a failed making is not kept, and the old page stands for its short time', async () => {
    const { ask, later } = makeCache()
    const failed = () => ({ verdict: 'failed', value: 'trouble' }) as const
    await ask('a')
    later(6000)
    assert.equal(await ask('a', failed), 'made 1')
    await settled()
    assert.equal(await ask('a', () => Promise.reject(new Error('down'))), 'made 1')
    await settled()
    later(9000)
    assert.equal(await ask('a', failed), 'trouble')
    assert.equal(await ask('a'), 'made 2', 'the trouble was for those who waited for it')
  })

  it('a making that ends in an error is told to those who wait, and tried again', async () => {
    const { ask } = makeCache()
    await assert.rejects(
      ask('a', () => Promise.reject(new Error('down'))),
      /down/,
    )
    assert.equal(await ask('a'), 'made 1')
  })

  it('a page that is gone takes the kept one along', async () => {
    const { ask, later } = makeCache()
    await ask('a')
    later(6000)
    await ask('a', () => ({ verdict: 'other', value: 'not found' }))
    await settled()
    assert.equal(await ask('a'), 'made 2')
  })

  it('what turns out to be somebody’s own is handed to nobody', async () => {
    const { ask, cache } = makeCache()
    const own = () => ({ verdict: 'personal' }) as const
    assert.deepEqual(await Promise.all([ask('a', own), ask('a', own)]), [null, null])
    assert.equal(cache.figures().entries, 0)
  })

  it('memory is bounded: the page that nobody asked for longest leaves first', async () => {
    const { ask, page, cache, cacheSize } = makeCache({ maxBytes: 250 })
    await ask('a')
    await ask('b')
    await ask('a')
    await ask('c')
    assert.deepEqual(cacheSize(), { entries: 2, bytes: 200 })
    assert.equal(await ask('a'), 'made 1')
    assert.equal(await ask('b'), 'made 4')
    await ask('huge', () => page({ bytes: 251 }))
    assert.ok(cache.figures().bytes <= 250)
    assert.equal(await ask('b'), 'made 4', 'what is too large for the cache evicts nothing')
  })

  it('nothing is left behind of pages that were dropped', async () => {
    const { ask, cache, cacheSize } = makeCache()
    await ask('a')
    cache.drop(['a'])
    assert.deepEqual(cacheSize(), { entries: 0, bytes: 0 })
  })
})
