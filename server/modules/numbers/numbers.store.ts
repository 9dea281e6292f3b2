import { sql as raw } from 'kysely'
import type { Histogram } from '#domain/numbers.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Adds one process's measurements to the totals of all processes for this day, YYYY-MM-DD. */
export async function addTapTimes(sql: Sql, day: string, measured: Histogram): Promise<void> {
  await raw`
    insert into tap_times (day, up_to_ms, count)
    select ${day}::date, m.up_to_ms, m.count
    from unnest(
      ${measured.map(({ upToMs }) => upToMs)}::integer[],
      ${measured.map(({ count }) => count)}::bigint[]
    ) as m (up_to_ms, count)
    -- Two processes that write the same rows in two orders would wait for each other.
    order by m.up_to_ms
    on conflict (day, up_to_ms) do update set count = tap_times.count + excluded.count
  `.execute(sql)
}

/** Returns the totals from this day on, YYYY-MM-DD. */
export async function tapTimes(sql: Sql, since: string): Promise<Histogram> {
  const { rows } = await raw<{ upToMs: number; count: number }>`
    select up_to_ms, sum(count)::bigint as count
    from tap_times where day >= ${since}::date group by up_to_ms
  `.execute(sql)
  return rows
}

/** Deletes the totals of the days before this one, YYYY-MM-DD. */
export async function forgetTapTimes(sql: Sql, day: string): Promise<void> {
  await raw`delete from tap_times where day < ${day}::date`.execute(sql)
}

type Span = { readonly today: Date; readonly tomorrow: Date; readonly monthAgo: Date }

/** Counts the concerts of today and of the last days, and the orders on them. */
export async function concertNumbers(
  sql: Sql,
  { today, tomorrow, monthAgo }: Span,
): Promise<{
  running: number
  today: number
  month: number
  ordersToday: number
  ordersMonth: number
}> {
  const { rows } = await raw<Awaited<ReturnType<typeof concertNumbers>>>`
    with concert as (
      select c.id, c.status = 'NOW' as running, c.started_at is not null as begun,
        c.status = 'NOW' or c.starts_at >= ${today}::timestamptz as today
      from concerts c
      where c.starts_at >= ${monthAgo}::timestamptz and c.starts_at < ${tomorrow}::timestamptz
        or c.status = 'NOW'
    ), counted as (
      select c.*, (select count(*) from orders o
        where o.concert_id = c.id and o.dropped_at is null) as orders from concert c
    )
    select count(*) filter (where running)::integer as running,
      count(*) filter (where today)::integer as today,
      count(*) filter (where begun)::integer as month,
      coalesce(sum(orders) filter (where today), 0)::integer as orders_today,
      coalesce(sum(orders) filter (where begun), 0)::integer as orders_month
    from counted
  `.execute(sql)
  return rows[0] ?? { running: 0, today: 0, month: 0, ordersToday: 0, ordersMonth: 0 }
}
