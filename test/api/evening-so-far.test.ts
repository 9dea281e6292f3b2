import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { advanceAndSettle, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type As = { token: string }
const eveningOf = (sessionId: string, as: As) =>
  world.ok(api.artist.evening, { query: { sessionId } }, as)

/** Two songs were played and thanked for, one is playing, one waits, and one was taken out. */
async function evening() {
  const show = await paidConcert(world)
  const first = await show.paid('card', 10_000)
  await show.paid('sbp', 20_000, first.song)
  await show.played(first.song)
  await tipped(world, show.artist.username, 5000, 'За «Осень»!')
  world.advance(MINUTE_MS)
  const second = await show.paid('card', 15_000)
  await show.played(second.song)
  await tipped(world, show.artist.username, 7000)
  const skipped = await show.paid('card', 30_000)
  await show.skip(skipped.song)
  const sounding = await show.paid('card', 40_000)
  await show.next(sounding.song)
  await show.paid('card', 50_000)
  return { show, first, second }
}

describe('the evening until now', () => {
  test('is what was played, the newest first, with who asked and for how much', async () => {
    const { show, first, second } = await evening()
    const { played } = await eveningOf(show.sessionId, show.as)
    assert.deepEqual(
      played.map(({ songId, status, backers, amount }) => [songId, status, backers, amount]),
      [
        [second.song, 'PLAYED', 1, 15_000],
        [first.song, 'PLAYED', 2, 30_000],
      ],
    )
    const [newest, former] = played.map(({ endedAt }) => Date.parse(endedAt))
    assert.ok((former ?? 0) + MINUTE_MS <= (newest ?? 0))
  })

  test('has no sum of an order that the artist gave back', async () => {
    const { show, first } = await evening()
    await advanceAndSettle(world, MINUTE_MS)
    await world.ok(api.payment.refund, { body: { paymentId: first.id } }, show.as)
    const sumOf = async () => {
      const { played } = await eveningOf(show.sessionId, show.as)
      const { backers, amount, paidOrders } = played[1] ?? {}
      return [backers, amount, paidOrders]
    }
    assert.deepEqual(await sumOf(), [2, 20_000, 1])
    await world.settle()
    assert.deepEqual(await sumOf(), [2, 20_000, 1])
  })

  test('has the tips of this concert alone, with their words', async () => {
    const { show } = await evening()
    const { tips } = await eveningOf(show.sessionId, show.as)
    assert.equal(tips?.sum, 12_000)
    assert.deepEqual(
      tips.newest.map(({ amount, message }) => [amount, message]),
      [
        [7000, ''],
        [5000, 'За «Осень»!'],
      ],
    )
    await show.end()
    await advanceAndSettle(world, MINUTE_MS)
    await tipped(world, show.artist.username, 9000)
    assert.equal((await eveningOf(show.sessionId, show.as)).tips?.sum, 12_000)
  })

  test('is told to nobody else, and to a second pad without sums and tips', async () => {
    const { show } = await evening()
    const { sessionId } = show
    const query = { sessionId }
    const stranger = await world.artist()
    assert.equal((await world.call(api.artist.evening, { query }, stranger)).status, 403)
    assert.equal((await world.call(api.artist.evening, { query })).status, 401)
    const body = { sessionId, name: 'Лёша' }
    const { link } = await world.ok(api.artist.addSecondPad, { body }, show.as)
    const seen = await eveningOf(sessionId, { token: link.split('#')[1] ?? '' })
    assert.equal(seen.tips, null)
    assert.deepEqual(
      seen.played.map(({ backers, amount, paidOrders }) => [backers, amount, paidOrders]),
      [
        [1, 0, 0],
        [2, 0, 0],
      ],
    )
  })

  test('of a concert that has not begun is empty', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 600 } })
    const seen = await eveningOf(stage.concertId, stage.as)
    assert.deepEqual(seen, { played: [], tips: { sum: 0, newest: [] }, thanks: [] })
  })
})
