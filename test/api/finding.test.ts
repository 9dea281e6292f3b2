import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())
// Recommendations look at every concert there is.
beforeEach(() => world.sql.deleteFrom('concerts').execute())

const DAY = 24 * 60
const OVER = { status: 'PLAYED', startsIn: -300 } as const
const MOSCOW = { latitude: 55.75, longitude: 37.62 }
const KAZAN = { city: 'Казань', latitude: 55.79, longitude: 49.11 }
const NOWHERE = { city: '', latitude: null, longitude: null }
const UNKNOWN = { latitude: null, longitude: null }

type Wish = Partial<BodyOf<typeof api.session.searchRecommended>>

const recommended = (wish: Wish) =>
  world.ok(api.session.searchRecommended, { body: { coords: UNKNOWN, songs: [], ...wish } })

async function plays(artist: TestArtist, ...songIds: string[]): Promise<void> {
  const addedAt = world.now()
  await world.sql
    .insertInto('repertoire')
    .values(songIds.map((songId) => ({ artistId: artist.id, songId, addedAt })))
    .execute()
}

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)

describe('recommended concerts', () => {
  test('go by start for who wishes nothing and is nowhere, running ones first', async () => {
    const later = await world.concert(await world.artist(), { startsIn: 2 * DAY })
    const sooner = await world.concert(await world.artist(), { startsIn: 60, ...NOWHERE })
    const running = await world.concert(await world.artist(), { status: 'NOW', startsIn: -30 })
    const found = await recommended({})
    assert.deepEqual(ids(found), [running, sooner, later])
    assert.equal(found[0]?.sessionStatus, 'NOW')
    for (const { match } of found)
      assert.deepEqual(match, { songs: 0, distanceKm: null, songIds: [] })
  })

  test('put those first whose artist plays most of the wished songs', async () => {
    const songs = await Promise.all([1, 2, 3].map((nth) => world.song(`Желание ${nth}`, 'Хор')))
    const [one = '', two = ''] = songs
    const [both, single, none] = [await world.artist(), await world.artist(), await world.artist()]
    await plays(both, one, two)
    await plays(single, two)
    const soonest = await world.concert(none, { startsIn: 60 })
    const ofOne = await world.concert(single, { startsIn: DAY })
    const ofTwo = await world.concert(both, { startsIn: 5 * DAY })
    const found = await recommended({ songs: [...songs, two] })
    assert.deepEqual(ids(found), [ofTwo, ofOne, soonest])
    assert.deepEqual(
      found.map(({ match }) => match.songs),
      [2, 1, 0],
    )
  })

  test('do not count songs that the catalogue does not know', async () => {
    const song = await world.song('Известная', 'Хор')
    const artist = await world.artist()
    await plays(artist, song)
    // With its full share of songs it beats the one next door; with half of it, it would not.
    const far = await world.concert(artist, { ...KAZAN, startsIn: DAY })
    const near = await world.concert(await world.artist(), { startsIn: DAY })
    const strangers = Array.from({ length: 9 }, () => randomUUIDv7())
    const wish = { coords: MOSCOW, songs: [song, ...strangers] }
    assert.deepEqual(ids(await recommended(wish)), [far, near])
    assert.deepEqual(ids(await recommended({ coords: MOSCOW, songs: strangers })), [near, far])
  })

  test('put the nearer first, and say how far each is', async () => {
    const kazan = await world.concert(await world.artist(), { startsIn: 60, ...KAZAN })
    const across = await world.concert(await world.artist(), {
      startsIn: 3 * DAY,
      latitude: 55.79,
      longitude: 37.55,
    })
    const found = await recommended({ coords: MOSCOW })
    assert.deepEqual(ids(found), [across, kazan])
    assert.equal(found[0]?.match.distanceKm, 6.2)
    assert.ok(Math.abs((found[1]?.match.distanceKm ?? 0) - 719) < 3)
  })

  test('are those of a town and of days alone where these are asked for', async () => {
    const song = await world.song('Здешняя', 'Хор')
    const artist = await world.artist()
    await plays(artist, song)
    const tonight = await world.concert(await world.artist(), { startsIn: 60, ...KAZAN })
    const later = await world.concert(artist, { startsIn: 9 * DAY, ...KAZAN })
    const elsewhere = await world.concert(artist, { startsIn: 60 })
    await world.concert(artist, { startsIn: 60, ...KAZAN, closedSession: true })
    await world.concert(artist, { ...OVER, ...KAZAN })
    const found = async (wish: Wish) => ids(await recommended({ songs: [song], ...wish }))
    assert.deepEqual(await found({ city: 'казань' }), [later, tonight])
    const dateStart = new Date(world.now().getTime() + 5 * DAY * 60_000).toISOString()
    assert.deepEqual(await found({ city: 'Казань', dateStart }), [later])
    assert.deepEqual(await found({ dateEnd: dateStart }), [elsewhere, tonight])
    assert.deepEqual(await found({ city: ' ', dateEnd: '' }), [elsewhere, later, tonight])
  })

  test('tell no distance where a concert or the listener has no coordinates', async () => {
    await world.concert(await world.artist(), NOWHERE)
    await world.concert(await world.artist())
    const half = { latitude: 55.75, longitude: null }
    const empty = { latitude: '', longitude: '' } as const
    for (const coords of [UNKNOWN, half, empty, {}, { latitude: 55.75 }])
      for (const { match } of await recommended({ coords })) assert.equal(match.distanceKm, null)
    const found = await recommended({ coords: MOSCOW })
    const told = found.map(({ match }) => match.distanceKm)
    assert.deepEqual(new Set(told), new Set([null, 0]))
  })

  test('know that the 180th meridian is no edge', async () => {
    const coords = { latitude: 65, longitude: -179.9 }
    const west = await world.concert(await world.artist(), {
      startsIn: 9 * DAY,
      latitude: 65,
      longitude: 179.9,
    })
    const other = await world.concert(await world.artist(), { latitude: 65, longitude: -170 })
    const found = await recommended({ coords })
    assert.deepEqual(ids(found), [west, other])
    assert.equal(found[0]?.match.distanceKm, 9.4)
  })

  test('are found by their songs and by their nearness among a thousand sooner', async () => {
    const song = await world.song('Редкая', 'Хор')
    const [rare, neighbour, many] = [
      await world.artist(),
      await world.artist(),
      await world.artist(),
    ]
    await plays(rare, song)
    const startsAt = new Date(world.now().getTime() + 60 * 60_000)
    await world.sql
      .insertInto('concerts')
      .values(
        Array.from({ length: 1000 }, () => ({
          id: randomUUIDv7(),
          artistId: many.id,
          title: 'Один из многих',
          startsAt,
          endsAt: new Date(startsAt.getTime() + 60 * 60_000),
          placeName: 'Далеко',
          latitude: 43.1,
          longitude: 131.9,
          timeZone: 'Asia/Vladivostok',
          createdAt: world.now(),
          startedAt: null,
          finishedAt: null,
        })),
      )
      .execute()
    const played = await world.concert(rare, { startsIn: 50 * DAY, ...KAZAN })
    const near = await world.concert(neighbour, { startsIn: 50 * DAY })
    const found = await recommended({ coords: MOSCOW, songs: [song] })
    assert.equal(found.length, 40)
    assert.deepEqual(ids(found).slice(0, 2), [played, near])
  })

  test('hold nothing closed and nothing that is over', async () => {
    const artist = await world.artist()
    const song = await world.song('Моя', 'Хор')
    await plays(artist, song)
    for (const closed of [{ closedSession: true }, OVER, { startsIn: -121 }])
      await world.concert(artist, closed)
    await world.concert(await world.artist(), { closedSession: true, status: 'NOW' })
    const late = await world.concert(artist, { startsIn: -100 })
    assert.deepEqual(ids(await recommended({ coords: MOSCOW, songs: [song] })), [late])
  })

  test('are sessions as their own pages show them', async () => {
    const id = await world.concert(await world.artist())
    const [found] = await recommended({ coords: MOSCOW })
    const { match, ...session } = found ?? assert.fail('nothing is found')
    assert.deepEqual(match, { songs: 0, distanceKm: 0, songIds: [] })
    assert.deepEqual(session, await world.ok(api.session.byId, { query: { sessionId: id } }))
  })

  test('refuse coordinates that are nowhere on earth', async () => {
    for (const coords of [
      { latitude: 90.1, longitude: 0 },
      { latitude: 0, longitude: -180.1 },
    ]) {
      const body = { coords, songs: [] }
      const failure = await world.refused('VALIDATION', api.session.searchRecommended, { body })
      assert.deepEqual(failure.fields, { coords: 'Таких координат не бывает.' })
    }
  })
})

describe('concerts on the map', () => {
  type MapWish = BodyOf<typeof api.session.searchLocations>
  type Found = AnswerOf<typeof api.session.searchLocations>

  const located = (body: MapWish): Promise<Found> => world.ok(api.session.searchLocations, { body })
  const idsOf = async (body: MapWish) => (await located(body)).map(({ sessionId }) => sessionId)

  test('tell of each where it is, whose and when', async () => {
    const artist = await world.artist({ name: 'Лада' })
    const place = { city: 'Томск', latitude: 56.5, longitude: 84.97, timeZone: 'Asia/Tomsk' }
    const more = { ableGetSongs: false, ...place }
    const id = await world.concert(artist, { startsIn: 120, title: 'Сибирь', ...more })
    assert.deepEqual(await located({ city: 'томск' }), [
      {
        sessionId: id,
        artistUsername: artist.username,
        artistName: 'Лада',
        imageUrl: '',
        title: 'Сибирь',
        age: 18,
        dateTimeStart: '2026-11-22T03:00:00+07:00',
        sessionStatus: 'SCHEDULED',
        ableGetSongs: false,
        placeName: 'Подвал',
        city: 'Томск',
        timeZone: 'Asia/Tomsk',
        latitude: 56.5,
        longitude: 84.97,
      },
    ])
  })

  test('are public, ahead or running, and have coordinates; the soonest stands first', async () => {
    const city = 'Пермь'
    const artist = await world.artist()
    const tomorrow = await world.concert(artist, { city, startsIn: DAY })
    const running = await world.concert(artist, { city, startsIn: -30, status: 'NOW' })
    const hidden = [OVER, { startsIn: -121 }, { closedSession: true }, { ...NOWHERE }]
    for (const columns of hidden) await world.concert(artist, { ...columns, city })
    assert.deepEqual(await idsOf({ city: 'ПЕРМЬ' }), [running, tomorrow])
  })

  test('are those of the days asked for, both ends with them', async () => {
    const city = 'Омск'
    const artist = await world.artist()
    const on = async (day: number) => world.concert(artist, { city, startsIn: day * DAY })
    const [first, second, third] = [await on(1), await on(2), await on(3)]
    const [dateStart, dateEnd] = ['2026-11-23', '2026-11-23']
    assert.deepEqual(await idsOf({ city, dateStart }), [second, third])
    assert.deepEqual(await idsOf({ city, dateEnd }), [first, second])
    assert.deepEqual(await idsOf({ city, dateStart, dateEnd }), [second])
    for (const field of ['dateStart', 'dateEnd']) {
      const body = { [field]: 'скоро' }
      const failure = await world.refused('VALIDATION', api.session.searchLocations, { body })
      assert.deepEqual(Object.keys(failure.fields ?? {}), [field])
    }
  })

  test('are those inside the bounds, whichever way round the earth the map was turned', async () => {
    const city = 'Чукотка'
    const at = async (latitude: number, longitude: number) =>
      world.concert(await world.artist(), { city, latitude, longitude })
    const west = await at(66, 178)
    const east = await at(66, -178)
    const away = await at(66, 150)
    const south = await at(50, 179)
    const inside = async (westEdge: number, eastEdge: number) => {
      const bounds = { west: westEdge, south: 60, east: eastEdge, north: 70 }
      return new Set(await idsOf({ city, bounds }))
    }
    assert.deepEqual(await inside(140, 179), new Set([west, away]))
    for (const [from, to] of [
      [170, -170],
      [170, 190],
      [-190, -170],
      [530, 550],
    ] as const)
      assert.deepEqual(await inside(from, to), new Set([west, east]), `${from}…${to}`)
    for (const [from, to] of [
      [-180, 180],
      [-500, 500],
    ] as const)
      assert.deepEqual(await inside(from, to), new Set([west, east, away]), `${from}…${to}`)
    assert.ok((await idsOf({ city })).includes(south))
    const upsideDown = { west: 0, south: 70, east: 180, north: 60 }
    assert.deepEqual(await idsOf({ city, bounds: upsideDown }), [])
  })

  test('are told to whoever writes numbers that no map has', async () => {
    for (const bounds of [
      '{"west":-1e308,"south":-1e308,"east":1e308,"north":1e308}',
      '{"west":-1e999,"south":-1e999,"east":1e999,"north":1e999}',
      '{"west":1e999,"south":1e999,"east":1e999,"north":1e999}',
      '{"west":1e308,"south":-90,"east":-1e308,"north":90}',
    ]) {
      const answer = await world.app.http.inject({
        method: 'POST',
        url: '/api/v1/session/search-locations',
        headers: { 'content-type': 'application/json' },
        payload: `{"bounds":${bounds}}`,
      })
      assert.ok([200, 400].includes(answer.statusCode), `${bounds}: ${answer.body}`)
    }
  })

  test('are a thousand at most, the soonest of them', async () => {
    const { id: artistId } = await world.artist()
    const starts = (nth: number) => new Date(world.now().getTime() + (nth + 1) * 60_000)
    await world.sql
      .insertInto('concerts')
      .values(
        Array.from({ length: 1001 }, (_, nth) => ({
          id: randomUUIDv7(),
          artistId,
          title: `Концерт ${nth}`,
          startsAt: starts(nth),
          endsAt: starts(nth + 60),
          placeName: 'Площадь',
          city: 'Тверь',
          latitude: 56.86,
          longitude: 35.9,
          timeZone: 'Europe/Moscow',
          createdAt: world.now(),
          startedAt: null,
          finishedAt: null,
        })),
      )
      .execute()
    const found = await located({ city: 'Тверь' })
    assert.equal(found.length, 1000)
    assert.equal(found[0]?.title, 'Концерт 0')
    assert.equal(found.at(-1)?.title, 'Концерт 999')
  })
})
