import { sql as raw } from 'kysely'
import type { Histogram } from '#domain/numbers.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** A measurement of one concert: a number of orders that took `upToMs` at most. */
type Measured = { readonly concertId: string; readonly upToMs: number; readonly count: number }

/** Adds one process's measurements to those of all processes; concerts that are gone are left out. */
export async function addTapTimes(sql: Sql, measured: readonly Measured[]): Promise<void> {
  await raw`
    insert into concert_tap_times (concert_id, up_to_ms, count)
    select m.concert_id, m.up_to_ms, m.count
    from unnest(
      ${measured.map(({ concertId }) => concertId)}::uuid[],
      ${measured.map(({ upToMs }) => upToMs)}::integer[],
      ${measured.map(({ count }) => count)}::bigint[]
    ) as m (concert_id, up_to_ms, count) join concerts c on c.id = m.concert_id
    -- Two processes that write the same rows in two orders would wait for each other.
    order by 1, 2
    on conflict (concert_id, up_to_ms)
      do update set count = concert_tap_times.count + excluded.count
  `.execute(sql)
}

type Heard = { readonly concertId: string; readonly network: string }

/** Saves the networks from which songs were ordered at concerts; concerts that are gone are left out. */
export async function addNetworks(sql: Sql, heard: readonly Heard[]): Promise<void> {
  await raw`
    insert into concert_networks (concert_id, network)
    select h.concert_id, h.network
    from unnest(
      ${heard.map(({ concertId }) => concertId)}::uuid[],
      ${heard.map(({ network }) => network)}::text[]
    ) as h (concert_id, network) join concerts c on c.id = h.concert_id
    order by 1, 2
    on conflict do nothing
  `.execute(sql)
}

/** Returns what each concert since then measured, those alone that were heard from so many networks. */
export async function tapTimes(
  sql: Sql,
  since: Date,
  leastNetworks: number,
): Promise<readonly Histogram[]> {
  const { rows } = await raw<{ times: Histogram }>`
    select json_agg(json_build_object('upToMs', t.up_to_ms, 'count', t.count)) as times
    from concert_tap_times t join concerts c on c.id = t.concert_id
    where c.starts_at >= ${since}::timestamptz and ${heardFrom(leastNetworks)}
    group by c.id
  `.execute(sql)
  return rows.map(({ times }) => times)
}

/** Whether songs were ordered at the concert `c` from so many networks. */
function heardFrom(leastNetworks: number) {
  return raw<boolean>`(select count(*) from concert_networks n where n.concert_id = c.id)
    >= ${leastNetworks}::integer`
}

/** Deletes the networks of concerts that started before then. */
export async function forgetNetworks(sql: Sql, before: Date): Promise<void> {
  for (const table of ['concertNetworks', 'concertTapTimes'] as const)
    await sql
      .deleteFrom(table)
      .where('concertId', 'in', (of) =>
        of.selectFrom('concerts').select('id').where('startsAt', '<', before),
      )
      .execute()
}

type Span = { readonly today: Date; readonly tomorrow: Date; readonly monthAgo: Date }

/** Counts the concerts of today and of the last days that were heard from so many networks, and the orders on them. */
export async function concertNumbers(
  sql: Sql,
  { today, tomorrow, monthAgo }: Span,
  leastNetworks: number,
): Promise<{
  running: number
  today: number
  month: number
  ordersToday: number
  ordersMonth: number
}> {
  const { rows } = await raw<Awaited<ReturnType<typeof concertNumbers>>>`
    with concert as (
      select c.id, c.status = 'NOW' as running,
        c.status = 'NOW' or c.starts_at >= ${today}::timestamptz as today
      from concerts c
      where (c.starts_at >= ${monthAgo}::timestamptz and c.starts_at < ${tomorrow}::timestamptz
          or c.status = 'NOW')
        and c.started_at is not null and ${heardFrom(leastNetworks)}
    ), counted as (
      select c.*, (select count(*) from orders o
        where o.concert_id = c.id and o.dropped_at is null) as orders from concert c
    )
    select count(*) filter (where running)::integer as running,
      count(*) filter (where today)::integer as today,
      count(*)::integer as month,
      coalesce(sum(orders) filter (where today), 0)::integer as orders_today,
      coalesce(sum(orders), 0)::integer as orders_month
    from counted
  `.execute(sql)
  return rows[0] ?? { running: 0, today: 0, month: 0, ordersToday: 0, ordersMonth: 0 }
}
