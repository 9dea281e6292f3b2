import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { forgetGoneConcerts } from '#server/modules/concerts/concerts.service.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World

// Its clock stands at 18:00 UTC on Saturday, 21 November 2026.
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const KAZAN = { longitude: 49.1221, latitude: 55.7887 }
const VLADIVOSTOK = { longitude: 131.8855, latitude: 43.1155 }
const PUTORANA = { longitude: 94.5, latitude: 69 }

function draft(changes: object = {}, place: object = KAZAN) {
  const location = { name: 'Клуб «Подвал»', description: 'ул. Баумана, 5', ...place }
  const time = { dateTimeStart: '2026-12-05T20:00:00+03:00', durationHours: 2, durationMinutes: 30 }
  return { body: { ...time, description: 'Зимний вечер', location, ...changes } }
}

function announce(artist: TestArtist, input: object = draft(), key?: string) {
  const as = { token: artist.token, ...(key === undefined ? {} : { key }) }
  return world.ok(api.session.create, input, as)
}

function read(sessionId: string) {
  return world.ok(api.session.byId, { query: { sessionId } })
}

async function concertsOf(artist: TestArtist) {
  return world.sql.selectFrom('concerts').select('id').where('artistId', '=', artist.id).execute()
}

test('a concert announced as closed was never in a list', async () => {
  const artist = await world.artist()
  const { id } = await announce(artist, draft({ closedSession: true }))
  const body = { artistUsername: artist.username }
  assert.deepEqual(await world.ok(api.session.getSessions, { body }), [])
  const [mine] = await world.ok(api.session.getSessions, { body }, artist)
  assert.deepEqual([mine?.id, mine?.advancedSession.privacy.closedSession], [id, true])
})

describe('concerts ahead', () => {
  async function fill(artist: TestArtist, many: number, status = 'SCHEDULED') {
    await raw`insert into concerts (id, artist_id, title, starts_at, ends_at, status, place_name,
        time_zone, created_at)
      select gen_random_uuid(), ${artist.id}::uuid, 'Концерт', ${world.now()}, ${world.now()}::timestamptz
        + interval '2 hours', ${status}, 'Подвал', 'Europe/Moscow', ${world.now()}
      from generate_series(1, ${many})`.execute(world.sql)
  }

  test('of one artist are two hundred at most, however many are announced at once', async () => {
    const artist = await world.artist()
    await fill(artist, 199)
    await fill(artist, 300, 'PLAYED')
    const replies = await Promise.all(
      [1, 2, 3].map(() => world.call(api.session.create, draft(), { token: artist.token })),
    )
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    )
    const refusal = replies.find(({ status }) => status === 409)?.failure
    assert.equal(refusal?.code, 'ILLEGAL_STEP')
    assert.equal(
      refusal?.message,
      'У вас уже объявлено 200 концертов, это предел. Дождитесь ближайших или удалите лишние.',
    )
  })
})

test('a deleted concert is forgotten a year after it would have ended', async () => {
  const artist = await world.artist()
  const ended = async (days: number) => {
    const id = await world.concert(artist, { startsIn: -days * 24 * 60, minutes: 60 })
    await world.ok(api.session.remove, { query: { sessionId: id } }, artist)
    return id
  }
  const [lately, long] = [await ended(364), await ended(366)]
  await forgetGoneConcerts(world.app.ctx)
  const rows = await world.sql
    .selectFrom('goneConcerts')
    .select('id')
    .where('artistId', '=', artist.id)
    .execute()
  assert.deepEqual(
    rows.map(({ id }) => id),
    [lately],
    `${long} is not forgotten`,
  )
})

describe('announcing a concert', () => {
  test('answers 201 with its id, under which anyone reads what was typed, and the defaults', async () => {
    const artist = await world.artist({ name: 'Лада', imageUrls: ['/a.webp', '/b.webp'] })
    const { status, data } = await world.call(api.session.create, draft(), { token: artist.token })
    assert.equal(status, 201)
    const card = { username: artist.username, name: 'Лада', imageUrl: '/a.webp' }
    assert.deepEqual(await read(data.id), {
      id: data.id,
      title: 'Зимний вечер',
      description: 'Зимний вечер',
      dateTimeStart: '2026-12-05T20:00:00+03:00',
      dateTimeEnd: '2026-12-05T22:30:00+03:00',
      timeAndDay: 'суббота, 5 дек., 20:00',
      date: '5',
      month: 'декабря',
      sessionStatus: 'SCHEDULED',
      active: false,
      location: {
        name: 'Клуб «Подвал»',
        country: 'Россия',
        city: 'Казань',
        street: '',
        houseNumber: '',
        address: 'ул. Баумана, 5',
        description: 'ул. Баумана, 5',
        ...KAZAN,
        timeZone: 'Europe/Moscow',
      },
      artist: card,
      artists: [card],
      songs: [],
      advancedSession: {
        age: 18,
        description: '',
        ticketLink: '',
        privacy: {
          ableGetSongs: true,
          closedSession: false,
          showSongsOnPoster: true,
          autoRunSession: false,
        },
      },
      goingCount: 0,
    })
  })

  test('takes the zone of the venue, whatever clocks its artist has', async () => {
    const changes = { dateTimeStart: '2026-12-05T18:30:00+03:00' }
    const { id } = await announce(await world.artist(), draft(changes, VLADIVOSTOK))
    const { location, ...session } = await read(id)
    assert.equal(location.timeZone, 'Asia/Vladivostok')
    assert.equal(session.dateTimeStart, '2026-12-06T01:30:00+10:00')
    assert.equal(session.timeAndDay, 'воскресенье, 6 дек., 01:30')
    assert.equal(session.date, '6')
  })

  test('far from any town has a zone and no city', async () => {
    const { id } = await announce(await world.artist(), draft({}, PUTORANA))
    const { location } = await read(id)
    assert.equal(location.timeZone, 'Asia/Krasnoyarsk')
    assert.deepEqual([location.country, location.city], ['', ''])
  })

  test('without a point on the map is found in the town that its address names', async () => {
    const place = { longitude: null, latitude: null, description: 'Казань, Баумана, 5' }
    const { id } = await announce(await world.artist(), draft({}, place))
    const { location } = await read(id)
    assert.deepEqual([location.city, location.country], ['Казань', 'Россия'])
  })

  test('without a point on the map has the clock of that town, and so have its repeats', async () => {
    const artist = await world.artist()
    const place = { longitude: null, latitude: null, description: 'Владивосток, Светланская, 1' }
    const repeat = { weekdays: [7], until: '2026-12-13' }
    const early = { dateTimeStart: '2026-12-06T05:00:00+10:00', repeat }
    await announce(artist, draft(early, place))
    const body = { artistUsername: artist.username }
    const listed = await world.ok(api.session.getSessions, { body }, artist)
    assert.deepEqual(
      listed.map(({ location, dateTimeStart }) => [location.timeZone, dateTimeStart]),
      [
        ['Asia/Vladivostok', '2026-12-06T05:00:00+10:00'],
        ['Asia/Vladivostok', '2026-12-13T05:00:00+10:00'],
      ],
    )
  })

  test('without a point on the map keeps Moscow time and the typed address', async () => {
    const place = { longitude: null, latitude: null }
    const { id } = await announce(await world.artist(), draft({}, place))
    const { location } = await read(id)
    assert.equal(location.timeZone, 'Europe/Moscow')
    assert.deepEqual([location.city, location.address], ['', 'ул. Баумана, 5'])
    assert.deepEqual([location.longitude, location.latitude], [null, null])
  })

  const refusals: [what: string, input: object, field: string, sentence: string][] = [
    [
      'a start that is no date',
      draft({ dateTimeStart: 'завтра' }),
      'dateTimeStart',
      'Некорректная дата и время. Проверьте формат.',
    ],
    [
      'a start without an offset',
      draft({ dateTimeStart: '2026-12-05T20:00:00' }),
      'dateTimeStart',
      'Некорректная дата и время. Проверьте формат.',
    ],
    [
      'a day that the calendar lacks',
      draft({ dateTimeStart: '2027-02-30T20:00:00+03:00' }),
      'dateTimeStart',
      'Некорректная дата и время. Проверьте формат.',
    ],
    [
      'a start at this very moment',
      draft({ dateTimeStart: '2026-11-21T18:00:00Z' }),
      'dateTimeStart',
      'Выберите время в будущем',
    ],
    [
      'no duration',
      draft({ durationHours: 0, durationMinutes: 0 }),
      'durationHours',
      'Укажите длительность концерта',
    ],
    ['25 hours', draft({ durationHours: 25 }), 'durationHours', 'Укажите часы от 0 до 24'],
    ['60 minutes', draft({ durationMinutes: 60 }), 'durationMinutes', 'Укажите минуты от 0 до 59'],
    ['a blank title', draft({ description: '  ' }), 'description', 'Введите название концерта'],
    [
      'a title of 121 characters',
      draft({ description: 'я'.repeat(121) }),
      'description',
      'Название концерта — не длиннее 120 символов',
    ],
    [
      'a blank venue',
      draft({}, { ...KAZAN, name: ' ' }),
      'location.name',
      'Введите название площадки',
    ],
    [
      'a venue of 121 characters',
      draft({}, { ...KAZAN, name: 'я'.repeat(121) }),
      'location.name',
      'Название площадки — не длиннее 120 символов',
    ],
    [
      'an address of 301 characters',
      draft({}, { ...KAZAN, description: 'я'.repeat(301) }),
      'location.description',
      'Адрес — не длиннее 300 символов',
    ],
    [
      'a latitude off the globe',
      draft({}, { ...KAZAN, latitude: 90.1 }),
      'location.latitude',
      'Укажите точку на карте ещё раз',
    ],
    [
      'a longitude off the globe',
      draft({}, { ...KAZAN, longitude: -180.1 }),
      'location.longitude',
      'Укажите точку на карте ещё раз',
    ],
    [
      'half a point',
      draft({}, { ...KAZAN, longitude: null }),
      'location.longitude',
      'Укажите точку на карте ещё раз',
    ],
  ]
  for (const [what, input, field, sentence] of refusals) {
    test(`refuses ${what} at its field and stores nothing`, async () => {
      const artist = await world.artist()
      const failure = await world.refused('VALIDATION', api.session.create, input, artist)
      assert.deepEqual(failure.fields, { [field]: sentence })
      assert.equal(failure.message, sentence)
      assert.deepEqual(await concertsOf(artist), [])
    })
  }

  test('names every wrong field at once', async () => {
    const wrong = { dateTimeStart: '', durationMinutes: -1, description: '' }
    const failure = await world.refused(
      'VALIDATION',
      api.session.create,
      draft(wrong, { ...KAZAN, name: '' }),
      await world.artist(),
    )
    assert.deepEqual(Object.keys(failure.fields ?? {}), [
      'dateTimeStart',
      'durationMinutes',
      'description',
      'location.name',
    ])
  })

  test('is for artists alone', async () => {
    await world.refused('NO_TOKEN', api.session.create, draft())
  })
})

describe('announcing twice with one key', () => {
  test('makes one concert, and still answers with it after its start has passed', async () => {
    const artist = await world.artist()
    const soon = draft({ dateTimeStart: '2026-11-21T18:00:05Z' })
    const ids = await Promise.all(Array.from({ length: 8 }, () => announce(artist, soon, 'k1')))
    const since = world.now()
    world.advance(10_000)
    ids.push(await announce(artist, soon, 'k1'))
    world.setNow(since)
    assert.equal(new Set(ids.map(({ id }) => id)).size, 1)
    assert.equal((await concertsOf(artist)).length, 1)
  })

  test('with another draft is a conflict', async () => {
    const artist = await world.artist()
    await announce(artist, draft(), 'k2')
    const other = draft({ description: 'Другой вечер' })
    const as = { token: artist.token, key: 'k2' }
    await world.refused('IDEMPOTENCY_CONFLICT', api.session.create, other, as)
    assert.equal((await concertsOf(artist)).length, 1)
  })

  test('of two artists makes two, each his own', async () => {
    const [one, two] = [await world.artist(), await world.artist()]
    const first = await announce(one, draft(), 'k3')
    const second = await announce(two, draft(), 'k3')
    assert.notEqual(first.id, second.id)
    assert.equal((await read(second.id)).artist.username, two.username)
  })

  test('after a refusal may be sent mended', async () => {
    const artist = await world.artist()
    const as = { token: artist.token, key: 'k4' }
    await world.refused('VALIDATION', api.session.create, draft({ description: '' }), as)
    assert.ok((await announce(artist, draft(), 'k4')).id)
  })
})
