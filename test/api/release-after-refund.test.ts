import assert from 'node:assert/strict'
import { after as afterAll, before, test } from 'node:test'
import { assertSound, fateOf, paidHall, SECOND } from '#test/support/paid-hall.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('a song is not credited with money of whose way back the bank has told by the end of the grace', async () => {
  const hall = await paidHall(world)
  const { id, song } = await hall.paid('sbp')
  const { bankId } = await world.sql
    .selectFrom('payments')
    .select('bank_payment_id as bankId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await world.bank.refundFromCabinet(bankId ?? '')
  await hall.played(song)
  world.advance(21 * SECOND)
  // The bank's notice comes before any worker.
  await world.bank.tick()
  await world.settle()
  assert.equal(await fateOf(world, id), 'returned external')
  assert.equal(await hall.owed(), 0)
  await assertSound(world)
})
