import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

async function get(url: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    body,
    headers: responseHeaders,
  } = await world.app.http.inject({ url, headers })
  return {
    status: statusCode,
    body,
    lines: body.replaceAll('\r\n ', '').split('\r\n'),
    responseHeaders,
  }
}

const evening = (artist: TestArtist, id: string) => get(`/user/${artist.username}/${id}.ics`)
const whole = (artist: TestArtist) => get(`/user/${artist.username}.ics`)
const feed = (artist: TestArtist) => get(`/user/${artist.username}/feed.xml`)

/** The whole line of a property: «SEQUENCE:1». */
const line = ({ lines }: { lines: string[] }, name: string) =>
  lines.find((one) => one.startsWith(`${name}:`))
const uids = ({ lines }: { lines: string[] }) => lines.filter((one) => one.startsWith('UID:'))

function remove(artist: TestArtist, sessionId: string) {
  return world.ok(api.session.remove, { query: { sessionId } }, { token: artist.token })
}

describe('the calendar of one evening', () => {
  test('tells when, where and what, in lines that calendars read', async () => {
    const artist = await world.artist({ name: 'Лада, и струны' })
    const id = await world.concert(artist, {
      title: 'Зимний вечер; тихий',
      startsIn: 60,
      minutes: 90,
      placeName: 'Бар «Весна»',
      city: 'Москва',
      address: 'ул. Ленина, 5',
      latitude: 55.75,
      longitude: 37.61,
      description: 'Тихо\nи тепло',
      ticketLink: 'https://tickets.example/1',
    })
    const answer = await evening(artist, id)
    assert.equal(answer.status, 200)
    assert.equal(answer.responseHeaders['content-type'], 'text/calendar; charset=utf-8')
    assert.equal(line(answer, 'UID'), `UID:${id}@localhost`)
    assert.equal(line(answer, 'DTSTART'), 'DTSTART:20261121T190000Z')
    assert.equal(line(answer, 'DTEND'), 'DTEND:20261121T203000Z')
    assert.equal(
      line(answer, 'SUMMARY'),
      String.raw`SUMMARY:Зимний вечер\; тихий · Лада\, и струны`,
    )
    assert.equal(
      line(answer, 'LOCATION'),
      String.raw`LOCATION:Бар «Весна»\, Москва\, ул. Ленина\, 5`,
    )
    assert.equal(line(answer, 'SEQUENCE'), 'SEQUENCE:0')
    assert.equal(line(answer, 'STATUS'), 'STATUS:CONFIRMED')
    const page = `http://localhost/user/${artist.username}/${id}`
    assert.equal(
      line(answer, 'DESCRIPTION'),
      String.raw`DESCRIPTION:Тихо\nи тепло\n\nБилеты: https://tickets.example/1\n\n${page}`,
    )
    assert.ok(answer.body.split('\r\n').every((one) => Buffer.byteLength(one) <= 75))
  })

  test('counts up with each change of time, place or title, and with no other', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { startsIn: 60 })
    const change = (columns: object) =>
      world.sql.updateTable('concerts').set(columns).where('id', '=', id).execute()
    const sequence = async () => line(await evening(artist, id), 'SEQUENCE')
    await change({ title: 'Другой вечер' })
    assert.equal(await sequence(), 'SEQUENCE:1')
    await change({ placeName: 'Другой бар' })
    assert.equal(await sequence(), 'SEQUENCE:2')
    await change({ startsAt: new Date(world.now().getTime() + 90 * 60_000) })
    assert.equal(await sequence(), 'SEQUENCE:3')
    await change({ description: 'Приходите', revision: 7 })
    assert.equal(await sequence(), 'SEQUENCE:3')
    assert.equal((await whole(artist)).lines.filter((one) => one === 'SEQUENCE:3').length, 1)
  })

  test('says that a deleted one is off, under the same name', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { title: 'Не сложилось', startsIn: 60 })
    await remove(artist, id)
    for (const answer of [await evening(artist, id), await whole(artist)]) {
      assert.equal(answer.status, 200)
      assert.deepEqual(uids(answer), [`UID:${id}@localhost`])
      assert.equal(line(answer, 'STATUS'), 'STATUS:CANCELLED')
      assert.equal(line(answer, 'SEQUENCE'), 'SEQUENCE:1')
      assert.match(line(answer, 'SUMMARY') ?? '', /Не сложилось/u)
      assert.equal(line(answer, 'DTSTART'), 'DTSTART:20261121T190000Z')
    }
  })

  test('of a closed concert is for whoever has its link, there or gone', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { startsIn: 60, closedSession: true })
    assert.equal(line(await evening(artist, id), 'STATUS'), 'STATUS:CONFIRMED')
    assert.deepEqual(uids(await whole(artist)), [])
    assert.doesNotMatch((await feed(artist)).body, /<item>/u)
    await remove(artist, id)
    assert.equal(line(await evening(artist, id), 'STATUS'), 'STATUS:CANCELLED')
    assert.deepEqual(uids(await whole(artist)), [])
  })

  test('is not there for another artist, an unknown id and what is no id', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const id = await world.concert(artist, { startsIn: 60 })
    for (const url of [
      `/user/${other.username}/${id}.ics`,
      `/user/${artist.username}/${randomUUIDv7()}.ics`,
      `/user/${artist.username}/null.ics`,
      `/user/nobody-at-all/${id}.ics`,
      '/user/nobody-at-all.ics',
      '/user/nobody-at-all/feed.xml',
      '/user/%D0%B0%0D%0A.ics',
    ])
      assert.equal((await get(url)).status, 404, url)
  })
})

describe('the whole calendar of an artist', () => {
  test('has his evenings of a year back and all to come, by their time, and nobody else’s', async () => {
    const artist = await world.artist({ username: 'lada.kalendar', name: 'Лада' })
    const late = await world.concert(artist, { startsIn: 5000 })
    const soon = await world.concert(artist, { startsIn: 100 })
    const played = await world.concert(artist, { startsIn: -5000, status: 'PLAYED' })
    await world.concert(artist, { startsIn: (-400 * DAY_MS) / MINUTE_MS, status: 'PLAYED' })
    await world.concert(await world.artist(), { startsIn: 100 })
    const answer = await get('/user/LADA.kalendar.ics')
    assert.deepEqual(
      uids(answer),
      [played, soon, late].map((id) => `UID:${id}@localhost`),
    )
    assert.ok(answer.lines.includes('X-WR-CALNAME:Лада: концерты'))
    assert.ok(answer.lines.some((one) => one.startsWith('REFRESH-INTERVAL')))
  })

  test('tells how long descriptions begin, and leaves the rest to the calendar of the evening', async () => {
    const artist = await world.artist()
    const description = `${'Ж'.repeat(399)}😀${'Щ'.repeat(3000)}`
    const id = await world.concert(artist, { description })
    const about = line(await whole(artist), 'DESCRIPTION') ?? ''
    assert.ok(about.startsWith(`DESCRIPTION:${'Ж'.repeat(399)}…`), about)
    assert.ok(about.endsWith(id))
    assert.ok(line(await evening(artist, id), 'DESCRIPTION')?.includes(description))
  })

  test('is there without an evening in it', async () => {
    const answer = await whole(await world.artist())
    assert.equal(answer.status, 200)
    assert.deepEqual(uids(answer), [])
  })
})

describe('the feed of an artist', () => {
  test('has his announcements, the newest first, with nobody’s tags in it', async () => {
    const artist = await world.artist({ name: 'Лада & <b>Ко</b>' })
    const first = await world.concert(artist, { startsIn: 6000, title: 'Один' })
    world.advance(60_000)
    const second = await world.concert(artist, { startsIn: 60, title: '<script>alert(1)</script>' })
    const { body, responseHeaders } = await feed(artist)
    assert.equal(responseHeaders['content-type'], 'application/rss+xml; charset=utf-8')
    const page = `http://localhost/user/${artist.username}`
    assert.deepEqual(
      [...body.matchAll(/<guid isPermaLink="true">([^<]+)<\/guid>/gu)].map(([, guid]) => guid),
      [`${page}/${second}`, `${page}/${first}`],
    )
    assert.ok(body.includes('<title>Лада &amp; &lt;b&gt;Ко&lt;/b&gt;: концерты</title>'))
    assert.ok(body.includes(`<atom:link href="${page}/feed.xml" rel="self"`))
    assert.ok(body.includes(`<lastBuildDate>${world.now().toUTCString()}</lastBuildDate>`))
    assert.doesNotMatch(body, /<script>/u)
  })

  test('changes its date when a concert is deleted', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { startsIn: 60 })
    world.advance(60_000)
    await remove(artist, id)
    const { body } = await feed(artist)
    assert.ok(body.includes(`<lastBuildDate>${world.now().toUTCString()}</lastBuildDate>`))
  })

  test('tells of a move and of a cancellation as of news', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { startsIn: 6000, title: 'Один' })
    const news = async () => {
      const { body } = await feed(artist)
      const [, title] = /<item>\n<title>([^<]+)/u.exec(body) ?? []
      const [, guid] = /<guid[^>]*>([^<]+)/u.exec(body) ?? []
      return { title, guid, items: body.split('<item>').length - 1 }
    }
    const announced = await news()
    assert.deepEqual([announced.title, announced.items], ['Один', 1])
    const startsAt = new Date(world.now().getTime() + 86_400_000)
    const startWas = new Date(world.now().getTime() + 3_600_000)
    await world.sql
      .updateTable('concerts')
      .set({ startsAt, startWas, endsAt: new Date(startsAt.getTime() + 3_600_000) })
      .where('id', '=', id)
      .execute()
    const moved = await news()
    assert.deepEqual([moved.title, moved.items], ['Концерт перенесён: Один', 1])
    assert.notEqual(moved.guid, announced.guid)
    const endsAt = new Date(startsAt.getTime() + 7_200_000)
    await world.sql.updateTable('concerts').set({ endsAt }).where('id', '=', id).execute()
    assert.equal((await news()).guid, moved.guid, 'a longer evening is no move')
    await remove(artist, id)
    const gone = await news()
    assert.deepEqual([gone.title, gone.items], ['Концерт отменён: Один', 1])
    assert.notEqual(gone.guid, moved.guid)
  })

  test('tells of each move: back to where it was, and to another house of the same name', async () => {
    const artist = await world.artist()
    const start = world.now().getTime() + 5 * 3_600_000
    const time = (hours: number) => ({
      dateTimeStart: new Date(start + hours * 3_600_000).toISOString(),
      durationHours: 2,
      durationMinutes: 0,
    })
    const place = (description: string) => ({
      description: 'Один',
      location: { name: 'Чердак', description, longitude: null, latitude: null },
    })
    const body = { ...place('Лесная, 1'), ...time(0) }
    const { id } = await world.ok(api.session.create, { body }, artist)
    const seen = new Set<string>()
    for (const [hours, address] of [
      [2, 'Лесная, 1'],
      [0, 'Лесная, 1'],
      [0, 'Лесная, 7'],
    ] as const) {
      const correction = { sessionId: id, ...place(address), time: time(hours) }
      await world.ok(api.session.correct, { body: correction }, artist)
      const { body: told } = await feed(artist)
      assert.match(told, /<title>Концерт перенесён: Один/u)
      seen.add(/<guid[^>]*>([^<]+)/u.exec(told)?.[1] ?? '')
    }
    assert.equal(seen.size, 3)
    const renamed = { sessionId: id, ...place('Лесная, 7'), description: 'Два', time: time(0) }
    await world.ok(api.session.correct, { body: renamed }, artist)
    const { body: told } = await feed(artist)
    assert.ok(seen.has(/<guid[^>]*>([^<]+)/u.exec(told)?.[1] ?? ''), 'another title is no move')
  })

  test('tells once of later dates of a series that are moved together, and of each moved alone', async () => {
    const artist = await world.artist()
    const at = (day: number, hour: number) => `2026-12-${day}T${hour}:00:00+03:00`
    const length = { durationHours: 2, durationMinutes: 0 }
    const description = 'По четвергам'
    const location = { name: 'Чердак', description: 'Лесная, 1', longitude: null, latitude: null }
    const repeat = { weekdays: [4], until: '2026-12-31' }
    const body = { description, location, dateTimeStart: at(10, 20), ...length, repeat }
    await world.ok(api.session.create, { body }, artist)
    const series = await world.sql
      .selectFrom('concerts')
      .select('id')
      .where('artistId', '=', artist.id)
      .orderBy('startsAt')
      .execute()
    const ids = series.map(({ id }) => id)
    const told = async () => {
      const { body: rss } = await feed(artist)
      return [...rss.matchAll(/<item>.*?<\/item>/gsu)].map(([item]) => ({
        place: ids.findIndex((id) => item.includes(`${id}</link>`)),
        isMove: item.includes('<title>Концерт перенесён'),
        guid: /<guid[^>]*>([^<]+)/u.exec(item)?.[1] ?? '',
      }))
    }
    const lines = async () => (await told()).map(({ place, isMove }) => [place, isMove])
    const correct = (place: number, hour: number, more: object = {}) => {
      const time = { dateTimeStart: at(10 + place * 7, hour), ...length }
      const correction = { sessionId: ids[place] ?? '', description, location, time, ...more }
      return world.ok(api.session.correct, { body: correction }, artist)
    }
    await correct(1, 21, { following: true })
    assert.deepEqual(await lines(), [
      [1, true],
      [0, false],
    ])
    await correct(2, 22)
    assert.deepEqual(await lines(), [
      [2, true],
      [1, true],
      [0, false],
    ])
    const guids = async () => (await told()).map(({ guid }) => guid)
    const first = await guids()
    await correct(3, 21, { description: 'Последний в году' })
    const longer = { dateTimeStart: at(17, 21), durationHours: 3, durationMinutes: 0 }
    await correct(1, 21, { time: longer })
    assert.deepEqual(await guids(), first)
    await world.ok(api.session.remove, { query: { sessionId: ids[1] ?? '' } }, artist)
    assert.deepEqual(
      (await guids()).filter((guid) => !guid.endsWith('gone')),
      first,
    )
    assert.equal((await feed(artist)).body.match(/И ещё 2\sраза/gu)?.length, 1)
    // As an older version of the product has moved it.
    const known = await lines()
    await world.sql
      .updateTable('concerts')
      .set({ movedAt: null })
      .where('id', '=', ids[2] ?? '')
      .execute()
    assert.deepEqual(new Set((await lines()).map(String)), new Set(known.map(String)))
  })
})

describe('who asks again', () => {
  test('gets 304 and no body until something has changed', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { startsIn: 60 })
    for (const url of [
      `/user/${artist.username}.ics`,
      `/user/${artist.username}/${id}.ics`,
      `/user/${artist.username}/feed.xml`,
    ]) {
      const { responseHeaders } = await get(url)
      const etag = String(responseHeaders['etag'])
      for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
        const again = await get(url, { 'if-none-match': known })
        assert.deepEqual([again.status, again.body, again.responseHeaders['etag']], [304, '', etag])
      }
      assert.equal((await get(url, { 'if-none-match': 'W/"other"' })).status, 200)
      await world.sql
        .updateTable('concerts')
        .set({ title: `Вечер для ${url.length} ${url.at(-1)}` })
        .where('id', '=', id)
        .execute()
      const changed = await get(url, { 'if-none-match': etag })
      assert.equal(changed.status, 200, url)
      assert.notEqual(changed.responseHeaders['etag'], etag)
    }
  })
})

describe('a nickname with the ending of a file', () => {
  test('is nobody’s to take', async () => {
    for (const username of ['lada.ics', 'Lada.XML']) {
      const { fields } = await world.refused('VALIDATION', api.auth.isUsernameFree, {
        body: { username },
      })
      assert.match(fields?.['username'] ?? '', /\.ics/u)
    }
    const free = { body: { username: 'lada.icsi' } }
    assert.equal(await world.ok(api.auth.isUsernameFree, free), true)
  })

  test('that somebody had before leads to his page and not to a calendar', async () => {
    const artist = await world.artist({ username: 'stary.ics' })
    const { status, responseHeaders } = await get(`/user/${artist.username}`)
    assert.deepEqual([status, responseHeaders['location']], [302, '/user/stary.ics/'])
    assert.deepEqual((await get('/user/stary.ics.ics')).status, 200)
  })
})
