import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { PlaceAhead } from '#contract/songs.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { waiting } from '#domain/queue/queue.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { aheadNow, paceNow } from '#web/features/ordering/moves.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

/** A phone that has ordered these songs. */
async function orderedBy(stage: TestStage, ...titles: (keyof TestStage['ids'])[]) {
  const phone = makePhone(world)
  for (const title of titles) {
    const { status, failure } = await phone.order(stage, stage.ids[title])
    assert.equal(status, 200, JSON.stringify(failure))
  }
  return phone
}

const ahead = (
  stage: TestStage,
  { cookie, ...query }: { cookie?: string; songId?: string; amount?: number; table?: number } = {},
) =>
  world.ok(
    api.songs.placeAhead,
    { query: { sessionId: stage.concertId, ...query } },
    cookie === undefined ? {} : { cookie },
  )

test('before an order it is told the place that the order then gets, its wait and what is left of the limit', async () => {
  const stage = await makeStage(world)
  const first = await orderedBy(stage, 'А')
  const told = await ahead(stage, { songId: stage.ids.Б })
  assert.equal(told.place, 2)
  assert.deepEqual(told.left, { ordered: 0, most: 2 })
  assert.ok(told.waitMinutes !== null && told.endsAt !== undefined)

  const own = await ahead(stage, { cookie: first.cookie ?? '' })
  assert.deepEqual(own.left, { ordered: 1, most: 2 })
  const joins = await ahead(stage, { songId: stage.ids['А'] })
  assert.deepEqual([joins.place, joins.waits], [1, true])

  const second = await orderedBy(stage, 'Б')
  const [mine] = await myOrders(world, stage.concertId, second.cookie)
  assert.equal(mine?.place, told.place)
  assert.deepEqual(mine.waitMinutes, told.waitMinutes)
})

test('in a circle by tables it is told the place of the table whose code it has opened', async () => {
  const stage = await makeStage(world)
  const rules = { turn: 'circle', byTable: true, lock: 0 } as const
  await world.ok(api.artist.changeRules, { body: { sessionId: stage.concertId, rules } }, stage.as)
  const first = makePhone(world)
  await first.order(stage, stage.ids['А'], { table: 7 })
  await makePhone(world).order(stage, stage.ids['Б'], { table: 7 })
  await makePhone(world).order(stage, stage.ids['В'], { table: 8 })
  const tells = async (table: number | null, phone = makePhone(world)) => {
    const { cookie } = phone
    const query = { songId: stage.ids['Г'], table: table ?? 0, ...(cookie && { cookie }) }
    const { place } = await ahead(stage, query)
    const { data } = await phone.order(stage, stage.ids['Г'], { table })
    assert.equal(place, data.place)
    const body = { orderId: data.orderId }
    await world.ok(api.songs.cancelOrder, { body }, { cookie: phone.cookie ?? '' })
    return place
  }
  assert.equal(await tells(7), 4)
  assert.equal(await tells(9), 3)
  // The one who ordered first sits at the second table by now, then at none.
  assert.equal(await tells(8, first), 4)
  assert.equal(await tells(null, first), 4)
})

test('the limit of paid orders counts those that are still being paid, as an order itself does', async () => {
  const { artist, sessionId, ordered } = await paidConcert(world)
  const body = { sessionId, rules: { ...DEFAULT_RULES, paidWaiting: 2 } }
  await world.ok(api.artist.changeRules, { body }, { token: artist.token })
  const { by, page } = await ordered()
  const told = async () =>
    (await world.ok(api.songs.placeAhead, { query: { sessionId } }, { cookie: by.cookie ?? '' }))
      .left
  assert.deepEqual(await told(), { ordered: 1, most: 2 })
  await world.bank.pay(page, { method: 'card', action: 'pay' })
  await world.settle()
  assert.deepEqual(await told(), { ordered: 1, most: 2 })
})

test('the page, the sheet and the card tell one wait while the evening goes on', async () => {
  const stage = await makeStage(world, { concert: { startsIn: 0, minutes: 43 } })
  await stage.scheduled('А', 'Б', 'В', 'Г', 'Д')
  for (const minutes of [6, 6, 6, 5]) {
    await stage.next()
    world.advance(minutes * MINUTE_MS)
  }
  const then = await stage.queue()
  const page = await ahead(stage)
  assert.equal(page.mayMiss, undefined)

  // On the page the queue moves, and two more minutes pass.
  world.advance(MINUTE_MS)
  await stage.next()
  await orderedBy(stage, 'А', 'Б')
  const now = await stage.queue()
  const moved = paceNow(page.pace, then, now, world.now())
  world.advance(2 * MINUTE_MS)
  const onPage = (pace: PlaceAhead['pace']) =>
    aheadNow(page, {
      more: waiting(now).length - waiting(then).length,
      running: true,
      pace,
      now: world.now(),
    })

  const sheet = await ahead(stage, { songId: stage.ids['В'] })
  const phone = await orderedBy(stage, 'В')
  const [card] = await myOrders(world, stage.concertId, phone.cookie)
  const told = { place: card?.place, waitMinutes: card?.waitMinutes }
  assert.deepEqual(told, { place: 3, waitMinutes: { from: 14, to: 18 } })
  for (const say of [sheet, onPage(moved), onPage(sheet.pace)]) {
    assert.deepEqual({ place: say.place, waitMinutes: say.waitMinutes }, told)
    assert.equal(say.mayMiss, true)
  }
})

test('before an order it is told the wait of a song of a set that later orders may still go before', async () => {
  const stage = await makeStage(world)
  await world.ok(
    api.artist.changeRules,
    { body: { sessionId: stage.concertId, rules: { orderAfter: 1 } } },
    stage.as,
  )
  await stage.scheduled('А', 'Б', 'В', 'Г')
  await stage.queued('А', 'Б', 'В', 'Г')
  const told = await ahead(stage, { songId: stage.ids['Г'] })
  const phone = await orderedBy(stage, 'Г')
  const [card] = await myOrders(world, stage.concertId, phone.cookie)
  assert.deepEqual(told.waitMinutes, card?.waitMinutes)
})
