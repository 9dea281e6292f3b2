import assert from 'node:assert/strict'
import type { PayoutState } from '#domain/payments/payout.ts'
import { KNOWN_TO_BANK } from '#server/modules/payouts/payout-orders.store.ts'
import { NOTHING_MOVES, orderStem } from '../at-the-bank.ts'
import type { MoneyEvening } from '../evening.ts'
import type { Bill } from '../model.ts'
import { chargedOf, netOf } from './books.ts'
import type { SeenMoney } from './read.ts'

type SeenPayout = {
  readonly id: string
  readonly amount: number
  readonly phone: string
  readonly state: PayoutState
  readonly check: string | null
  readonly attention: string | null
  /** The requests to the bank for this payout, one row each. */
  readonly tries: readonly {
    readonly id: string
    readonly status: string
    readonly amount: number
    readonly phone: string
  }[]
}

export async function readPayouts({ world, artist }: MoneyEvening): Promise<readonly SeenPayout[]> {
  const rows = await world.sql
    .selectFrom('payouts')
    .select(['id', 'amount', 'phone', 'state', 'checkPaymentId as check', 'attention'])
    .select(['orderId', 'bankPayoutId as bankId'])
    .where('artistId', '=', artist.id)
    .orderBy('id')
    .execute()
  const { payouts } = await world.bank.books()
  return rows.map(({ orderId, bankId, ...row }) => {
    const stem = orderStem({ id: row.id, orderId })
    // A payout that the bank never had leaves its order to the next one.
    const isLeft =
      row.state === 'rejected' &&
      bankId === null &&
      orderId !== null &&
      rows.some((later) => later.orderId === orderId && later.id > row.id)
    return { ...row, tries: isLeft ? [] : payouts.filter((one) => one.orderId.startsWith(stem)) }
  })
}

/** Checks that no more is paid out than was earned, and nothing twice. */
export async function checkPayouts(
  evening: MoneyEvening,
  payments: readonly SeenMoney[],
  bills: readonly Bill[],
): Promise<void> {
  const payouts = await readPayouts(evening)
  for (const payout of payouts) checkPayout(payout)
  const earned = payments
    .filter(({ kind, state }) => kind !== 'check' && state === 'released')
    .reduce((sum, payment) => sum + netOf(payment), 0)
  const out = payouts
    .filter(({ check, state }) => check === null && state !== 'rejected')
    .reduce((sum, { amount }) => sum + amount, 0)
  const { world, artist } = evening
  const ledgerBalance = async (name: 'artist_payable' | 'artist_debt'): Promise<number> => {
    const row = await world.sql
      .selectFrom('ledgerBalances')
      .select('amount')
      .where('account', '=', `${name}:${artist.id}`)
      .executeTakeFirst()
    return row?.amount ?? 0
  }
  const [available, debt] = [
    await ledgerBalance('artist_payable'),
    await ledgerBalance('artist_debt'),
  ]
  const left = earned - out - chargedOf(payments, bills)
  assert.ok(out <= earned + debt, 'more went out than was earned and is owed')
  assert.equal(available - debt, left, 'the balance is not what was earned less out and disputes')
  assert.ok(available === 0 || debt === 0, 'money is available to who owes some')
}

function checkPayout(payout: SeenPayout): void {
  const words = JSON.stringify(payout)
  const moving = payout.tries.filter(({ status }) => !NOTHING_MOVES.has(status))
  assert.ok(moving.length <= 1, `paid twice: ${words}`)
  for (const { amount, phone } of payout.tries)
    assert.deepEqual([amount, phone], [payout.amount, payout.phone], words)
  // One that a restored database has forgotten: an operator says that it was made.
  if (payout.attention === KNOWN_TO_BANK) return
  const [at] = moving
  if (payout.state === 'completed') assert.equal(at?.status, 'COMPLETED', words)
  if (payout.state === 'rejected' || payout.state === 'reserved') assert.equal(at, undefined, words)
}
