import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** Artists give credited money back within days; what the bank takes back later is in its registries. */
const CREDITED_DAYS = 30

/**
 * Makes every payment whose money may have moved at the bank since `madeAt` due for a look. Money that is back with its
 * payer stays there, and a payment that ended unpaid is looked at as long as its page may bring money.
 */
export async function wantRestoreChecks(
  sql: Sql,
  { madeAt, now }: { readonly madeAt: Date; readonly now: Date },
): Promise<void> {
  await endRestoreChecks(sql)
  await raw`update payments set restore_check = 'wanted', due_at = ${now}::timestamptz, quiet_looks = 0
    where state = 'created'
      or bank_payment_id is not null and (
        state in ('awaiting', 'secured', 'releasing', 'returning')
        or state in ('failed', 'expired', 'canceled') and due_at is not null
        or state = 'released'
          and closed_at > ${madeAt}::timestamptz - make_interval(days => ${CREDITED_DAYS}::integer))`.execute(
    sql,
  )
}

export async function endRestoreChecks(sql: Sql): Promise<void> {
  await sql
    .updateTable('payments')
    .set({ restoreCheck: null })
    .where('restoreCheck', 'is not', null)
    .execute()
}
