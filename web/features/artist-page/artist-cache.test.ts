import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ARTIST_HEAD } from './artist-view.fixture.ts'
import type { ArtistView } from './artist-view.ts'
import {
  expireArtistCache,
  cachedView,
  cacheArtist,
  cachesTab,
  mergedWithCache,
} from './artist-cache.ts'

function view(parts: Partial<ArtistView>): ArtistView {
  const head = { ...ARTIST_HEAD, username: 'Pusto' }
  return { head, current: null, next: null, profile: null, afisha: null, order: null, ...parts }
}

const asked = (search: string) => new URLSearchParams(search)

test('a tab that was open once needs no server again, another one does', () => {
  cacheArtist(view({ afisha: [] }))
  assert.equal(cachesTab('pusto', asked('tab=afisha')), true)
  assert.equal(cachesTab('pusto', asked('tab=profile')), false)
  assert.equal(cachesTab('somebody', asked('tab=afisha')), false)
})

const empty = { search: null, song: null, mine: null, choice: null, ahead: null, waiting: null }
const order = { ...empty, key: 'k' }

test('a fresh part comes beside the parts that are there', () => {
  cacheArtist(view({ afisha: [] }))
  const both = mergedWithCache(view({ order }))
  assert.deepEqual(both.afisha, [])
  assert.equal(both.order?.key, 'k')
})

test('the orders of one concert are not shown in another', () => {
  const concert = (id: string) => ({ id, title: id, active: true, open: true, queue: [] })
  const [none, a, b] = [{ current: null }, { current: concert('a') }, { current: concert('b') }]
  const afterTurn = (before: Partial<ArtistView>, now: Partial<ArtistView>) => {
    cacheArtist(view({ ...before, order }))
    cacheArtist(view(now))
    return [mergedWithCache(view(now)).order, cachesTab('pusto', asked('tab=order'))]
  }
  assert.deepEqual(afterTurn(a, a), [order, true])
  for (const [before, now] of [
    [none, b],
    [a, b],
    [a, none],
  ] as const)
    assert.deepEqual(afterTurn(before, now), [null, false])
})

test('after a turn of the concert the server is asked, and what is held waits for a lost network', () => {
  cacheArtist(view({ afisha: [] }))
  expireArtistCache()
  assert.equal(cachesTab('pusto', asked('tab=afisha')), false)
  assert.deepEqual(cachedView('PUSTO')?.afisha, [])
})
