import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import {
  advanceAndSettle,
  assertSound,
  checkedNumber,
  paidConcert,
  tipped,
} from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const NET = 9000

let world: World
before(async () => {
  world = await makeWorld()
  await raw`create function test_no_payouts() returns trigger language plpgsql as $$
    begin raise exception 'no payout can be written down'; end $$`.execute(world.sql)
})
afterEach(() => assertSound(world))
after(() => world.close())

/** An artist whose concert is over and whose song was played and paid for. */
async function earner() {
  const concert = await paidConcert(world, { artist: checkedNumber(world) })
  const { song } = await concert.paid()
  await concert.played(song)
  await advanceAndSettle(world, MINUTE_MS)
  return concert
}

describe('a payout that goes out by itself', () => {
  test('is made all the same when what should have made it died on the way, for each who waited', async () => {
    const concerts = [await earner(), await earner()]
    await raw`create trigger test_no_payouts before insert on payouts
      for each row execute function test_no_payouts()`.execute(world.sql)
    for (const concert of concerts) await concert.end()
    await assert.rejects(world.settle())
    await raw`drop trigger test_no_payouts on payouts`.execute(world.sql)

    await advanceAndSettle(world, 2 * MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    for (const concert of concerts) assert.equal((await concert.balance()).paidOut, NET)
  })

  test('is made once, however often its time is looked at', async () => {
    const concert = await earner()
    await concert.end()
    for (let turn = 0; turn < 3; turn++) await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, DAY_MS)
    const { paidOut, available, entries } = await concert.balance()
    assert.deepEqual([paidOut, available], [NET, 0])
    assert.equal(entries.filter(({ cause }) => cause === 'payout').length, 1)
  })

  test('waits for one that is under way, and takes what came meanwhile within hours', async () => {
    const concert = await earner()
    await world.bank.faults.set({ kind: 'slow_payout', times: 1 })
    await concert.end()
    await advanceAndSettle(world, MINUTE_MS)
    await tipped(world, concert.artist.username, 10_000)
    await advanceAndSettle(world, DAY_MS)
    assert.deepEqual(
      [(await concert.balance()).paidOut, (await concert.balance()).inFlight],
      [0, NET],
    )
    await world.bank.faults.clear()
    for (let hour = 0; hour < 3; hour++) await advanceAndSettle(world, HOUR_MS)
    assert.equal((await concert.balance()).paidOut, NET + 9500)
  })
})
