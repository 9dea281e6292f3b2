import { sql as raw } from 'kysely'
import type { World } from './world.ts'

/** What the nightly audit says of this world's books. */
export function auditOf(world: World) {
  return world.app.services.reconciliation.audit()
}

/** What an account's lines sum up to, debit above zero, in kopecks. */
export async function ledgerOf(
  world: World,
  account: string,
): Promise<{ posted: number; pending: number }> {
  const row = await world.sql
    .selectFrom('ledger_lines')
    .select([
      raw<number>`coalesce(sum(amount) filter (where layer = 'posted'), 0)::bigint`.as('posted'),
      raw<number>`coalesce(sum(amount) filter (where layer = 'pending'), 0)::bigint`.as('pending'),
    ])
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return row
}

/** The same, of what is posted alone. */
export const posted = async (world: World, account: string) =>
  (await ledgerOf(world, account)).posted

/** What a person was ever asked about this world's money, in the order in which it was asked. */
export const moneyQuestions = (world: World) =>
  world.sql
    .selectFrom('money_questions')
    .select(['about', 'what', 'amount', 'payment_id as paymentId', 'bank_id as bankId'])
    .orderBy('opened_at')
    .orderBy('about')
    .execute()
