import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

type MoneyDue = {
  /** Without the unpaid links. */
  readonly payments: readonly string[]
  readonly payouts: readonly string[]
  /** Some artist's payout plan is due. */
  readonly plans: boolean
}

type Part = { readonly except: readonly string[]; readonly limit: number }

/** What is due and has no lease, the longest waiting first. */
const dueIds = (from: RawBuilder<unknown>, now: Date, { except, limit }: Part) => raw`
  array(select id::text from ${from}
    and due_at <= ${now}::timestamptz
    and (leased_until is null or leased_until < ${now}::timestamptz)
    and id <> all(${except}::uuid[])
    order by due_at limit ${limit}::integer)`

/** Returns the due work on money in hand, in one query: it runs at every notification of the bank. */
export async function dueMoney(sql: Sql, now: Date, part: Part): Promise<MoneyDue> {
  const { rows } = await raw<MoneyDue>`
    select ${dueIds(raw`payments where not unpaid_link`, now, part)} as payments,
      ${dueIds(raw`payouts where true`, now, part)} as payouts,
      exists (select from payout_plans where due_at <= ${now}::timestamptz) as plans
  `.execute(sql)
  return rows[0] ?? { payments: [], payouts: [], plans: false }
}

/** Returns the unpaid links that are due. */
export async function dueUnpaidLinks(sql: Sql, now: Date, part: Part): Promise<readonly string[]> {
  const { rows } = await raw<{ ids: string[] }>`
    select ${dueIds(raw`payments where unpaid_link`, now, part)} as ids
  `.execute(sql)
  return rows[0]?.ids ?? []
}
