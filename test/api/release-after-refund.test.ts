import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SECOND_MS } from '#domain/time.ts'
import { assertSound, outcomeOf, paidConcert } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

test('a song is not credited with money of whose way back the bank has told by the end of the grace', async () => {
  const concert = await paidConcert(world)
  const { id, song } = await concert.paid('sbp')
  const { bankId } = await world.sql
    .selectFrom('payments')
    .select('bankPaymentId as bankId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await world.bank.operator.refund(bankId ?? '')
  await concert.played(song)
  world.advance(21 * SECOND_MS)
  // The bank's notice comes before any worker.
  await world.bank.tick()
  await world.settle()
  assert.equal(await outcomeOf(world, id), 'returned external')
  assert.equal(await concert.owed(), 0)
  await assertSound(world)
})
