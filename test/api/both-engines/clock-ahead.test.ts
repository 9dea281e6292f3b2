import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { healClock } from '#server/modules/payment-worker/due-money.service.ts'
import {
  advanceAndSettle,
  checkedNumber,
  outcomeOf,
  pageOf,
  paidConcert,
  tipped,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))
afterEach(() => world.bank.faults.clear())

const AHEAD_MS = 25 * HOUR_MS

describe('After the clock ran a day ahead and was set back', () => {
  test('money that was begun then is looked at now, though the bank sends no word', async () => {
    const concert = await paidConcert(world)
    const right = world.now()
    await world.bank.faults.set({ kind: 'notice_lost' })
    world.setNow(new Date(right.getTime() + AHEAD_MS))
    const { id, page } = await begunTip(concert.artist.username)
    await world.bank.pay(page, { method: 'sbp', action: 'pay' })
    world.setNow(right)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'awaiting')
    await healClock(world.app.ctx)
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'released')
  })

  test('a payout that was sent then is over now', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    await tipped(world, concert.artist.username, 10_000)
    const right = world.now()
    world.setNow(new Date(right.getTime() + AHEAD_MS))
    await world.bank.faults.set({ kind: 'notice_lost' })
    await world.ok(api.payment.payout, {}, concert.as)
    await world.settle()
    // The bank, whose clock is right, has paid it meanwhile.
    world.advance(10 * MINUTE_MS)
    while ((await world.bank.tick()) > 0);
    world.setNow(new Date(right.getTime() + MINUTE_MS))
    await world.settle()
    assert.equal((await concert.balance()).paidOut, 0)
    await healClock(world.app.ctx)
    await world.settle()
    assert.equal((await concert.balance()).paidOut, 9500)
  })
})

async function begunTip(artistUsername: string) {
  const page = pageOf(
    await world.ok(api.payment.donate, { body: { artistUsername, amount: 10_000 } }),
  )
  const { id } = await world.sql
    .selectFrom('payments')
    .select('id')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { id, page }
}
