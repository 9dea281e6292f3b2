import { sql as raw } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'

/** What went back to listeners since then, whole, as the bank confirmed it, and how fast: from the plan to give it back. Kopecks. */
export type RefundNumbers = {
  readonly count: number
  /** Those of them whose plan is known. */
  readonly timed: number
  readonly amount: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export async function refundNumbers(sql: Sql, since: Date): Promise<RefundNumbers> {
  const { rows } = await raw<RefundNumbers>`
    select count(*)::integer as count, count(r.ms)::integer as timed,
      coalesce(sum(r.amount), 0)::bigint as amount,
      coalesce(percentile_disc(0.5) within group (order by r.ms), 0)::float8 as "p50Ms",
      coalesce(percentile_disc(0.99) within group (order by r.ms), 0)::float8 as "p99Ms"
    from (
      select p.amount, extract(epoch from p.closed_at - (
        -- Planned in the transaction of its cause, and again after a failure.
        select min(o.created_at) from bank_operations o
        where o.payment_id = p.id and o.kind = 'give_back')) * 1000 as ms
      from payments p
      where p.state = 'returned' and p.kind in ('song', 'tip') and p.closed_at >= ${since}::timestamptz
    ) r
  `.execute(sql)
  return rows[0] ?? { count: 0, timed: 0, amount: 0, p50Ms: 0, p99Ms: 0 }
}
