import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import type { Candidate } from '#domain/concerts/recommendation.ts'
import { recommend } from '#domain/concerts/recommendation.ts'
import { recommendConcerts } from '#server/modules/concerts/finding.service.ts'
import { FINDING_LIMITS } from '#server/modules/concerts/finding.store.ts'
import type { FindingLimits } from '#server/modules/concerts/finding.store.ts'
import { distanceKm } from '#server/modules/places/places.service.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

const ARTISTS = 90
const CONCERTS = 320
const SONGS = 5
const MOST_RECOMMENDED = 40
const DAY = 24 * 60

type Point = { latitude: number; longitude: number }
type Known = Omit<Candidate, 'distanceKm' | 'songs'> & { artist: TestArtist; at: Point | null }

let world: World
let concerts: Known[]
const songs: string[] = []
const plays = new Map<TestArtist, Set<string>>()

/** Random numbers from 0 to 1, the same at every run. */
function dice(): () => number {
  let state = 11
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A city full of concerts, its wide surroundings, other ends of the country, and places without coordinates. */
function somewhere(chance: () => number): Point | null {
  const kind = chance()
  const spread = kind < 0.5 ? 0.1 : kind < 0.75 ? 3 : 40
  if (kind > 0.9) return null
  return {
    latitude: 55.75 + spread * (chance() - 0.5),
    longitude: 37.62 + 2 * spread * (chance() - 0.5),
  }
}

before(async () => {
  world = await makeWorld()
  const chance = dice()
  for (let n = 0; n < SONGS; n++) songs.push(await world.song(`Песня ${n}`, 'Хор'))
  const artists = await Promise.all(Array.from({ length: ARTISTS }, () => world.artist()))
  for (const artist of artists) {
    const own = songs.filter((_, n) => chance() < (n + 1) / 10)
    plays.set(artist, new Set(own))
    const rows = own.map((songId) => ({ artistId: artist.id, songId, addedAt: world.now() }))
    if (rows.length > 0) await world.sql.insertInto('repertoire').values(rows).execute()
  }
  concerts = []
  for (let n = 0; n < CONCERTS; n++) {
    const artist = artists[n % ARTISTS] ?? assert.fail()
    const at = somewhere(chance)
    // The first 60 are running, some of them before their time.
    const status = n < 60 ? 'NOW' : chance() < 0.05 ? 'PLAYED' : 'SCHEDULED'
    const startsIn = Math.round(chance() ** 2 * 80 * DAY - (status === 'NOW' ? 2 * DAY : 60))
    const closedSession = chance() < 0.05
    const place = { latitude: at?.latitude ?? null, longitude: at?.longitude ?? null }
    const columns = { startsIn, status, closedSession, ...place } as const
    const id = await world.concert(artist, columns)
    const startsAt = new Date(world.now().getTime() + startsIn * 60_000)
    const endsAt = new Date(startsAt.getTime() + 120 * 60_000)
    concerts.push({ id, status, closedSession, startsAt, endsAt, artist, at })
  }
})
after(() => world.close())

/** By the ranking rule alone, from all concerts. */
function trulyBest(from: Point | null, wished: readonly string[]): string[] {
  const all = concerts.map((concert) => ({
    ...concert,
    songs: wished.filter((song) => plays.get(concert.artist)?.has(song)).length,
    distanceKm: from && concert.at && distanceKm(from, concert.at),
  }))
  return recommend(all, wished.length, world.now())
    .slice(0, MOST_RECOMMENDED)
    .map(({ id }) => id)
}

const wishes = fc.record({
  from: fc.option(
    fc.record({
      latitude: fc.double({ min: 35, max: 75, noNaN: true }),
      longitude: fc.double({ min: 0, max: 80, noNaN: true }),
    }),
  ),
  inTown: fc.boolean(),
  picked: fc.subarray(Array.from({ length: SONGS }, (_, n) => n)),
})

async function isTruthOf(limits: FindingLimits): Promise<void> {
  await fc.assert(
    fc.asyncProperty(wishes, async ({ from, inTown, picked }) => {
      const near = from && inTown ? { latitude: 55.76, longitude: 37.6 } : from
      const wished = picked.map((n) => songs[n] ?? '')
      const found = await recommendConcerts(
        world.app.ctx,
        {
          songIds: wished,
          latitude: near?.latitude ?? null,
          longitude: near?.longitude ?? null,
        },
        limits,
      )
      assert.deepEqual(
        found.map(({ concert }) => concert.id),
        trulyBest(near, wished),
      )
    }),
    { numRuns: 20 },
  )
}

describe('the recommended are the best of all concerts', () => {
  test('wherever the listener is, whatever he wishes', () => isTruthOf(FINDING_LIMITS))

  test('also where his songs are of many, as far as their concerts are looked through', () => {
    const read = { few: 0, many: 0 }
    return isTruthOf({ ...FINDING_LIMITS, read, ofMany: CONCERTS, enoughOfRing: CONCERTS })
  })

  test('also where such songs are read at once', () => {
    const read = { few: 0, many: 10_000 }
    return isTruthOf({ ...FINDING_LIMITS, read, ofMany: CONCERTS, enoughOfRing: CONCERTS })
  })
})
