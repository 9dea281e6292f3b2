import { sql as raw } from 'kysely'
import type { Sql } from '../db/open.ts'

/** Work that is due and waits: how much, and the age of the oldest in seconds. */
type DueGauge = { readonly work: string; readonly waiting: number; readonly seconds: number }

/** The due work of the workers: payments and payouts without a lease, and planned payouts. */
export async function workDue(sql: Sql, now: Date): Promise<DueGauge[]> {
  const { rows } = await raw<DueGauge>`
    select work, count(due_at)::integer as waiting,
      coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0)::float8 as seconds
    from (
      select case when unpaid_link then 'unpaid_links' else 'payments' end as work, due_at from payments
        where due_at <= ${now}::timestamptz
          and (leased_until is null or leased_until <= ${now}::timestamptz)
      union all
      select 'payouts', due_at from payouts
        where due_at <= ${now}::timestamptz
          and (leased_until is null or leased_until <= ${now}::timestamptz)
      union all
      select 'payout_plans', due_at from payout_plans where due_at <= ${now}::timestamptz
      union all
      select unnest(array['payments', 'unpaid_links', 'payouts', 'payout_plans']), null
    ) as due group by work
  `.execute(sql)
  return rows
}

/** Payouts on their way, in kopecks. */
export async function payoutsOnTheirWay(sql: Sql): Promise<{ count: number; sum: number }> {
  const { rows } = await raw<{ count: number; sum: number }>`
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as sum
    from payouts where state not in ('completed', 'rejected')
      -- What is over is never due: so the index of the due finds the few among all that ever were.
      and due_at is not null
  `.execute(sql)
  return rows[0] ?? { count: 0, sum: 0 }
}

/** How many seconds the clock of the database is ahead of `now`. */
export async function clockAhead(sql: Sql, now: () => Date): Promise<number> {
  const before = now().getTime()
  const { rows } = await raw<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 as at
  `.execute(sql)
  const middle = (before + now().getTime()) / 2
  return (rows[0]?.at ?? middle / 1000) - middle / 1000
}
