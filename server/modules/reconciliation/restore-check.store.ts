import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** A payment or a payout of a restored database that is not as the backup had it. Kopecks. */
export type ChangedMoney = {
  readonly id: string
  readonly amount: number
  readonly state: string
  readonly username: string
  readonly bankId: string | null
}

/** Returns how many payments were not compared with the bank yet. */
export async function restoreChecksLeft(sql: Sql): Promise<number> {
  const { left } = await sql
    .selectFrom('payments')
    .select((of) => of.fn.countAll<number>().as('left'))
    .where('restoreCheck', '=', 'wanted')
    .executeTakeFirstOrThrow()
  return left
}

/** Returns the payments that a look at the bank has changed, or that the bank does not know. */
export function changedPayments(
  sql: Sql,
  limit: number,
): Promise<(ChangedMoney & { known: boolean })[]> {
  return sql
    .selectFrom('payments as p')
    .innerJoin('artists as a', 'a.id', 'p.artistId')
    .select(['p.id', 'p.amount', 'p.state', 'a.username', 'p.bankPaymentId as bankId'])
    .select(raw<boolean>`p.restore_check = 'changed'`.as('known'))
    .where('p.restoreCheck', 'in', ['changed', 'unknown'])
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .limit(limit)
    .execute()
}

/** Returns the payouts that were under way in the backup, and that the bank has ended. */
export function endedPayouts(sql: Sql, restoredAt: Date, limit: number): Promise<ChangedMoney[]> {
  return sql
    .selectFrom('payouts as p')
    .innerJoin('artists as a', 'a.id', 'p.artistId')
    .select(['p.id', 'p.amount', 'p.state', 'a.username', 'p.bankPayoutId as bankId'])
    .where('p.createdAt', '<', restoredAt)
    .where('p.closedAt', '>=', restoredAt)
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .limit(limit)
    .execute()
}
