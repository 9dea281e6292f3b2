import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { SandboxAccount } from '#server/platform/db/schema-sandbox.ts'

/** Kopecks on their way from one account to another, and for whose sake. */
export type WrittenMove = {
  readonly cause: string
  readonly from: SandboxAccount
  readonly to: SandboxAccount
  readonly amount: number
} & ({ readonly paymentId: string } | { readonly payoutId: string })

/** Writes moves down; those of nothing are left out. */
export async function insertMoves(
  sql: Sql,
  moves: readonly WrittenMove[],
  at: Date,
): Promise<void> {
  const rows = moves
    .filter(({ amount }) => amount > 0)
    .map((move) => ({
      cause: move.cause,
      from_account: move.from,
      to_account: move.to,
      amount: move.amount,
      payment_id: 'paymentId' in move ? move.paymentId : null,
      payout_id: 'payoutId' in move ? move.payoutId : null,
      at,
    }))
  if (rows.length > 0) await sql.insertInto('sandbox_bank_moves').values(rows).execute()
}

/** Kopecks on the merchant's account. */
export async function merchantBalance(sql: Sql): Promise<number> {
  const { balance } = await sql
    .selectFrom('sandbox_bank_state')
    .select('balance')
    .executeTakeFirstOrThrow()
  return balance
}

/** Adds kopecks to the merchant's account, or takes them where `amount` is below zero; false where they are not there. */
export async function addToBalance(sql: Sql, amount: number): Promise<boolean> {
  const changed = await sql
    .updateTable('sandbox_bank_state')
    .set({ balance: raw<number>`balance + ${amount}::bigint` })
    .where(raw<boolean>`balance + ${amount}::bigint >= 0`)
    .returning('balance')
    .executeTakeFirst()
  return changed !== undefined
}
