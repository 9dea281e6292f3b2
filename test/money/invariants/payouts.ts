import assert from 'node:assert/strict'
import { sql as raw } from 'kysely'
import type { PayoutState } from '#domain/payments/payout.ts'
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
  const { rows } = await raw<SeenPayout>`
    select p.id, p.amount, p.phone, p.state, p.check_payment_id as check, p.attention,
      (select coalesce(json_agg(json_build_object('id', b.id, 'status', b.status,
          'amount', b.amount, 'phone', b.phone)), '[]')
        from sandbox_bank_payouts b
        where b.order_id like replace(coalesce(p.order_id, p.id)::text, '-', '') || '-%'
          -- A payout that the bank never had leaves its order to the next one.
          and not (p.state = 'rejected' and p.bank_payout_id is null and exists (
            select from payouts later where later.order_id = p.order_id and later.id > p.id))) as tries
    from payouts p where p.artist_id = ${artist.id}::uuid order by p.id`.execute(world.sql)
  return rows
}

const NOTHING_MOVES = new Set(['CHECKED', 'REJECTED'])

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
  assert.ok(out <= earned, 'more went out than was earned')
  assert.equal(available - debt, left, 'the balance is not what was earned less out and disputes')
  assert.ok(available === 0 || debt === 0, 'money is available to who owes some')
}

function checkPayout(payout: SeenPayout): void {
  const words = JSON.stringify(payout)
  const moving = payout.tries.filter(({ status }) => !NOTHING_MOVES.has(status))
  assert.ok(moving.length <= 1, `paid twice: ${words}`)
  for (const { amount, phone } of payout.tries)
    assert.deepEqual([amount, phone], [payout.amount, payout.phone], words)
  const [at] = moving
  if (payout.state === 'completed') assert.equal(at?.status, 'COMPLETED', words)
  if (payout.state === 'rejected' || payout.state === 'reserved') assert.equal(at, undefined, words)
}
