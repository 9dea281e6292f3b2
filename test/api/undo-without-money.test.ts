import assert from 'node:assert/strict'
import { after as afterAll, afterEach, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { after, assertSound, fateOf, MINUTE, paidHall, SECOND } from '#test/support/paid-hall.ts'
import type { PaidHall } from '#test/support/paid-hall.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
afterEach(() => assertSound(world))
afterAll(() => world.close())

async function lostInGrace(id: string): Promise<void> {
  const { bankId } = await world.sql
    .selectFrom('payments')
    .select('bank_payment_id as bankId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await world.bank.refundFromCabinet(bankId ?? '')
  await after(world, 5 * SECOND)
  await after(world, 5 * SECOND)
}

async function takenBack(hall: PaidHall) {
  const query = { sessionId: hall.sessionId }
  const last = await world.ok(api.artist.lastPlayed, { query }, hall.as)
  const body = { ...query, entryId: last?.id ?? '' }
  await world.ok(api.artist.undoPlayed, { body }, hall.as)
  return hall.queue()
}

test('a song that is taken back shows no money that went back meanwhile', async () => {
  const hall = await paidHall(world)
  const { id, song } = await hall.paid('card')
  await hall.played(song)
  await lostInGrace(id)
  assert.equal(await fateOf(world, id), 'failed hold_lost')
  const [now] = await takenBack(hall)
  assert.deepEqual([now?.status, now?.amount, now?.backers], ['NOW', 0, 0])
})

test('where others paid too, it shows what of it is still there, and they alone are credited', async () => {
  const hall = await paidHall(world)
  const lost = await hall.paid('sbp', 20_000)
  const kept = await hall.paid('card', 10_000, lost.song)
  await hall.played(lost.song)
  await lostInGrace(lost.id)
  const [now] = await takenBack(hall)
  assert.deepEqual([now?.status, now?.amount, now?.backers], ['NOW', 10_000, 1])
  await hall.next()
  await after(world, MINUTE)
  assert.equal(await fateOf(world, kept.id), 'released')
  assert.equal(await hall.owed(), 9000)
})
