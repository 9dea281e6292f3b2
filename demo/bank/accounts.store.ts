import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { SandboxAccount } from '#server/platform/db/narrowed.ts'

/** The sum of all moves of each account; the payers' is below zero. */
export async function accountSums(sql: Sql): Promise<Record<SandboxAccount, number>> {
  const { rows } = await raw<{ account: SandboxAccount; amount: number }>`
    select account, sum(amount)::bigint as amount from (
      select from_account as account, -amount as amount from sandbox_bank_moves
      union all
      select to_account, amount from sandbox_bank_moves
    ) as sides group by account`.execute(sql)
  const none = { payers: 0, held: 0, owed: 0, merchant: 0, fees: 0, in_flight: 0, phones: 0 }
  return Object.assign(none, Object.fromEntries(rows.map((row) => [row.account, row.amount])))
}

/** The same sums from the payment, payout and operation rows, without the moves. */
export async function rowSums(sql: Sql) {
  const { rows } = await raw<{
    held: number
    captured: number
    refunded: number
    chargedBack: number
    settledNet: number
    settledFee: number
    settledGross: number
    inFlight: number
    phones: number
    balance: number
  }>`
    select
      coalesce((select sum(amount) from sandbox_bank_payments where status in ('AUTHORIZED', 'PARTIAL_REVERSED')), 0)::bigint as held,
      coalesce((select sum(captured) from sandbox_bank_payments), 0)::bigint as captured,
      coalesce((select sum(refunded) from sandbox_bank_payments), 0)::bigint as refunded,
      coalesce((select sum(captured - refunded) from sandbox_bank_payments where dispute = 'taken'), 0)::bigint as charged_back,
      coalesce((select sum(gross - fee) from sandbox_bank_operations where settled_at is not null), 0)::bigint as settled_net,
      coalesce((select sum(fee) from sandbox_bank_operations where settled_at is not null), 0)::bigint as settled_fee,
      coalesce((select sum(gross) from sandbox_bank_operations where settled_at is not null), 0)::bigint as settled_gross,
      coalesce((select sum(amount) from sandbox_bank_payouts where status in ('COMPLETING', 'CREDIT_CHECKING')), 0)::bigint as in_flight,
      coalesce((select sum(amount) from sandbox_bank_payouts where status = 'COMPLETED'), 0)::bigint as phones,
      (select balance from sandbox_bank_state) as balance`.execute(sql)
  const [sums] = rows
  if (sums === undefined) throw new Error('a select without a table has one row')
  return sums
}

export function everyPayment(sql: Sql) {
  return sql
    .selectFrom('sandboxBankPayments')
    .select([
      'id',
      'orderId as reference',
      'status',
      'source',
      'amount',
      'captured',
      'refunded',
      'dispute',
    ])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export function everyPayout(sql: Sql) {
  return sql
    .selectFrom('sandboxBankPayouts')
    .select(['id', 'orderId as reference', 'status', 'amount', 'phone'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** A transfer in kopecks from one account to another, and the payment or payout that it belongs to. */
export type WrittenMove = {
  readonly cause: string
  readonly from: SandboxAccount
  readonly to: SandboxAccount
  readonly amount: number
} & ({ readonly paymentId: string } | { readonly payoutId: string })

/** Inserts moves; those of zero are skipped. */
export async function insertMoves(
  sql: Sql,
  moves: readonly WrittenMove[],
  at: Date,
): Promise<void> {
  const rows = moves
    .filter(({ amount }) => amount > 0)
    .map((move) => ({
      cause: move.cause,
      fromAccount: move.from,
      toAccount: move.to,
      amount: move.amount,
      paymentId: 'paymentId' in move ? move.paymentId : null,
      payoutId: 'payoutId' in move ? move.payoutId : null,
      at,
    }))
  if (rows.length > 0) await sql.insertInto('sandboxBankMoves').values(rows).execute()
}

/** Kopecks on the merchant's account. */
export async function merchantBalance(sql: Sql): Promise<number> {
  const { balance } = await sql
    .selectFrom('sandboxBankState')
    .select('balance')
    .executeTakeFirstOrThrow()
  return balance
}

/** Adds kopecks to the merchant's account, or takes them if `amount` is below zero; false if the balance does not suffice. */
export async function addToBalance(sql: Sql, amount: number): Promise<boolean> {
  const changed = await sql
    .updateTable('sandboxBankState')
    .set({ balance: raw<number>`balance + ${amount}::bigint` })
    .where(raw<boolean>`balance + ${amount}::bigint >= 0`)
    .returning('balance')
    .executeTakeFirst()
  return changed !== undefined
}
