import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { forgetGoneConcerts } from '#server/modules/concerts/concerts.service.ts'
import { forgetOldGuests, notifyGuests } from '#server/modules/notifications/guests.service.ts'
import { noteConcertNews, notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { knownPhone, makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const CANCELLED = 'Аня: концерт отменён'
const WORDS = 'Лёша потерял голос'

let world: World
let service: Awaited<ReturnType<typeof startPushService>>

before(async () => {
  world = await makeWorld()
  service = await startPushService(async () => (await world.ok(api.songs.pushKey)).publicKey)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await world.close()
})

const coming = (startsIn = 24 * 60) =>
  makeStage(world, { artist: { name: 'Аня' }, concert: { status: 'SCHEDULED', startsIn } })
type Stage = Awaited<ReturnType<typeof coming>>

const cancel = ({ as, concertId }: Pick<Stage, 'as' | 'concertId'>, words = WORDS) =>
  world.ok(api.session.remove, { query: { sessionId: concertId, words } }, as)

async function tell() {
  await notifyGuests(world.app.ctx)
  await notifyFollowers(world.app.ctx)
}

/** A phone that follows this artist by push. */
async function follower(artistUsername: string) {
  const phone = await knownPhone(world)
  const as = { cookie: phone.cookie ?? '' }
  const name = randomUUID()
  const body = { artistUsername, timeZone: 'Europe/Moscow', subscription: service.subscribe(name) }
  await world.ok(api.follows.byPush, { body }, as)
  return { as, received: () => service.receivedTitles(name) }
}

/** A phone whose order is told about. */
async function orderer(stage: Stage) {
  const phone = makePhone(world)
  const { data } = await phone.order(stage, stage.ids.А)
  const name = randomUUID()
  const as = { cookie: phone.cookie ?? '' }
  const body = { orderId: data.orderId, subscription: service.subscribe(name) }
  await world.ok(api.songs.pushSubscription, { body }, as)
  return { as, received: () => service.receivedTitles(name) }
}

describe('a cancelled concert', () => {
  test('has its page for a year, with what the artist says', async () => {
    const stage = await coming()
    const { concertId: sessionId, artist } = stage
    await world.refused('NOT_FOUND', api.session.cancelled, { query: { sessionId } })
    await cancel(stage, ` ${WORDS} `)
    const page = await world.ok(api.session.cancelled, { query: { sessionId } })
    assert.deepEqual(
      [page.words, page.artist.username, page.closed],
      [WORDS, artist.username, false],
    )
    assert.equal(page.location.timeZone, 'Europe/Moscow')
    await world.refused('NOT_FOUND', api.session.byId, { query: { sessionId } })
    const later = (days: number) => ({
      ...world.app.ctx,
      now: () => new Date(world.app.ctx.now().getTime() + days * DAY_MS),
    })
    await forgetGoneConcerts(later(364))
    await world.ok(api.session.cancelled, { query: { sessionId } })
    await forgetGoneConcerts(later(367))
    await world.refused('NOT_FOUND', api.session.cancelled, { query: { sessionId } })
  })

  test('is named among the coming ones of its artist until it would have begun', async () => {
    const stage = await coming()
    const query = { artistUsername: stage.artist.username }
    const ahead = async () =>
      (await world.ok(api.session.cancelledAhead, { query })).map(({ id }) => id)
    assert.deepEqual(await ahead(), [])
    const closed = await world.concert(stage.artist, { startsIn: 24 * 60, closedSession: true })
    for (const concertId of [stage.concertId, closed]) await cancel({ ...stage, concertId })
    assert.deepEqual(await ahead(), [stage.concertId])
    world.advance(DAY_MS)
    assert.deepEqual(await ahead(), [])
  })

  test('says nothing of the place and the title of an evening behind a code word', async () => {
    const stage = await coming()
    const { concertId: sessionId, as } = stage
    await world.ok(
      api.artist.changeRules,
      { body: { sessionId, rules: {}, codeWord: 'свадьба' } },
      as,
    )
    await cancel(stage)
    const page = await world.ok(api.session.cancelled, { query: { sessionId } })
    assert.deepEqual([page.title, page.location.name, page.closed], ['Закрытый вечер', '', true])
  })

  test('is none when it is deleted after its end, or was on the street', async () => {
    const stage = await makeStage(world, { concert: { status: 'PLAYED', startsIn: -600 } })
    await cancel(stage)
    const query = { sessionId: stage.concertId }
    await world.refused('NOT_FOUND', api.session.cancelled, { query })
  })

  test('refuses words that are too long', async () => {
    const stage = await coming()
    const query = { sessionId: stage.concertId, words: 'а'.repeat(301) }
    const { fields } = await world.refused('VALIDATION', api.session.remove, { query }, stage.as)
    assert.match(fields?.['words'] ?? '', /не длиннее 300/u)
    await world.ok(api.session.byId, { query: { sessionId: stage.concertId } })
  })
})

describe('who is told that a concert is cancelled', () => {
  test('is who ordered, who goes and who follows, each once and with the artist’s words', async () => {
    world.setNow(new Date('2026-11-03T09:00:00Z'))
    const stage = await coming()
    const { artist, concertId: sessionId } = stage
    const other = (await world.artist()).username
    const [fan, goes, stranger] = [
      await follower(artist.username),
      await follower(other),
      await follower(other),
    ]
    const ordered = await orderer(stage)
    // Who follows and goes is told once.
    for (const { as } of [fan, goes])
      await world.ok(api.session.going, { body: { sessionId, going: true } }, as)
    await cancel(stage)
    await Promise.all([tell(), tell()])
    // A busy push service is asked again.
    world.advance(2 * MINUTE_MS)
    await tell()
    assert.deepEqual(
      [fan, goes, ordered, stranger].map(({ received }) => received()),
      [[CANCELLED], [CANCELLED], [CANCELLED], []],
    )
    const { message } = service.received.at(-1) ?? {}
    assert.match(message?.body ?? '', new RegExp(`«${WORDS}»$`, 'u'))
    assert.equal(message?.url, `/user/${artist.username}/${sessionId}`)
  })

  test('is told the same day, although something was told that day already', async () => {
    world.setNow(new Date('2026-11-03T09:00:00Z'))
    const stage = await coming()
    const phone = await follower(stage.artist.username)
    world.setNow(new Date('2026-11-04T06:30:00Z'))
    await tell()
    assert.deepEqual(phone.received(), ['Аня: концерт сегодня'])
    await cancel(stage)
    await tell()
    assert.deepEqual(phone.received(), ['Аня: концерт сегодня', CANCELLED])
  })

  test('waits till the morning of a follower, and not for one who is coming', async () => {
    world.setNow(new Date('2026-11-03T21:00:00Z'))
    const stage = await coming()
    const [fan, ordered] = [await follower(stage.artist.username), await orderer(stage)]
    await cancel(stage)
    await tell()
    assert.deepEqual([fan.received(), ordered.received()], [[], [CANCELLED]])
    world.advance(10 * HOUR_MS)
    await tell()
    assert.deepEqual(fan.received(), [CANCELLED])
  })

  test('is nobody who was not told of the concert yet', async () => {
    world.setNow(new Date('2026-11-03T09:00:00Z'))
    const artist = await world.artist()
    const phone = await follower(artist.username)
    const body = {
      dateTimeStart: '2026-11-09T19:00:00+03:00',
      durationHours: 2,
      durationMinutes: 0,
      description: 'Вечер',
      location: { name: 'Подвал', description: '', longitude: 37.6, latitude: 55.75 },
    }
    const { id } = await world.ok(api.session.create, { body }, artist)
    world.advance(5 * MINUTE_MS)
    await world.ok(api.session.remove, { query: { sessionId: id } }, artist)
    await tell()
    world.advance(HOUR_MS)
    await tell()
    assert.deepEqual(phone.received(), [])
  })

  test('is nobody whose announcement still waits for his morning, but who is coming', async () => {
    // 22:30 in Moscow.
    world.setNow(new Date('2026-11-03T19:30:00Z'))
    const artist = await world.artist({ name: 'Аня' })
    const [fan, goes] = [await follower(artist.username), await follower(artist.username)]
    const body = {
      dateTimeStart: '2026-11-09T19:00:00+03:00',
      durationHours: 2,
      durationMinutes: 0,
      description: 'Вечер',
      location: { name: 'Подвал', description: '', longitude: 37.6, latitude: 55.75 },
    }
    const { id: sessionId } = await world.ok(api.session.create, { body }, artist)
    world.advance(16 * MINUTE_MS)
    await tell()
    await world.ok(api.session.going, { body: { sessionId, going: true } }, goes.as)
    const late = await follower(artist.username)
    world.advance(44 * MINUTE_MS)
    await world.ok(api.session.remove, { query: { sessionId } }, artist)
    await tell()
    assert.deepEqual([fan.received(), goes.received()], [[], [CANCELLED]])
    world.setNow(new Date('2026-11-04T06:01:00Z'))
    await tell()
    assert.deepEqual(
      [fan, goes, late].map(({ received }) => received()),
      [[], [CANCELLED], [CANCELLED]],
    )
  })

  test('is a follower who was coming, also where followers get no news of it', async () => {
    world.setNow(new Date('2026-11-03T09:00:00Z'))
    const stage = await coming()
    const { artist } = stage
    const closed = await world.concert(artist, { startsIn: 24 * 60, closedSession: true })
    await noteConcertNews(world.app.ctx, { concertId: stage.concertId, about: 'new' })
    for (const sessionId of [closed, stage.concertId]) {
      const [fan, goes] = [await follower(artist.username), await follower(artist.username)]
      await world.ok(api.session.going, { body: { sessionId, going: true } }, goes.as)
      await cancel({ ...stage, concertId: sessionId })
      await tell()
      assert.deepEqual([fan.received(), goes.received()], [[], [CANCELLED]])
    }
  })

  test('is who paid, at the address of the receipt, which is kept no longer', async () => {
    world.setNow(new Date('2026-11-03T09:00:00Z'))
    const concert = await paidConcert(world, {
      artist: { name: 'Аня' },
      concert: { status: 'SCHEDULED', startsIn: 24 * 60 },
    })
    const { id, by } = await concert.paid()
    const email = `${randomUUID()}@example.org`
    await world.sql.updateTable('payments').set({ receiptTo: email }).where('id', '=', id).execute()
    await cancel({ as: concert.as, concertId: concert.sessionId })
    await tell()
    assert.deepEqual(
      world.sentMail.filter(({ to }) => to === email).map(({ subject }) => subject),
      [CANCELLED],
    )
    await world.settle()
    const [order] = await world.ok(
      api.songs.myOrders,
      { query: { sessionId: concert.sessionId } },
      { cookie: by.cookie ?? '' },
    )
    assert.deepEqual([order?.state, order?.amount], ['RETURNED', 10_000])
    await forgetOldGuests(world.app.ctx)
    const guests = await world.sql.selectFrom('goneGuests').select('id').execute()
    assert.deepEqual(guests, [])
  })
})

describe('what sounded', () => {
  test('is shown in its order once the concert is over, where its artist shows songs', async () => {
    const stage = await makeStage(world)
    const query = { sessionId: stage.concertId }
    await stage.scheduled('Б', 'А', 'В')
    for (let step = 0; step < 3; step += 1) {
      await stage.next()
      world.advance(MINUTE_MS)
    }
    assert.deepEqual(await world.ok(api.session.played, { query }), [])
    const body = { sessionId: stage.concertId, sessionStatus: 'PLAYED' } as const
    await world.ok(api.artist.updateSessionStatus, { body }, stage.as)
    const played = await world.ok(api.session.played, { query })
    const who = { query: { artistUsername: stage.artist.username } }
    const { songs, ordered } = (await world.ok(api.session.last, who)) ?? {}
    assert.deepEqual([songs, ordered], [2, 0])
    assert.deepEqual(
      played.map(({ title }) => title),
      ['Б', 'А'],
      'what did not end is not played',
    )
    assert.ok(played.every(({ startedAt }) => startedAt !== null))
    await world.sql
      .updateTable('concerts')
      .set({ showSongsOnPoster: false })
      .where('id', '=', stage.concertId)
      .execute()
    assert.deepEqual(await world.ok(api.session.played, { query }), [])
    world.advance(13 * HOUR_MS)
    assert.equal(await world.ok(api.session.last, who), null)
  })
})

test('a concert that is moved says why', async () => {
  const stage = await coming()
  const body = {
    sessionId: stage.concertId,
    description: 'Тихий концерт',
    location: { name: 'Чердак', description: '', longitude: 49.1, latitude: 55.79 },
    words: 'Бар чинит сцену',
  }
  assert.equal((await world.ok(api.session.correct, { body }, stage.as)).words, 'Бар чинит сцену')
  const { words: _, ...without } = body
  const kept = await world.ok(api.session.correct, { body: without }, stage.as)
  assert.equal(kept.words, 'Бар чинит сцену')
  const cleared = await world.ok(api.session.correct, { body: { ...body, words: '' } }, stage.as)
  assert.equal(cleared.words, undefined)
})
