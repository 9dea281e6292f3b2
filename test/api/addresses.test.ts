import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { CONCERTS_AHEAD_MAX } from '#domain/concerts/announcement.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_SECONDS, HOUR_MS } from '#domain/time.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { RATES } from '#server/platform/http/limits.ts'
import type { FoundAddress, Geocoder, Point } from '#server/integrations/geocoder/geocoder.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

const STAGE = { latitude: 59.9297, longitude: 30.3446 }
const RUBINSTEIN: FoundAddress = {
  ...STAGE,
  country: 'Россия',
  county: 'Санкт-Петербург',
  city: 'Санкт-Петербург',
  street: 'улица Рубинштейна',
  house: '13',
}
const ON_WIRE = {
  city: 'Санкт-Петербург',
  county: 'Санкт-Петербург',
  address: 'улица Рубинштейна, 13',
  description: 'Санкт-Петербург, улица Рубинштейна, 13',
  ...STAGE,
}
const TOWN_ALONE = { ...ON_WIRE, address: '', description: 'Санкт-Петербург' }

/** Controlled by the tests below. */
const outside = { asked: 0, near: null as Point | null, works: true }
async function answer<T>(found: T): Promise<T> {
  outside.asked += 1
  if (!outside.works) throw new Error('down')
  return found
}
const geocoder: Geocoder = {
  find(_text, near) {
    outside.near = near
    return answer([RUBINSTEIN])
  },
  at: () => answer(RUBINSTEIN),
}

let world: World
let artist: TestArtist
before(async () => {
  world = await makeWorld({ geocoder })
  artist = await world.artist()
})
after(() => world.close())

const as = () => ({ token: artist.token })
const find = (address: string, near: { latitude: number | null; longitude: number | null }) =>
  world.ok(api.session.locationByInput, { body: { address, ...near } }, as())
const FROM_NOWHERE = { latitude: null, longitude: null }

describe('the quota of the geocoder', () => {
  test('is not spent by a concert that finds no place among those announced', async () => {
    const many = await world.artist()
    for (let at = 0; at < CONCERTS_AHEAD_MAX; at++) await world.concert(many, { startsIn: 60 })
    const asked = outside.asked
    await world.refused(
      'ILLEGAL_STEP',
      api.session.create,
      { body: concert() },
      { token: many.token },
    )
    assert.equal(outside.asked, asked)
  })

  test('is not for one artist alone, neither by searching nor by announcing', async (t) => {
    const limits: Limits = {
      async spend(name, key) {
        if (RATES[name].seconds < DAY_SECONDS) return
        assert.equal(key, many.id)
        throw new Refusal('TOO_MANY', 'На сегодня хватит')
      },
    }
    const busy = await makeWorld({ geocoder, limits })
    t.after(() => busy.close())
    const many = await busy.artist()
    for (const [endpoint, body] of [
      [api.session.locationByInput, { address: 'рубинштейна', ...FROM_NOWHERE }],
      [api.session.locationByCoords, STAGE],
      [api.session.create, concert()],
    ] as const) {
      const { status, failure } = await busy.call(endpoint, { body }, many)
      assert.equal(status, 429)
      assert.match(failure.message, /На сегодня хватит/u)
    }
  })
})

function concert() {
  const { latitude, longitude } = STAGE
  return {
    dateTimeStart: new Date(world.now().getTime() + HOUR_MS).toISOString(),
    durationHours: 2,
    durationMinutes: 0,
    description: 'Вечер',
    location: { name: 'Клуб', description: '', latitude, longitude },
  }
}

describe('addresses for a venue', () => {
  test('are found by a text, near to a point where one is given', async () => {
    assert.deepEqual(await find('рубинштейна 13', STAGE), [ON_WIRE])
    assert.deepEqual(outside.near, STAGE)
    await find('рубинштейна 13', FROM_NOWHERE)
    assert.equal(outside.near, null)
  })

  test('are none for a blank text, and nobody is asked', async () => {
    const { asked } = outside
    assert.deepEqual(await find('   ', STAGE), [])
    assert.equal(outside.asked, asked)
  })

  test('are found at a point', async () => {
    assert.deepEqual(await world.ok(api.session.locationByCoords, { body: STAGE }, as()), ON_WIRE)
  })

  test('are towns while nobody outside answers', async () => {
    outside.works = false
    assert.deepEqual(
      await world.ok(api.session.locationByCoords, { body: STAGE }, as()),
      TOWN_ALONE,
    )
    const [found] = await find('Санкт-Петербург, Рубинштейна 13', STAGE)
    assert.equal(found?.description, 'Санкт-Петербург')
    await world.refused(
      'NOT_FOUND',
      api.session.locationByCoords,
      { body: { latitude: 66, longitude: 100 } },
      as(),
    )
    outside.works = true
  })

  test('at what is no point are refused at the field', async () => {
    const body = { latitude: 91, longitude: 30 }
    const { fields } = await world.refused(
      'VALIDATION',
      api.session.locationByCoords,
      { body },
      as(),
    )
    assert.deepEqual(Object.keys(fields ?? {}), ['latitude'])
    await world.refused(
      'VALIDATION',
      api.session.locationByInput,
      { body: { ...body, address: 'Казань' } },
      as(),
    )
  })

  test('are for artists, and as many as one person can ask for', async () => {
    await world.refused('NO_TOKEN', api.session.locationByCoords, { body: STAGE })
    const eager = await world.artist()
    const calls = await Promise.all(
      Array.from({ length: 61 }, () =>
        world.call(api.session.locationByCoords, { body: STAGE }, { token: eager.token }),
      ),
    )
    assert.deepEqual(
      calls.filter(({ status }) => status !== 200).map(({ failure }) => failure.code),
      ['TOO_MANY'],
    )
  })
})

describe('a new concert', () => {
  const draft = (location: object) => ({
    dateTimeStart: '2026-12-01T19:00:00+03:00',
    durationHours: 2,
    durationMinutes: 0,
    description: 'Вечер',
    location: { name: 'Клуб', description: '', ...FROM_NOWHERE, ...location },
  })

  async function locationOf(location: object, key?: string) {
    const { id } = await world.ok(
      api.session.create,
      { body: draft(location) },
      { ...as(), ...(key === undefined ? {} : { key }) },
    )
    return (await world.ok(api.session.byId, { query: { sessionId: id } })).location
  }

  test('knows the street and the house of its point', async () => {
    const { description, ...found } = await locationOf(STAGE)
    assert.deepEqual(found, {
      ...STAGE,
      name: 'Клуб',
      country: 'Россия',
      city: 'Санкт-Петербург',
      street: 'улица Рубинштейна',
      houseNumber: '13',
      address: 'улица Рубинштейна, 13',
      timeZone: 'Europe/Moscow',
    })
    assert.equal(description, '')
  })

  test('keeps the address as its artist typed it', async () => {
    const { description, address, street } = await locationOf({
      ...STAGE,
      description: 'Двор на Рубинштейна, арка слева',
    })
    assert.deepEqual(
      [description, address, street],
      ['Двор на Рубинштейна, арка слева', 'Двор на Рубинштейна, арка слева', 'улица Рубинштейна'],
    )
  })

  test('has its town while nobody outside answers, and nothing without a point', async () => {
    outside.works = false
    const { city, country, street, address } = await locationOf(STAGE)
    outside.works = true
    assert.deepEqual([city, country, street, address], ['Санкт-Петербург', 'Россия', '', ''])
    const { asked } = outside
    assert.equal((await locationOf({})).city, '')
    assert.equal(outside.asked, asked)
  })

  test('that is sent again asks nobody again, and a wrong one nobody at all', async () => {
    const first = await locationOf(STAGE, 'one-key')
    const { asked } = outside
    assert.deepEqual(await locationOf(STAGE, 'one-key'), first)
    await world.refused(
      'VALIDATION',
      api.session.create,
      { body: { ...draft(STAGE), durationHours: 0 } },
      as(),
    )
    assert.equal(outside.asked, asked)
  })
})
