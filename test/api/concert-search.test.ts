import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World

// Its clock stands at 18:00 UTC on Saturday, 21 November 2026.
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Wish = BodyOf<typeof api.session.getSessions>

/** The ids of the list, which most tests check. */
async function found(wish: Wish, as: { token?: string } = {}): Promise<string[]> {
  const sessions = await world.ok(api.session.getSessions, { body: wish }, as)
  return sessions.map(({ id }) => id)
}

const DAY = 24 * 60
const OVER = { status: 'PLAYED', startsIn: -300 } as const

/** A town that no other test uses. */
function ownCity(name: string): string {
  return `${name} ${randomUUIDv7().slice(-6)}`
}

async function inRepertoire(artist: TestArtist, ...songIds: string[]): Promise<void> {
  await world.sql
    .insertInto('repertoire')
    .values(songIds.map((songId) => ({ artistId: artist.id, songId, addedAt: world.now() })))
    .execute()
}

function inQueue(artist: TestArtist, sessionId: string, ...idList: string[]) {
  return world.ok(api.artist.updateSessionSongList, { body: { sessionId, idList } }, artist)
}

describe('the list of concerts', () => {
  test('goes by start, with running ones and without those that are over', async () => {
    const artist = await world.artist()
    const later = await world.concert(artist, { startsIn: 2 * DAY })
    const sooner = await world.concert(artist, { startsIn: DAY })
    const overdue = await world.concert(artist, { status: 'NOW', startsIn: -200 })
    const late = await world.concert(artist, { startsIn: -60 })
    const played = await world.concert(artist, OVER)
    const missed = await world.concert(artist, { startsIn: -121 })
    const artistUsername = artist.username.toUpperCase()
    assert.deepEqual(await found({ artistUsername }), [overdue, late, sooner, later])
    assert.deepEqual(await found({ artistUsername, allData: true }), [
      played,
      overdue,
      missed,
      late,
      sooner,
      later,
    ])
    const everybody = await found({ limit: 100 })
    assert.ok(everybody.includes(sooner))
    assert.ok(!everybody.includes(played) && !everybody.includes(missed))
  })

  test('of an unknown artist is empty, and blank wishes are no wishes', async () => {
    assert.deepEqual(await found({ artistUsername: 'nobody-here' }), [])
    const id = await world.concert(await world.artist(), { startsIn: -110 })
    const blank = { artistUsername: '', city: ' ', dateStart: '', dateEnd: '', songIds: [] }
    assert.ok((await found({ ...blank, limit: 100 })).includes(id))
  })

  test('holds each concert as its own page does', async () => {
    const artist = await world.artist()
    const one = await world.concert(artist, { startsIn: DAY })
    const two = await world.concert(artist, { startsIn: 2 * DAY })
    const songs = [
      await world.song('Первая', artist.username),
      await world.song('Вторая', artist.username),
    ]
    await inQueue(artist, one, ...songs)
    await inQueue(artist, two, ...songs.toReversed())
    await world.ok(api.session.going, { body: { sessionId: two, going: true } })
    const body = { artistUsername: artist.username }
    const listed = await world.ok(api.session.getSessions, { body })
    const pages = await Promise.all(
      [one, two].map((sessionId) => world.ok(api.session.byId, { query: { sessionId } })),
    )
    assert.deepEqual(listed, pages)
  })

  test('is 40 long where nobody asks for more, and never over 100', async () => {
    const artist = await world.artist()
    for (let count = 0; count < 41; count++) await world.concert(artist, { startsIn: DAY + count })
    const artistUsername = artist.username
    assert.equal((await found({ artistUsername })).length, 40)
    assert.equal((await found({ artistUsername, limit: 100 })).length, 41)
    for (const limit of [0, 101])
      await world.refused('VALIDATION', api.session.getSessions, { body: { limit } })
  })
})

describe('a closed concert', () => {
  test('is in no list, and is reached by its link', async () => {
    const artist = await world.artist()
    const songId = await world.song('Закрытая', artist.username)
    await inRepertoire(artist, songId)
    const city = ownCity('Тайный')
    const id = await world.concert(artist, { closedSession: true, city })
    const day = '2026-11-21'
    const wishes: Wish[] = [
      { artistUsername: artist.username },
      { artistUsername: artist.username, allData: true },
      { city },
      { songIds: [songId] },
      { dateStart: day, dateEnd: day, limit: 100 },
    ]
    for (const wish of wishes) assert.ok(!(await found(wish)).includes(id))
    assert.equal((await world.ok(api.session.byId, { query: { sessionId: id } })).id, id)
  })

  test('is in the list of its own artist under his own name, and in no other', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const city = ownCity('Тайный')
    const id = await world.concert(artist, { closedSession: true, city })
    const { username: artistUsername } = artist
    assert.deepEqual(await found({ artistUsername }, artist), [id])
    assert.deepEqual(await found({ artistUsername }, other), [])
    assert.deepEqual(await found({ city }, artist), [])
  })
})

describe('the concerts of a city', () => {
  test('are found whatever the case and ё', async () => {
    const city = ownCity('Орёл-Йошкин')
    const id = await world.concert(await world.artist(), { city })
    await world.concert(await world.artist(), { city: `${city} Южный` })
    for (const typed of [
      city,
      city.toUpperCase(),
      city.toLowerCase().replace('ё', 'е'),
      ` ${city} `,
    ])
      assert.deepEqual(await found({ city: typed }), [id])
    assert.deepEqual(await found({ city: city.slice(0, -1) }), [])
  })
})

describe('the dates of a list', () => {
  test('without a clock are whole days by the clocks of each venue', async () => {
    const artist = await world.artist()
    const place = { timeZone: 'Asia/Vladivostok', city: 'Владивосток' }
    // 00:30 and 23:30 on 6 December there; 5 and 6 December in Moscow and in Greenwich.
    const night = await world.concert(artist, {
      ...place,
      startsAt: new Date('2026-12-05T14:30:00Z'),
      endsAt: new Date('2026-12-05T16:30:00Z'),
    })
    const evening = await world.concert(artist, {
      ...place,
      startsAt: new Date('2026-12-06T13:30:00Z'),
      endsAt: new Date('2026-12-06T15:30:00Z'),
    })
    const between = (dateStart: string | undefined, dateEnd: string | undefined) =>
      found({
        artistUsername: artist.username,
        ...(dateStart === undefined ? {} : { dateStart }),
        ...(dateEnd === undefined ? {} : { dateEnd }),
      })
    assert.deepEqual(await between('2026-12-06', '2026-12-06'), [night, evening])
    assert.deepEqual(await between('2026-12-05', '2026-12-05'), [])
    assert.deepEqual(await between('2026-12-07', undefined), [])
    assert.deepEqual(await between(undefined, '2026-12-05'), [])
    assert.deepEqual(await between('2026-12-07', '2026-12-05'), [])
  })

  test('of a concert that is on are today there, also after midnight', async () => {
    const artist = await world.artist()
    // It began at 23:30 in Vladivostok, where it is 04:00 of 22 November.
    const place = { timeZone: 'Asia/Vladivostok', startsIn: -270, minutes: 300 }
    const id = await world.concert(artist, { ...place, status: 'NOW' })
    const late = await world.concert(artist, place)
    const on = (day: string) =>
      found({ artistUsername: artist.username, dateStart: day, dateEnd: day })
    assert.deepEqual(await on('2026-11-22'), [id])
    assert.deepEqual(await on('2026-11-21'), [late])
  })

  test('with a clock and an offset are moments, which belong to the span', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, {
      startsAt: new Date('2026-12-05T17:00:00Z'),
      endsAt: new Date('2026-12-05T19:00:00Z'),
    })
    const artistUsername = artist.username
    const exact = '2026-12-05T20:00:00+03:00'
    assert.deepEqual(await found({ artistUsername, dateStart: exact, dateEnd: exact }), [id])
    const later = '2026-12-05T20:00:00.001+03:00'
    assert.deepEqual(await found({ artistUsername, dateStart: later }), [])
    assert.deepEqual(await found({ artistUsername, dateEnd: '2026-12-05T16:59:59Z' }), [])
  })

  test('that are none are refused at their field', async () => {
    const wrong = [
      'скоро',
      '2026-13-01',
      '2026-02-30',
      '0000-01-01',
      '2026-12-05T20:00',
      '05.12.2026',
    ]
    for (const typed of wrong)
      for (const field of ['dateStart', 'dateEnd']) {
        const body = { [field]: typed }
        const failure = await world.refused('VALIDATION', api.session.getSessions, { body })
        assert.deepEqual(failure.fields, { [field]: 'Некорректная дата. Проверьте формат.' })
      }
  })
})

describe('concerts where wished songs can be played', () => {
  async function stageOf(title: string) {
    const artist = await world.artist()
    const songIds = [
      await world.song(`${title} раз`, artist.username),
      await world.song(`${title} два`, artist.username),
      await world.song(`${title} три`, artist.username),
    ] as const
    return { artist, songIds }
  }

  test('come with most of the songs first, then by start', async () => {
    const { artist, songIds } = await stageOf('Порядок')
    const [one, two, three] = songIds
    const [rival, third] = [await world.artist(), await world.artist()]
    await inRepertoire(artist, one, two)
    await inRepertoire(rival, three)
    const twoLater = await world.concert(artist, { startsIn: 5 * DAY })
    const twoSooner = await world.concert(artist, { startsIn: 4 * DAY })
    const oneSong = await world.concert(rival, { startsIn: DAY })
    await world.concert(third, { startsIn: DAY })
    assert.deepEqual(await found({ songIds: [...songIds] }), [twoSooner, twoLater, oneSong])
    assert.deepEqual(await found({ songIds: [three, three] }), [oneSong])
    assert.deepEqual(await found({ songIds: [randomUUIDv7()] }), [])
  })

  test('are those too whose queue has them, each song counted once', async () => {
    const { artist, songIds } = await stageOf('Очередь')
    const [one, two, three] = songIds
    await inRepertoire(artist, one)
    const both = await world.concert(artist, { startsIn: 2 * DAY })
    const other = await world.artist()
    const queued = await world.concert(other, { startsIn: DAY })
    await inQueue(artist, both, one, two)
    await inQueue(other, queued, three)
    assert.deepEqual(await found({ songIds: [...songIds] }), [both, queued])
    // Two of one song would stand before it, were the song counted twice.
    await inQueue(other, queued, three, two)
    assert.deepEqual(await found({ songIds: [...songIds] }), [queued, both])
  })

  test('are not told by a queue that their artist does not show', async () => {
    const { artist, songIds } = await stageOf('Тайна')
    const id = await world.concert(artist, { showSongsOnPoster: false })
    await inQueue(artist, id, songIds[0])
    assert.deepEqual(await found({ songIds: [songIds[0]] }), [])
  })
})

describe('a long list', () => {
  async function pages(wish: Wish, limit: number): Promise<string[]> {
    const all: string[] = []
    for (;;) {
      const cursor = all.at(-1)
      const part = await found({ ...wish, limit, ...(cursor === undefined ? {} : { cursor }) })
      assert.ok(part.length <= limit)
      all.push(...part)
      if (part.length < limit) return all
    }
  }

  test('comes in parts without gaps or repeats, also where many start at once', async () => {
    const artist = await world.artist()
    for (let count = 0; count < 13; count++)
      await world.concert(artist, { startsIn: DAY * (1 + Math.floor(count / 6)) })
    const wish = { artistUsername: artist.username }
    const whole = await found(wish)
    assert.equal(new Set(whole).size, 13)
    for (const limit of [1, 4, 13]) assert.deepEqual(await pages(wish, limit), whole)
  })

  test('by songs too', async () => {
    const songs = await Promise.all([1, 2, 3].map((nth) => world.song(`Часть ${nth}`, 'Лист')))
    for (let count = 0; count < 9; count++) {
      const artist = await world.artist()
      await inRepertoire(artist, ...songs.slice(0, 1 + (count % 3)))
      await world.concert(artist, { startsIn: DAY * (1 + (count % 2)) })
    }
    const wish = { songIds: songs }
    const whole = await found(wish)
    assert.equal(new Set(whole).size, 9)
    for (const limit of [1, 2, 4]) assert.deepEqual(await pages(wish, limit), whole)
  })

  test('goes on while concerts before it are added, started or over', async () => {
    const artist = await world.artist()
    const ids: string[] = []
    for (let count = 1; count <= 6; count++)
      ids.push(await world.concert(artist, { startsIn: DAY * count }))
    const wish = { artistUsername: artist.username, limit: 3 }
    const [first, , last] = await found(wish)
    assert.ok(first !== undefined && last !== undefined)
    await world.concert(artist, { startsIn: 30 })
    const step = (sessionStatus: string) => ({ body: { sessionId: last, sessionStatus } })
    await world.ok(api.artist.updateSessionStatus, step('NOW'), artist)
    await world.ok(api.artist.updateSessionStatus, step('PLAYED'), artist)
    assert.deepEqual(await found({ ...wish, cursor: last }), ids.slice(3))
  })

  test('says so where the concert it should go on from is gone', async () => {
    const body = { cursor: randomUUIDv7() }
    const { fields } = await world.refused('VALIDATION', api.session.getSessions, { body })
    assert.deepEqual(fields, { cursor: 'Афиша изменилась. Откройте её заново.' })
  })
})
