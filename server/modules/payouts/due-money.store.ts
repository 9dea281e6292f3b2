import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

type MoneyDue = {
  readonly payments: readonly string[]
  readonly payouts: readonly string[]
  /** Some artist's payout plan is due. */
  readonly plans: boolean
}

/** Returns what is due and has no lease, the longest waiting first, in one query: it runs at every notification of the bank. */
export async function dueMoney(
  sql: Sql,
  now: Date,
  part: { except: readonly string[]; limit: number },
): Promise<MoneyDue> {
  const { rows } = await raw<MoneyDue>`
    select
      array(select id::text from payments
        where due_at <= ${now}::timestamptz
          and (leased_until is null or leased_until < ${now}::timestamptz)
          and id <> all(${part.except}::uuid[])
        order by due_at limit ${part.limit}::integer) as payments,
      array(select id::text from payouts
        where due_at <= ${now}::timestamptz
          and (leased_until is null or leased_until < ${now}::timestamptz)
          and id <> all(${part.except}::uuid[])
        order by due_at limit ${part.limit}::integer) as payouts,
      exists (select from payout_plans where due_at <= ${now}::timestamptz) as plans
  `.execute(sql)
  return rows[0] ?? { payments: [], payouts: [], plans: false }
}
