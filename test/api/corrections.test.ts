import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { readCalendar } from '#test/support/calendar.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import {
  advanceAndSettle,
  assertSound,
  atTheBank,
  outcomeOf,
  paidConcert,
} from '#test/support/paid-concert.ts'
import { eventually } from '#test/support/eventually.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const MOVED = 'Концерт перенесён'

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

const TIME = { dateTimeStart: '2026-12-06T21:00:00+03:00', durationHours: 3, durationMinutes: 15 }
const KAZAN = { name: 'Чердак', description: '', longitude: 49.1, latitude: 55.79 }
const SAME = { name: 'Подвал', description: '', longitude: 37.62, latitude: 55.75 }

type Change = { description?: string; location?: typeof KAZAN; time?: typeof TIME }

const wish = (sessionId: string, change: Change = {}) => ({
  body: { sessionId, description: 'Тихий концерт', location: SAME, ...change },
})

const correct = (stage: TestStage, change?: Change) =>
  world.ok(api.session.correct, wish(stage.concertId, change), stage.as)

const coming = () => makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 24 * 60 } })

describe('a correction of what was announced', () => {
  test('gives a concert another title, time and place, with the hour of its new zone', async () => {
    const stage = await coming()
    const announced = await world.ok(api.session.byId, { query: { sessionId: stage.concertId } })
    const change = { description: ' Громкий  концерт ', location: KAZAN, time: TIME }
    const answer = await correct(stage, change)
    assert.equal(answer.title, 'Громкий концерт')
    assert.deepEqual(
      [answer.dateTimeStart, answer.dateTimeEnd],
      ['2026-12-06T21:00:00+03:00', '2026-12-07T00:15:00+03:00'],
    )
    const { name, latitude, timeZone } = answer.location
    assert.deepEqual([name, latitude, timeZone], ['Чердак', 55.79, 'Europe/Moscow'])
    assert.deepEqual(
      [answer.corrections, answer.dateTimeStartWas, answer.venueWas],
      [1, announced.dateTimeStart, 'Подвал'],
    )
    const read = await world.ok(api.session.byId, { query: { sessionId: stage.concertId } })
    assert.deepEqual(read, answer)
  })

  test('back to what was announced leaves nothing to tell of, and none at all is none', async () => {
    const stage = await coming()
    const { dateTimeStart } = await correct(stage)
    const same = { dateTimeStart, durationHours: 2, durationMinutes: 0 }
    const still = await correct(stage, { time: same })
    assert.deepEqual([still.corrections, still.location.city], [undefined, 'Москва'])
    await correct(stage, { time: TIME, location: KAZAN })
    const back = await correct(stage, { time: same })
    assert.deepEqual(
      [back.corrections, back.dateTimeStartWas, back.venueWas],
      [2, undefined, undefined],
    )
  })

  test('is known to open pages, and so is whether songs are ordered', async () => {
    const { concertId: sessionId, as } = await makeStage(world)
    const allow = async (privacy: object, description?: string) => {
      const advancedSessionDTO = { privacy, ...(description && { description }) }
      const body = { sessionId, advancedSessionDTO }
      const { corrections } = await world.ok(api.session.update, { body }, as)
      return corrections
    }
    assert.equal(await allow({ ableGetSongs: false }), 1)
    assert.equal(await allow({ showSongsOnPoster: false }, 'Тихо'), 1)
    assert.equal(await allow({ ableGetSongs: true }), 2)
  })

  test('of a running one changes its title and place, and its time never', async () => {
    const stage = await makeStage(world)
    const answer = await correct(stage, { description: 'Громче', location: KAZAN })
    assert.deepEqual(
      [answer.title, answer.location.name, answer.sessionStatus],
      ['Громче', 'Чердак', 'NOW'],
    )
    const refused = wish(stage.concertId, { time: TIME })
    const { fields } = await world.refused('VALIDATION', api.session.correct, refused, stage.as)
    assert.match(fields?.['dateTimeStart'] ?? '', /«Дольше»/u)
  })

  test('lets a start that passed stay, or be moved ahead', async () => {
    const late = { concert: { status: 'SCHEDULED' as const, startsIn: -30 } }
    const stage = await makeStage(world, late)
    const { dateTimeStart } = await correct(stage, { description: 'Скоро начнём' })
    const longer = { dateTimeStart, durationHours: 4, durationMinutes: 0 }
    await correct(stage, { time: longer })
    const gone = wish(stage.concertId, {
      time: { ...longer, durationHours: 0, durationMinutes: 20 },
    })
    const { fields } = await world.refused('VALIDATION', api.session.correct, gone, stage.as)
    assert.deepEqual(Object.keys(fields ?? {}), ['durationHours'])
    assert.equal((await correct(stage, { time: TIME })).dateTimeStart, TIME.dateTimeStart)
  })

  test('is refused at each wrong field, once the concert is over, and to others', async () => {
    const stage = await coming()
    const wrong = wish(stage.concertId, {
      description: ' ',
      location: { ...KAZAN, name: '' },
      time: { dateTimeStart: '2020-01-01T10:00:00Z', durationHours: 25, durationMinutes: 0 },
    })
    const { fields } = await world.refused('VALIDATION', api.session.correct, wrong, stage.as)
    assert.deepEqual(Object.keys(fields ?? {}).toSorted(), [
      'dateTimeStart',
      'description',
      'durationHours',
      'location.name',
    ])
    const other = await world.artist()
    await world.refused('NOT_YOURS', api.session.correct, wish(stage.concertId), other)
    await world.refused('NOT_FOUND', api.session.correct, wish(randomUUID()), other)
    const over = await makeStage(world, { concert: { status: 'PLAYED', startsIn: -300 } })
    await world.refused('ILLEGAL_STEP', api.session.correct, wish(over.concertId), over.as)
  })

  test('keeps the orders as they are, and lists and searches show it at once', async () => {
    const stage = await coming()
    await makePhone(world).order(stage, stage.ids.А)
    const queue = await stage.queue()
    const found = async (city: string) => {
      const body = { artistUsername: stage.artist.username, city }
      return (await world.ok(api.session.getSessions, { body })).map(({ title }) => title)
    }
    assert.deepEqual([await found('Казань'), await found('Москва')], [[], ['Тихий концерт']])
    await correct(stage, { location: KAZAN })
    assert.deepEqual([await found('Казань'), await found('Москва')], [['Тихий концерт'], []])
    assert.deepEqual(await stage.queue(), queue)
  })

  test('moves no money: what was paid stays paid, and is the artist’s once its song was played', async () => {
    const concert = { status: 'SCHEDULED', startsIn: 24 * 60 } as const
    const show = await paidConcert(world, { concert })
    const [card, sbp] = [await show.paid('card', 10_000), await show.paid('sbp', 20_000)]
    const money = async () => ({
      outcomes: [await outcomeOf(world, card.id), await outcomeOf(world, sbp.id)],
      bank: [await atTheBank(world, card.id), await atTheBank(world, sbp.id)],
      owed: await show.owed(),
    })
    const paid = await money()
    const body = wish(show.sessionId, { description: 'Громкий', location: KAZAN, time: TIME })
    await world.ok(api.session.correct, body, show.as)
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await money(), paid)
    const start = { sessionId: show.sessionId, sessionStatus: 'NOW' as const }
    await world.ok(api.artist.updateSessionStatus, { body: start }, show.as)
    for (const { song } of [card, sbp]) await show.played(song)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await show.owed(), 27_000)
    await assertSound(world)
  })
})

async function parsed({ artist, concertId }: TestStage) {
  const [event] = await readCalendar(world, `/user/${artist.username}/${concertId}.ics`)
  return event ?? assert.fail()
}

test('calendars of others read a corrected concert under its old name, with a higher sequence', async () => {
  const stage = await coming()
  const first = await parsed(stage)
  assert.equal(first.sequence, 0)
  await correct(stage, { time: TIME, location: KAZAN, description: 'Громкий; концерт' })
  const next = await parsed(stage)
  assert.deepEqual(
    [next.uid, next.sequence, next.starts, next.ends],
    [first.uid, 1, '2026-12-06T18:00:00.000Z', '2026-12-06T21:15:00.000Z'],
  )
  assert.match(next.summary, /^Громкий; концерт · /u)
  assert.match(next.location, /^Чердак/u)
  assert.ok(next.changed >= first.changed)
  await correct(stage, { time: TIME, location: KAZAN, description: 'Громкий; концерт' })
  assert.equal((await parsed(stage)).sequence, 1)
})

const run = () => notifyListeners(world.app.ctx)

/** A phone with orders for these songs and a push subscription for each. */
async function subscribed(stage: TestStage, ...titles: Title[]) {
  const phone = makePhone(world)
  const name = randomUUID()
  const subscription = service.subscribe(name)
  const orders: string[] = []
  for (const title of titles) {
    const { orderId } = (await phone.order(stage, stage.ids[title])).data
    orders.push(orderId)
    const as = { ...(phone.cookie !== undefined && { cookie: phone.cookie }) }
    await world.ok(api.songs.pushSubscription, { body: { orderId, subscription } }, as)
  }
  const cancel = (orderId: string) =>
    world.ok(
      api.songs.cancelOrder,
      { body: { orderId } },
      { ...(phone.cookie !== undefined && { cookie: phone.cookie }) },
    )
  return { orders, cancel, name, receivedTitles: () => service.receivedTitles(name) }
}

describe('those who ordered', () => {
  test('are told once a device where and when it is now, a minute after the last change', async () => {
    const stage = await coming()
    const phone = await subscribed(stage, 'А', 'Б')
    await correct(stage, { time: TIME })
    await correct(stage, { time: TIME, location: KAZAN })
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    world.advance(MINUTE_MS)
    await Promise.all([run(), run()])
    assert.deepEqual(phone.receivedTitles(), [MOVED])
    const { message } = service.received.find(({ name }) => name === phone.name) ?? {}
    assert.deepEqual(message, {
      title: MOVED,
      body: '«Тихий концерт»: воскресенье, 6 дек., 21:00 (МСК), Чердак, Казань',
      url: `/user/${stage.artist.username}/${stage.concertId}`,
    })
  })

  test('are not told of another title, and of the next move not within the hour', async () => {
    const stage = await coming()
    const phone = await subscribed(stage, 'А')
    await correct(stage, { description: 'Громче' })
    world.advance(MINUTE_MS)
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    await correct(stage, { time: TIME })
    world.advance(MINUTE_MS)
    await run()
    await correct(stage, { time: { ...TIME, durationHours: 2 }, location: KAZAN })
    world.advance(30 * MINUTE_MS)
    await run()
    assert.deepEqual(phone.receivedTitles(), [MOVED])
    world.advance(30 * MINUTE_MS)
    await run()
    assert.deepEqual(phone.receivedTitles(), [MOVED, MOVED])
  })

  test('are told of a move that comes while they are told of the one before it', async () => {
    const stage = await coming()
    const phone = await subscribed(stage, 'А')
    await correct(stage, { time: TIME })
    world.advance(MINUTE_MS)
    const answer = service.holds()
    const telling = run()
    await eventually(async () => service.received.some(({ name }) => name === phone.name), true)
    await correct(stage, { time: TIME, location: KAZAN })
    answer()
    await telling
    world.advance(60 * MINUTE_MS)
    await run()
    assert.deepEqual(phone.receivedTitles(), [MOVED, MOVED])
  })

  test('are told once where a page that was opened before the move changes the title alone', async () => {
    const stage = await coming()
    const phone = await subscribed(stage, 'А')
    const body = { sessionId: stage.concertId }
    await world.ok(api.session.correct, { body: { ...body, location: KAZAN } }, stage.as)
    world.advance(MINUTE_MS)
    await run()
    const title = { ...body, description: 'Громче' }
    const answer = await world.ok(api.session.correct, { body: title }, stage.as)
    const { name, city } = answer.location
    assert.deepEqual([answer.title, name, city], ['Громче', 'Чердак', 'Казань'])
    assert.equal(answer.venueWas, 'Подвал')
    world.advance(60 * MINUTE_MS)
    await run()
    assert.deepEqual(phone.receivedTitles(), [MOVED])
  })

  test('and have taken all of it back are told nothing', async () => {
    const stage = await coming()
    const [left, gone] = [await subscribed(stage, 'А', 'Б'), await subscribed(stage, 'В')]
    await correct(stage, { time: TIME })
    await left.cancel(left.orders[0] ?? '')
    await gone.cancel(gone.orders[0] ?? '')
    world.advance(MINUTE_MS)
    await run()
    assert.deepEqual([left.receivedTitles(), gone.receivedTitles()], [[MOVED], []])
  })
})
