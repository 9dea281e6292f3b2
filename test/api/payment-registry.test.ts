import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import { FLOAT } from '#packages/tbank-sandbox/state.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import {
  bookRegistryDay,
  runNightWork,
} from '#server/modules/reconciliation/reconciliation.service.ts'
import { ledgerOf } from '#test/support/database/ledger.ts'
import { advanceAndSettle, assertSound, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
afterEach(() => assertSound(world))
after(() => world.close())

test('money of the first days is found in the registry however many nights were missed', async () => {
  const concert = await paidConcert(world)
  await tipped(world, concert.artist.username, 10_000)
  await advanceAndSettle(world, 3 * DAY_MS)
  await runNightWork(world.app.ctx)
  const { merchant } = await world.bank.totals()
  assert.ok(merchant > FLOAT)
  assert.equal((await ledgerOf(world, 'settlement_cash')).posted, merchant - FLOAT)
})

test('money that the bank’s cabinet took back is noticed by the registry when its notice was lost', async () => {
  const concert = await paidConcert(world)
  await tipped(world, concert.artist.username, 20_000)
  const { id, bankId } = await world.sql
    .selectFrom('payments')
    .select(['id', 'bankPaymentId as bankId'])
    .where('artistId', '=', concert.artist.id)
    .executeTakeFirstOrThrow()
  await world.bank.faults.set({ kind: 'notice_lost' })
  await world.bank.operator.refund(bankId ?? '')
  await advanceAndSettle(world, HOUR_MS)
  await world.bank.faults.clear()
  assert.equal(await attentionOf(id), null)
  await advanceAndSettle(world, DAY_MS)
  await runNightWork(world.app.ctx)
  await world.settle()
  assert.equal(await attentionOf(id), 'lost_after_release')
  assert.equal((await ledgerOf(world, 'loss')).posted, 20_000)
})

test('a registry that tells of money for an order that was given up has the bank asked once more', async () => {
  const concert = await paidConcert(world)
  const order = await concert.ordered()
  await concert.end()
  await advanceAndSettle(world, 5 * HOUR_MS)
  await advanceAndSettle(world, HOUR_MS)
  const row = () =>
    world.sql
      .selectFrom('payments')
      .select(['bankPaymentId as bankId', 'dueAt', 'lookedAt'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
  const { bankId, dueAt } = await row()
  assert.equal(dueAt, null)
  await bookRegistryDay(world.app.ctx, '2026-01-01', [
    {
      key: `Debit of ${order.id}`,
      bankPaymentId: bankId ?? '',
      reference: 'told by the bank',
      gross: kopecks(10_000),
      fee: kopecks(0),
      operation: 'Debit',
      at: world.now(),
    },
  ])
  await world.settle()
  assert.deepEqual((await row()).lookedAt, world.now())
})

async function attentionOf(id: string): Promise<string | null> {
  const { attention } = await world.sql
    .selectFrom('payments')
    .select('attention')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return attention
}
