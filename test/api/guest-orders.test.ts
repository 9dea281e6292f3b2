import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { outcomeOf, paidConcert, worldWithAudit } from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))
afterEach(() => assertQueueConsistent(world.sql))

type Concert = { readonly as: { token: string }; readonly concertId: string }

const orders = ({ as, concertId }: Concert, askId: string) =>
  world.ok(api.artist.guestOrders, { query: { sessionId: concertId, askId } }, as)

const takeOut = (
  { as, concertId }: Concert,
  askId: string,
  entryIds: readonly string[],
  key: string = randomUUID(),
) =>
  world.call(
    api.artist.takeOutGuest,
    { body: { sessionId: concertId, askId, entryIds: [...entryIds] } },
    { ...as, key },
  )

/** An ask of each entry, by title. */
async function askOf({ as, concertId }: Concert, title: string, at = 0): Promise<string> {
  const query = { sessionId: concertId }
  const entry = (await world.ok(api.artist.queue, { query }, as)).find((one) => one.title === title)
  const asks = await world.ok(
    api.artist.asks,
    { query: { sessionId: concertId, entryId: entry?.id ?? '' } },
    as,
  )
  return asks[at]?.id ?? ''
}

const list = ({ queue }: Pick<TestStage | PaidConcert, 'queue'>) =>
  queue().then((entries) => entries.map(({ title }) => title))

describe('One guest’s orders', () => {
  test('are seen together from any of them, with the name that he left', async () => {
    const stage = await makeStage(world)
    const [guest, other] = [makePhone(world), makePhone(world)]
    await guest.order(stage, stage.ids.А)
    world.advance(1000)
    await guest.order(stage, stage.ids.Б, { name: 'Аня', words: 'маме' })
    await other.order(stage, stage.ids.Б, { name: 'Олег' })
    await other.order(stage, stage.ids.В)
    const known = await orders(stage, await askOf(stage, 'А'))
    assert.equal(known.name, 'Аня')
    assert.deepEqual(
      known.orders.map(({ title, state, waits, alone }) => [title, state, waits, alone]),
      [
        ['А', 'SCHEDULED', true, true],
        ['Б', 'SCHEDULED', true, undefined],
      ],
    )
    assert.deepEqual(await orders(stage, await askOf(stage, 'Б')), known)
    assert.equal((await orders(stage, await askOf(stage, 'Б', 1))).name, 'Олег')
  })

  test('reveal no device and no order id', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.А, { name: 'Аня' })
    const text = JSON.stringify(await orders(stage, await askOf(stage, 'А')))
    assert.ok(!text.includes(data.orderId))
    const { deviceId } = await world.sql
      .selectFrom('orders')
      .select('deviceId')
      .where('id', '=', data.orderId)
      .executeTakeFirstOrThrow()
    assert.ok(!text.includes(deviceId))
  })

  test('go at once: only his, only those that the artist saw, and once for each key', async () => {
    const stage = await makeStage(world)
    const [guest, other] = [makePhone(world), makePhone(world)]
    await guest.order(stage, stage.ids.А)
    await guest.order(stage, stage.ids.Б)
    await other.order(stage, stage.ids.Б)
    const askId = await askOf(stage, 'А')
    const { orders: seen } = await orders(stage, askId)
    const entryIds = seen.map(({ entryId }) => entryId)
    const key = randomUUID()
    assert.equal((await takeOut(stage, askId, entryIds, key)).status, 200)
    assert.deepEqual(await stage.list(), ['Б SCHEDULED'])
    assert.equal((await stage.queue())[0]?.backers, 1)
    const states = await myOrders(world, stage.concertId, guest.cookie)
    assert.deepEqual(
      states.map(({ state, place }) => [state, place]),
      [
        ['CANCELLED', null],
        ['CANCELLED', null],
      ],
    )
    // He orders again; neither the repeated press nor another one for the old songs takes that out.
    assert.equal((await guest.order(stage, stage.ids.В)).status, 200)
    assert.equal((await takeOut(stage, askId, entryIds, key)).status, 200)
    assert.equal((await takeOut(stage, askId, entryIds)).status, 200)
    assert.deepEqual(await stage.list(), ['Б SCHEDULED', 'В SCHEDULED'])
  })

  test('leave what plays and what was played', async () => {
    const stage = await makeStage(world)
    const guest = makePhone(world)
    await guest.order(stage, stage.ids.А)
    await guest.order(stage, stage.ids.Б)
    const askId = await askOf(stage, 'А')
    const entryIds = (await stage.queue()).map(({ id }) => id)
    await stage.next()
    assert.equal((await takeOut(stage, askId, entryIds)).status, 200)
    assert.deepEqual(await stage.list(), ['А NOW'])
  })

  test('give back every kopeck that was not played for, also what he is about to pay', async () => {
    const show = await paidConcert(world)
    const concert = { as: show.as, concertId: show.sessionId }
    const by = world.listener()
    const pay = async (song: string) => {
      const order = await show.ordered(20_000, song, by)
      await world.bank.pay(order.page, { method: 'card', action: 'pay' })
      await world.settle()
      return order
    }
    const [played, first, second] = [
      await pay(await show.newSong()),
      await pay(await show.newSong()),
      await pay(await show.newSong()),
    ]
    // Another guest pays for the same song.
    const others = await show.paid('card', 30_000, second.song)
    const begun = await show.ordered(10_000, undefined, by)
    await show.played(played.song)
    const askId = await askOf(concert, 'Песня 2')
    const known = await orders(concert, askId)
    assert.deepEqual(
      known.orders.map(({ title, amount, waits }) => [title, amount, waits]),
      [
        ['Песня 1', 20_000, undefined],
        ['Песня 2', 20_000, true],
        ['Песня 3', 20_000, true],
      ],
    )
    const entryIds = known.orders.map(({ entryId }) => entryId)
    assert.equal((await takeOut(concert, askId, entryIds)).status, 200)
    await world.settle()
    assert.deepEqual(await list(show), ['Песня 3'])
    assert.equal(await outcomeOf(world, first.id), 'returned skipped')
    assert.equal(await outcomeOf(world, second.id), 'returned skipped')
    assert.equal(await outcomeOf(world, begun.id), 'canceled skipped')
    assert.equal(await outcomeOf(world, others.id), 'secured')
    assert.match(await outcomeOf(world, played.id), /^releas/u)
  })

  test('a share that let a song in goes back whole too, and the song collects again or goes', async () => {
    const show = await paidConcert(world, { artist: { minSongRubles: 300 } })
    const concert = { as: show.as, concertId: show.sessionId, artist: show.artist }
    const rules = { support: true }
    await world.ok(api.artist.changeRules, { body: { sessionId: show.sessionId, rules } }, show.as)
    const song = await show.newSong()
    const give = async (amount: number) => {
      const phone = makePhone(world)
      const { data, failure } = await phone.order(concert, song, { amount, collect: true })
      assert.ok(data.paymentURL !== undefined, JSON.stringify(failure))
      const page = data.paymentURL.split('/').at(-1) ?? ''
      await world.bank.pay(page, { method: 'card', action: 'pay' })
      await world.settle()
      return data.orderId
    }
    const [small, large] = [await give(10_000), await give(20_000)]
    assert.deepEqual(
      (await show.queue()).map(({ status }) => status),
      ['SCHEDULED'],
    )
    const entryIds = (await show.queue()).map(({ id }) => id)
    const askId = await askOf(concert, 'Песня 1', 1)
    assert.equal((await takeOut(concert, askId, entryIds)).status, 200)
    await world.settle()
    assert.equal(await outcomeOf(world, large), 'returned skipped')
    assert.equal(await outcomeOf(world, small), 'secured')
    assert.deepEqual(
      (await show.queue()).map(({ status, collected }) => [status, collected]),
      [['COLLECTING', 10_000]],
    )
  })

  test('an ask of another concert is none, and after the evening nothing is taken out', async () => {
    const [stage, other] = [await makeStage(world), await makeStage(world)]
    await makePhone(world).order(stage, stage.ids.А, { name: 'Аня' })
    const askId = await askOf(stage, 'А')
    const query = { sessionId: other.concertId, askId }
    assert.equal((await world.call(api.artist.guestOrders, { query }, other.as)).status, 404)
    assert.equal((await takeOut(other, askId, [])).status, 404)
    const body = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body }, stage.as)
    assert.equal((await orders(stage, askId)).orders[0]?.state, 'SKIPPED')
    assert.equal((await takeOut(stage, askId, [])).failure.code, 'ILLEGAL_STEP')
  })
})
