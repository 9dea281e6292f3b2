import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { readCalendar } from '#test/support/calendar.ts'
import { advanceAndSettle, paidConcert } from '#test/support/paid-concert.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World

// Its clock stands at 18:00 UTC on Saturday, 21 November 2026.
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Announcement = BodyOf<typeof api.session.create>

const BERLIN = { name: 'Kiez', description: '', longitude: 13.4, latitude: 52.52 }
const MOSCOW = { name: 'Подвал', description: '', longitude: 37.62, latitude: 55.75 }
const WEEKLY = {
  dateTimeStart: '2026-12-02T20:00:00+03:00',
  durationHours: 2,
  durationMinutes: 0,
  description: 'Среда в подвале',
  location: MOSCOW,
  repeat: { weekdays: [3], until: '2026-12-16' },
}

const announce = async (artist: TestArtist, changes: Partial<Announcement> = {}, key?: string) => {
  const body = { ...WEEKLY, ...changes }
  return (await world.ok(api.session.create, { body }, { ...artist, ...(key && { key }) })).id
}

const sessions = (artist: TestArtist) =>
  world.ok(
    api.session.getSessions,
    { body: { artistUsername: artist.username, limit: 100 } },
    artist,
  )

const concertLines = async (artist: TestArtist) =>
  (await sessions(artist)).map(
    ({ title, dateTimeStart, location }) =>
      `${dateTimeStart.slice(5, 16)} ${title.replaceAll('\u00A0', ' ')}, ${location.name}`,
  )

const AS_ANNOUNCED = ['12-02', '12-09', '12-16'].map(
  (day) => `${day}T20:00 Среда в подвале, Подвал`,
)

async function series(changes: Partial<Announcement> = {}) {
  const artist = await world.artist()
  await announce(artist, changes)
  const ids = (await sessions(artist)).map(({ id }) => id)
  const [first = '', second = '', third = ''] = ids
  return { artist, ids, first, second, third }
}

const wish = (sessionId: string, changes: object = {}) => ({
  body: {
    sessionId,
    following: true,
    description: WEEKLY.description,
    location: MOSCOW,
    ...changes,
  },
})

const TIME = { dateTimeStart: '2026-12-10T21:30:00+03:00', durationHours: 1, durationMinutes: 30 }

describe('a concert that is announced to repeat', () => {
  test('is a concert on each of its days, at the hour of its venue, all of one series', async () => {
    const artist = await world.artist()
    const id = await announce(artist, {
      dateTimeStart: '2027-03-24T19:00:00Z',
      location: BERLIN,
      repeat: { weekdays: [3, 7], until: '2027-03-31' },
    })
    const found = await sessions(artist)
    assert.deepEqual(
      found.map(({ dateTimeStart, dateTimeEnd }) => [dateTimeStart, dateTimeEnd]),
      [
        ['2027-03-24T20:00:00+01:00', '2027-03-24T22:00:00+01:00'],
        ['2027-03-28T20:00:00+02:00', '2027-03-28T22:00:00+02:00'],
        ['2027-03-31T20:00:00+02:00', '2027-03-31T22:00:00+02:00'],
      ],
    )
    assert.deepEqual([found[0]?.id, new Set(found.map(({ series: of }) => of)).size], [id, 1])
    const { id: alone } = await world.ok(
      api.session.create,
      { body: { ...WEEKLY, repeat: undefined } },
      artist,
    )
    assert.equal(
      (await world.ok(api.session.byId, { query: { sessionId: alone } })).series,
      undefined,
    )
  })

  test('is announced once, however often and at once the press comes', async () => {
    const artist = await world.artist()
    const key = randomUUID()
    const ids = await Promise.all([1, 2, 3].map(() => announce(artist, {}, key)))
    ids.push(await announce(artist, {}, key))
    assert.equal(new Set(ids).size, 1)
    assert.deepEqual(await concertLines(artist), AS_ANNOUNCED)
    const other = { body: { ...WEEKLY, repeat: { weekdays: [3], until: '2026-12-23' } } }
    await world.refused('IDEMPOTENCY_CONFLICT', api.session.create, other, { ...artist, key })
  })

  test('is refused whole at its own fields, and where too many are ahead', async () => {
    const artist = await world.artist()
    const wrong = { body: { ...WEEKLY, repeat: { weekdays: [], until: '' } } }
    const { fields } = await world.refused('VALIDATION', api.session.create, wrong, artist)
    assert.deepEqual(Object.keys(fields ?? {}), ['repeat.weekdays', 'repeat.until'])
    await raw`insert into concerts (id, artist_id, title, starts_at, ends_at, place_name, time_zone, created_at)
      select gen_random_uuid(), ${artist.id}::uuid, 'Концерт', ${world.now()}, ${world.now()}::timestamptz
        + interval '2 hours', 'Подвал', 'Europe/Moscow', ${world.now()}
      from generate_series(1, 198)`.execute(world.sql)
    const { message } = await world.refused(
      'ILLEGAL_STEP',
      api.session.create,
      { body: WEEKLY },
      artist,
    )
    assert.match(message, /ещё 2, а в повторе 3/u)
    const rows = await world.sql
      .selectFrom('concerts')
      .select('id')
      .where('artistId', '=', artist.id)
      .execute()
    assert.equal(rows.length, 198)
  })
})

describe('a correction of this concert and of those that follow', () => {
  test('leaves those before it, and moves the others by as many days to the same hour', async () => {
    const { artist, second } = await series()
    await world.ok(api.session.correct, wish(second, { time: TIME }), artist)
    assert.deepEqual(await concertLines(artist), [
      AS_ANNOUNCED[0],
      '12-10T21:30 Среда в подвале, Подвал',
      '12-17T21:30 Среда в подвале, Подвал',
    ])
    const ends = (await sessions(artist)).map(({ dateTimeEnd }) => dateTimeEnd.slice(11, 16))
    assert.deepEqual(ends, ['22:00', '23:00', '23:00'])
  })

  test('changes in the others only what it changes in this one', async () => {
    const { artist, second, third } = await series()
    const own = { following: false, description: 'Гость вечера', location: BERLIN }
    await world.ok(api.session.correct, wish(third, own), artist)
    await world.ok(api.session.correct, wish(second, { time: TIME }), artist)
    const [, , last] = await concertLines(artist)
    assert.equal(last, '12-17T21:30 Гость вечера, Kiez')
    await world.ok(api.session.correct, wish(second, { description: 'Новое имя' }), artist)
    assert.equal((await concertLines(artist))[2], '12-17T21:30 Новое имя, Kiez')
    await world.ok(
      api.session.correct,
      wish(second, { description: 'Новое имя', location: { ...MOSCOW, name: 'Чердак' } }),
      artist,
    )
    assert.deepEqual((await concertLines(artist)).slice(1), [
      '12-10T21:30 Новое имя, Чердак',
      '12-17T23:30 Новое имя, Чердак',
    ])
  })

  test('leaves another its own hour and length where only the day or the length is changed', async () => {
    const { artist, second, third } = await series()
    const times = async () =>
      (await sessions(artist))
        .slice(1)
        .map(({ dateTimeStart, dateTimeEnd }) => [
          dateTimeStart.slice(5, 16),
          dateTimeEnd.slice(11, 16),
        ])
    const own = { dateTimeStart: '2026-12-16T20:30:00+03:00', durationHours: 3, durationMinutes: 0 }
    await world.ok(api.session.correct, wish(third, { following: false, time: own }), artist)
    const day = { ...TIME, dateTimeStart: '2026-12-10T20:00:00+03:00', durationHours: 2 }
    await world.ok(
      api.session.correct,
      wish(second, { time: { ...day, durationMinutes: 0 } }),
      artist,
    )
    assert.deepEqual(await times(), [
      ['12-10T20:00', '22:00'],
      ['12-17T20:30', '23:30'],
    ])
    await world.ok(api.session.correct, wish(second, { time: day }), artist)
    assert.deepEqual(await times(), [
      ['12-10T20:00', '22:30'],
      ['12-17T20:30', '23:00'],
    ])
  })

  test('is refused whole where one of them cannot follow', async () => {
    const { artist, first } = await series()
    const late = { ...TIME, dateTimeStart: '2028-11-20T20:00:00+03:00' }
    const refused = wish(first, { description: 'Через два года', time: late })
    const { fields } = await world.refused('VALIDATION', api.session.correct, refused, artist)
    assert.deepEqual(Object.keys(fields ?? {}), ['dateTimeStart'])
    assert.deepEqual(await concertLines(artist), AS_ANNOUNCED)
  })

  test('is of its artist alone, and of one concert where nothing repeats', async () => {
    const { first } = await series()
    const other = await world.artist()
    await world.refused('NOT_YOURS', api.session.correct, wish(first), other)
    const alone = await world.concert(other, { startsIn: 600 })
    await world.ok(api.session.correct, wish(alone, { description: 'Один' }), other)
    const report = await world.ok(api.session.report, { query: { sessionId: alone } }, other)
    assert.equal(report.withFollowing, undefined)
  })

  test('tells those who ordered in each of them', async () => {
    await using service = await startPushService(
      async () => (await world.ok(api.songs.pushKey)).publicKey,
    )
    const stage = await makeStage(world, { concert: { status: 'PLAYED', startsIn: -600 } })
    await announce(stage.artist)
    const ids = (await sessions(stage.artist)).map(({ id }) => id)
    for (const [at, concertId] of ids.entries()) {
      const phone = makePhone(world)
      const { orderId } = (await phone.order({ ...stage, concertId }, stage.ids.А)).data
      const body = { orderId, subscription: service.subscribe(`phone-${at}`) }
      const as = phone.cookie === undefined ? {} : { cookie: phone.cookie }
      await world.ok(api.songs.pushSubscription, { body }, as)
    }
    await world.ok(api.session.correct, wish(ids[1] ?? '', { time: TIME }), stage.artist)
    world.advance(MINUTE_MS)
    await notifyListeners(world.app.ctx)
    const heard = [0, 1, 2].map((at) => service.receivedTitles(`phone-${at}`).length)
    assert.deepEqual(heard, [0, 1, 1])
  })

  test('has its higher number in calendars of others, and a deletion is told there too', async () => {
    const { artist, ids, second } = await series()
    const calendar = () => readCalendar(world, `/user/${artist.username}.ics`)
    const announced = await calendar()
    assert.deepEqual(
      announced.map(({ uid, sequence }) => [uid.split('@')[0], sequence]),
      ids.map((id) => [id, 0]),
    )
    await world.ok(api.session.correct, wish(second, { time: TIME }), artist)
    const moved = await calendar()
    assert.deepEqual(
      moved.map(({ uid, sequence, starts }) => [uid, sequence, starts]),
      [
        [announced[0]?.uid, 0, '2026-12-02T17:00:00.000Z'],
        [announced[1]?.uid, 1, '2026-12-10T18:30:00.000Z'],
        [announced[2]?.uid, 1, '2026-12-17T18:30:00.000Z'],
      ],
    )
    await world.ok(api.session.remove, { query: { sessionId: second, following: true } }, artist)
    assert.deepEqual(
      (await calendar()).map(({ uid, sequence, status }) => [uid, sequence, status]),
      [
        [announced[0]?.uid, 0, 'CONFIRMED'],
        [announced[1]?.uid, 2, 'CANCELLED'],
        [announced[2]?.uid, 2, 'CANCELLED'],
      ],
    )
  })

  test('and one of another at the same time both come to an end', async () => {
    const { artist, first, second } = await series()
    await Promise.all([
      world.ok(api.session.correct, wish(first, { description: 'Первое' }), artist),
      world.ok(api.session.correct, wish(second, { time: TIME }), artist),
      world.ok(
        api.session.correct,
        wish(second, { location: { ...MOSCOW, name: 'Чердак' } }),
        artist,
      ),
    ])
    assert.equal((await concertLines(artist)).length, 3)
    assert.match((await concertLines(artist))[0] ?? '', /Первое, Подвал$/u)
  })
})

test('what goes with a concert is changed in the following ones only where it differs', async () => {
  const { artist, ids, second, third } = await series()
  const { advancedSession } = await world.ok(api.session.byId, { query: { sessionId: second } })
  const { privacy } = advancedSession
  const own = {
    ...advancedSession,
    privacy: { ...privacy, closedSession: true },
    description: 'Своё',
  }
  await world.ok(
    api.session.update,
    { body: { sessionId: third, advancedSessionDTO: own } },
    artist,
  )
  const open = {
    ...advancedSession,
    age: 14 as const,
    privacy: { ...privacy, autoRunSession: true },
  }
  const body = { sessionId: second, following: true, advancedSessionDTO: open }
  await world.ok(api.session.update, { body }, artist)
  const read = await Promise.all(
    ids.map((sessionId) => world.ok(api.session.byId, { query: { sessionId } })),
  )
  assert.deepEqual(
    read.map(({ advancedSession: of }) => [
      of.age,
      of.description,
      of.privacy.closedSession,
      of.privacy.autoRunSession,
    ]),
    [
      [18, '', false, false],
      [14, '', false, true],
      [14, 'Своё', true, true],
    ],
  )
})

describe('a deletion of this concert and of those that follow', () => {
  test('says before how many paid orders go back, and gives all of them back', async () => {
    const show = await paidConcert(world, { concert: { status: 'PLAYED', startsIn: -600 } })
    await announce(show.artist)
    const [first, second, third] = await sessions(show.artist)
    const by = world.listener()
    const paid = async (sessionId: string, amount: number) => {
      const song = await show.newSong()
      const { data } = await by.order(show.artist, sessionId, song, undefined, amount)
      await world.bank.pay(data.paymentURL?.split('/').at(-1) ?? '', {
        method: 'card',
        action: 'pay',
      })
      await world.settle()
      return data.orderId
    }
    const kept = await paid(first?.id ?? '', 10_000)
    const back = [await paid(second?.id ?? '', 20_000), await paid(third?.id ?? '', 30_000)]
    const query = { sessionId: second?.id ?? '' }
    const { toGiveBack, withFollowing } = await world.ok(api.session.report, { query }, show.as)
    assert.deepEqual(toGiveBack, { orders: 1, amount: 20_000 })
    const together = { following: 1, toGiveBack: { orders: 2, amount: 50_000 } }
    assert.deepEqual(withFollowing, together)
    await world.ok(api.session.remove, { query: { ...query, following: true } }, show.as)
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await concertLines(show.artist), AS_ANNOUNCED.slice(0, 1))
    const rows = await world.sql
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('id', 'in', [kept, ...back])
      .execute()
    assert.deepEqual(
      [kept, ...back].map((id) => rows.find((row) => row.id === id)?.state),
      ['secured', 'returned', 'returned'],
    )
  })

  test('spares those before it, those that began, and is refused once it began itself', async () => {
    const { artist, first, second, third } = await series()
    await world.sql
      .updateTable('concerts')
      .set({ status: 'PLAYED' })
      .where('id', '=', third)
      .execute()
    await world.ok(api.session.remove, { query: { sessionId: second, following: true } }, artist)
    const left = await world.sql
      .selectFrom('concerts')
      .select('id')
      .where('artistId', '=', artist.id)
      .orderBy('startsAt')
      .execute()
    assert.deepEqual(left, [{ id: first }, { id: third }])
    const over = { query: { sessionId: third, following: true } }
    await world.refused('ILLEGAL_STEP', api.session.remove, over, artist)
  })
})

describe('52 concerts of one series', () => {
  const yearly = { weekdays: [3], until: '2027-11-24' }

  test('hide no other concert from recommendations, the map, the search by songs and the feed', async () => {
    await world.sql.deleteFrom('concerts').execute()
    const artist = await world.artist()
    const song = await world.song('Общая песня', artist.username)
    await announce(artist, { repeat: yearly })
    const all = await sessions(artist)
    assert.equal(all.length, 52)
    const first = all[0]?.id
    const other = await world.artist()
    await world.sql
      .insertInto('repertoire')
      .values(
        [artist, other].map(({ id }) => ({ artistId: id, songId: song, addedAt: world.now() })),
      )
      .execute()
    const rival = await world.concert(other, { startsIn: 360 * 24 * 60 })
    const coords = { latitude: null, longitude: null }
    const found = await world.ok(api.session.searchRecommended, { body: { coords, songs: [] } })
    assert.deepEqual(
      found.map(({ id }) => id),
      [first, rival],
    )
    const near = { latitude: 55.75, longitude: 37.62 }
    const around = await world.ok(api.session.searchRecommended, {
      body: { coords: near, songs: [song] },
    })
    assert.deepEqual(
      around.map(({ id }) => id),
      [first, rival],
    )
    const pins = await world.ok(api.session.searchLocations, { body: {} })
    assert.deepEqual(
      pins.map(({ sessionId }) => sessionId),
      [first, rival],
    )
    const spring = { dateStart: '2027-03-01', dateEnd: '2027-03-31' }
    const inMarch = await world.ok(api.session.searchLocations, { body: spring })
    assert.deepEqual(
      inMarch.map(({ dateTimeStart }) => dateTimeStart.slice(0, 10)),
      ['2027-03-03'],
    )
    const bySong = await world.ok(api.session.getSessions, { body: { songIds: [song] } })
    assert.deepEqual(
      bySong.map(({ id }) => id),
      [first, rival],
    )
    const rest = await world.ok(api.session.getSessions, {
      body: { songIds: [song], ...(first && { cursor: first }) },
    })
    assert.deepEqual(
      rest.map(({ id }) => id),
      [rival],
    )
    const { body } = await world.app.http.inject({ url: `/user/${artist.username}/feed.xml` })
    assert.equal(body.match(/<item>/gu)?.length, 1)
    assert.match(body, /среда, 2 дек\., 20:00 \(МСК\)\. Подвал.*\. И ещё 51 раз/u)
  })

  test('stand in the calendar each under its own name', async () => {
    const { artist } = await series({ repeat: yearly })
    const events = await readCalendar(world, `/user/${artist.username}.ics`)
    assert.equal(new Set(events.map(({ uid }) => uid)).size, 52)
  })
})
