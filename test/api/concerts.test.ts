import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { makeStage } from '#test/support/stage.ts'
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
  return world.sql.selectFrom('concerts').select('id').where('artist_id', '=', artist.id).execute()
}

describe('announcing a concert', () => {
  test('answers 201 with its id, under which anyone reads what was typed, and the defaults', async () => {
    const artist = await world.artist({ name: 'Лада', image_urls: ['/a.webp', '/b.webp'] })
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

const ADVANCED = {
  age: 14,
  description: 'Первое отделение — тихое.\nВторое — громкое.',
  ticketLink: 'https://kassa.example/подвал?id=7',
  privacy: {
    ableGetSongs: false,
    closedSession: true,
    showSongsOnPoster: false,
    autoRunSession: true,
  },
}

function edit(sessionId: string, changes: object = {}) {
  return { body: { sessionId, advancedSessionDTO: { ...ADVANCED, ...changes } } }
}

describe('editing a concert', () => {
  test('saves age, text, ticket link and the four switches', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const answer = await world.ok(api.session.update, edit(id), artist)
    assert.deepEqual(answer.advancedSession, ADVANCED)
    assert.deepEqual(await read(id), answer)
  })

  test('lets the text and the link be empty, or as long as can be', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const link = 'https://kassa.example/'.padEnd(500, 'x')
    const longest = { description: '😀'.repeat(4000), ticketLink: link }
    const full = await world.ok(api.session.update, edit(id, longest), artist)
    assert.deepEqual(full.advancedSession, { ...ADVANCED, ...longest })
    const empty = { description: '', ticketLink: '' }
    const none = await world.ok(api.session.update, edit(id, empty), artist)
    assert.deepEqual(none.advancedSession, { ...ADVANCED, ...empty })
  })

  const wrongLinks = [
    'kassa.example/7',
    'javascript:alert(1)',
    'https:kassa.example',
    'https://',
    'https://kassa.example/a b',
    'ftp://kassa.example/7',
  ]
  for (const ticketLink of wrongLinks) {
    test(`refuses the ticket link «${ticketLink}»`, async () => {
      const artist = await world.artist()
      const id = await world.concert(artist)
      const { fields } = await world.refused(
        'VALIDATION',
        api.session.update,
        edit(id, { ticketLink }),
        artist,
      )
      assert.deepEqual(fields, {
        ticketLink: 'Вставьте ссылку целиком: она начинается с https:// или http://',
      })
    })
  }

  test('names the text and the link where both are wrong, and saves neither', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const { fields } = await world.refused(
      'VALIDATION',
      api.session.update,
      edit(id, {
        description: 'я'.repeat(4001),
        ticketLink: 'https://kassa.example/'.padEnd(501, 'x'),
      }),
      artist,
    )
    assert.deepEqual(fields, {
      description: 'Описание — не длиннее 4000 символов',
      ticketLink: 'Ссылка на билеты — не длиннее 500 символов',
    })
    assert.equal((await read(id)).advancedSession.age, 18)
  })

  test('refuses invisible characters in the text', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    for (const description of ['а\u0000б', 'а\u202Eб']) {
      const input = edit(id, { description })
      const { fields } = await world.refused('VALIDATION', api.session.update, input, artist)
      assert.deepEqual(fields, { description: 'Уберите из текста невидимые символы' })
    }
  })

  test('knows no other ages than 0, 14, 16 and 18', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    await world.refused('VALIDATION', api.session.update, edit(id, { age: 12 }), artist)
    for (const age of [0, 14, 16, 18]) await world.ok(api.session.update, edit(id, { age }), artist)
  })
})

describe('a concert of another artist', () => {
  const calls = (sessionId: string) =>
    [
      [api.session.update, edit(sessionId)],
      [api.session.remove, { query: { sessionId } }],
      [api.artist.updateSessionStatus, { body: { sessionId, sessionStatus: 'NOW' } }],
      [api.artist.updateSessionStatus, { body: { sessionId, sessionStatus: 'PLAYED' } }],
    ] as const

  test('can be neither edited nor deleted, started or ended, and stays as it was', async () => {
    const stranger = await world.artist()
    const id = await world.concert(await world.artist())
    const before = await read(id)
    const tries: [object, RefusalCode, number][] = [
      [stranger, 'NOT_YOURS', 403],
      [{}, 'NO_TOKEN', 401],
    ]
    for (const [as, code, status] of tries) {
      for (const [endpoint, input] of calls(id)) {
        const reply = await world.call(endpoint, input, as)
        assert.deepEqual([reply.failure.code, reply.status], [code, status])
      }
    }
    assert.deepEqual(await read(id), before)
  })

  test('that does not exist is not found', async () => {
    const artist = await world.artist()
    for (const [endpoint, input] of calls(randomUUIDv7()))
      await world.refused('NOT_FOUND', endpoint, input, artist)
    const sessionId = randomUUIDv7()
    await world.refused('NOT_FOUND', api.session.byId, { query: { sessionId } })
    await world.refused('NOT_FOUND', api.session.songs, { query: { sessionId } })
    await world.refused('NOT_FOUND', api.session.going, { body: { sessionId, going: true } })
  })
})

describe('deleting a concert', () => {
  test('takes its queue, its orders and who was going with it', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const query = { sessionId: stage.concertId }
    await world.listener().order(stage.artist, stage.concertId, stage.ids.А)
    await world.ok(api.session.going, { body: { ...query, going: true } })
    assert.equal(await world.ok(api.session.remove, { query }, stage.as), true)
    await world.refused('NOT_FOUND', api.session.byId, { query })
    assert.deepEqual(await stage.history(), [])
    await world.refused('NOT_FOUND', api.session.remove, { query }, stage.as)
  })

  test('is refused while it runs, paused or not, and allowed once it is over', async () => {
    const artist = await world.artist()
    const query = { sessionId: await world.concert(artist, { status: 'NOW', startsIn: -5 }) }
    const reply = await world.call(api.session.remove, { query }, artist)
    assert.equal(reply.status, 409)
    assert.equal(reply.failure.code, 'ILLEGAL_STEP')
    await world.ok(api.artist.pause, {}, artist)
    await world.refused('ILLEGAL_STEP', api.session.remove, { query }, artist)
    const body = { ...query, sessionStatus: 'PLAYED' }
    await world.ok(api.artist.updateSessionStatus, { body }, artist)
    assert.equal(await world.ok(api.session.remove, { query }, artist), true)
  })
})

describe('«Я пойду»', () => {
  test('counts each device once, takes it back, and stands on the concert', async () => {
    const sessionId = await world.concert(await world.artist())
    const go = (going: boolean, as: object = {}) =>
      world.call(api.session.going, { body: { sessionId, going } }, as)
    const { cookie = '', data } = await go(true)
    assert.deepEqual(data, { goingCount: 1 })
    assert.deepEqual((await go(true, { cookie })).data, { goingCount: 1 })
    assert.deepEqual((await go(true)).data, { goingCount: 2 })
    assert.equal((await read(sessionId)).goingCount, 2)
    assert.deepEqual((await go(false, { cookie })).data, { goingCount: 1 })
    assert.deepEqual((await go(false, { cookie })).data, { goingCount: 1 })
    assert.equal((await read(sessionId)).goingCount, 1)
  })

  test('taken back by a device that never came gives out no cookie', async () => {
    const sessionId = await world.concert(await world.artist())
    const reply = await world.call(api.session.going, { body: { sessionId, going: false } })
    assert.deepEqual(reply.data, { goingCount: 0 })
    assert.equal(reply.cookie, undefined)
  })

  test('is possible while the concert runs and not once it is over', async () => {
    const artist = await world.artist()
    const running = await world.concert(artist, { status: 'NOW', startsIn: -5 })
    const over = await world.concert(artist, { status: 'PLAYED', startsIn: -300 })
    const go = (sessionId: string) => ({ body: { sessionId, going: true } })
    assert.deepEqual(await world.ok(api.session.going, go(running)), { goingCount: 1 })
    await world.refused('SESSION_NOT_OPEN', api.session.going, go(over))
  })
})

describe('the songs of a concert', () => {
  test('are the one that plays and those that wait, in order, as many as asked', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    await stage.queued('В')
    await stage.next('Б')
    await stage.skip('Г')
    const titles = async (limit?: number) => {
      const query = { sessionId: stage.concertId, ...(limit === undefined ? {} : { limit }) }
      return (await world.ok(api.session.songs, { query })).map(({ title }) => title)
    }
    assert.deepEqual(await titles(), ['Б', 'В', 'А'])
    assert.deepEqual(await titles(2), ['Б', 'В'])
    const { songs } = await read(stage.concertId)
    assert.deepEqual(
      songs.map(({ title, status }) => `${title} ${status}`),
      ['Б NOW', 'В QUEUED', 'А SCHEDULED'],
    )
  })

  test('are hidden everywhere where the artist does not show them', async () => {
    const stage = await makeStage(world, { concert: { show_songs_on_poster: false } })
    await stage.scheduled('А')
    const query = { sessionId: stage.concertId }
    assert.deepEqual(await world.ok(api.session.songs, { query }), [])
    assert.deepEqual((await read(stage.concertId)).songs, [])
    const { artist } = stage
    const body = { artistUsername: artist.username }
    const [listed] = await world.ok(api.session.getSessions, { body })
    assert.deepEqual(listed?.songs, [])
    const current = await world.ok(api.page.getCurrentSessionInfo, { query: body })
    assert.deepEqual('songs' in current && current.songs, [])
  })
})
