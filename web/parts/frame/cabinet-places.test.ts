import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PLACE_HREFS, PLACES, placeOf } from './cabinet-places.ts'

const at = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'https://bis.example')
  return placeOf(pathname, searchParams)
}

describe('a page of the artist’s area', () => {
  for (const place of PLACES)
    test(`is «${place}» where the bar leads`, () => {
      assert.deepEqual(at(PLACE_HREFS[place]), { place, isInner: false })
    })

  for (const [address, place] of [
    ['/artist', 'today'],
    ['/artist?tab=concert', 'today'],
    ['/artist?tab=profile', 'own'],
  ] as const)
    test(`at ${address} is «${place}»`, () => {
      assert.deepEqual(at(address), { place, isInner: false })
    })

  for (const [address, place] of [
    ['/artist/favorite_songs/import', 'songs'],
    ['/artist/sets/1', 'songs'],
    ['/artist/session/1', 'evenings'],
    ['/artist/create-new-session', 'evenings'],
    ['/artist/members', 'money'],
    ['/artist/security', 'settings'],
    ['/artist/rehearsal', 'today'],
  ] as const)
    test(`at ${address} is within «${place}»`, () => {
      assert.deepEqual(at(address), { place, isInner: true })
    })

  for (const address of ['/second-pad', '/admin', '/artists', '/user/artist'])
    test(`is not at ${address}`, () => {
      assert.equal(at(address), null)
    })
})
