import { sql as raw } from 'kysely'
import { auditBooks } from '#server/modules/reconciliation/audit.service.ts'
import type { World } from '../world.ts'

/** Returns the findings of the nightly audit for this world's books. */
export function auditOf(world: World) {
  return auditBooks(world.app.ctx)
}

/** The sums of an account's lines, debits positive, in kopecks. */
export async function ledgerOf(
  world: World,
  account: string,
): Promise<{ posted: number; pending: number }> {
  const row = await world.sql
    .selectFrom('ledgerLines')
    .select([
      raw<number>`coalesce(sum(amount) filter (where layer = 'posted'), 0)::bigint`.as('posted'),
      raw<number>`coalesce(sum(amount) filter (where layer = 'pending'), 0)::bigint`.as('pending'),
    ])
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return row
}

/** The same, posted lines only. */
export const posted = async (world: World, account: string) =>
  (await ledgerOf(world, account)).posted

/** All questions to a person about this world's money, in the order in which they were opened. */
export const moneyQuestions = (world: World) =>
  world.sql
    .selectFrom('moneyQuestions')
    .select(['about', 'what', 'amount', 'paymentId', 'bankId'])
    .orderBy('openedAt')
    .orderBy('about')
    .execute()
