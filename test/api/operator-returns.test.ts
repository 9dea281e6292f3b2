import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  advanceAndSettle,
  checkedNumber,
  outcomeOf,
  paidConcert,
  shown,
  tipped,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let cashier: TestArtist
worldWithAudit(async (opened) => {
  world = opened
  cashier = await world.artist({ role: 'CASHIER' })
})

const WORD = 'Простите, так вышло'
const WHY = { reason: 'request', words: 'слушатель написал нам' } as const
const give = (id: string) =>
  world.call(api.operator.returnPayment, { body: { id, word: WORD, ...WHY } }, cashier)
const cardOf = (id: string) => world.ok(api.operator.payment, { query: { id } }, cashier)
/** An order that was played and credited. */
async function credited(concert: PaidConcert, amount: number) {
  const order = await concert.paid('sbp', amount)
  await concert.played(order.song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  return order.id
}

/** After it the balance is empty. */
async function paidOut(concert: PaidConcert) {
  await world.ok(api.payment.payout, {}, concert.as)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
}

async function untilBack() {
  for (let minute = 0; minute < 3; minute += 1) await advanceAndSettle(world, MINUTE_MS)
}

describe('a played song is given back by the cashier', () => {
  test('after its payout too: what the balance lacks is kept back from the next credits', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    await credited(concert, 60_000)
    const id = await credited(concert, 50_000)
    await paidOut(concert)
    const card = await cardOf(id)
    assert.deepEqual(card.refundable, { available: 0, owed: 45_000 })
    const { status, failure } = await give(id)
    assert.equal(status, 200, JSON.stringify(failure))
    await untilBack()
    assert.equal(await outcomeOf(world, id), 'returned returned_by_artist')
    assert.equal((await shown(world, id)).returnWord, WORD)
    const { available, debt } = await concert.balance()
    assert.deepEqual([available, debt], [0, 45_000])
  })

  test('within the same bound as by its artist, and the card says why not beyond it', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const id = await credited(concert, 50_000)
    await paidOut(concert)
    const card = await cardOf(id)
    assert.equal(card.refundable, null)
    assert.match(card.refusal ?? '', /^На балансе 0\s₽, а вернуть нужно 450\s₽/u)
    assert.equal((await give(id)).failure.code, 'NOTHING_TO_PAY')
    assert.equal(await outcomeOf(world, id), 'released')
    await tipped(world, concert.artist.username, 60_000)
    assert.deepEqual((await cardOf(id)).refundable, { available: 57_000, owed: 0 })
  })
})
