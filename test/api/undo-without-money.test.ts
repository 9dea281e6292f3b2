import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  advanceAndSettle,
  assertSound,
  outcomeOf,
  paidConcert,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
afterEach(() => assertSound(world))
after(() => world.close())

async function lostInGrace(id: string): Promise<void> {
  const { bankId } = await world.sql
    .selectFrom('payments')
    .select('bankPaymentId as bankId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await world.bank.operator.refund(bankId ?? '')
  await advanceAndSettle(world, 5 * SECOND_MS)
  await advanceAndSettle(world, 5 * SECOND_MS)
}

async function takenBack(concert: PaidConcert) {
  const query = { sessionId: concert.sessionId }
  const last = await world.ok(api.artist.lastPlayed, { query }, concert.as)
  const body = { ...query, entryId: last?.id ?? '' }
  await world.ok(api.artist.undoPlayed, { body }, concert.as)
  return concert.queue()
}

test('a song that is taken back shows no money that went back meanwhile', async () => {
  const concert = await paidConcert(world)
  const { id, song } = await concert.paid('card')
  await concert.played(song)
  await lostInGrace(id)
  assert.equal(await outcomeOf(world, id), 'failed hold_lost')
  const [now] = await takenBack(concert)
  assert.deepEqual([now?.status, now?.amount, now?.backers], ['NOW', 0, 0])
})

test('where others paid too, it shows what of it is still there, and they alone are credited', async () => {
  const concert = await paidConcert(world)
  const lost = await concert.paid('sbp', 20_000)
  const kept = await concert.paid('card', 10_000, lost.song)
  await concert.played(lost.song)
  await lostInGrace(lost.id)
  const [now] = await takenBack(concert)
  assert.deepEqual([now?.status, now?.amount, now?.backers], ['NOW', 10_000, 1])
  await concert.next()
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, kept.id), 'released')
  assert.equal(await concert.owed(), 9000)
})
