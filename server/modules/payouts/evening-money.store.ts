import { sql as raw } from 'kysely'
import type { MoneyPlace } from '#domain/concerts/evenings.ts'
import { eveningMonth } from '#server/platform/db/sql-expressions.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { ORDER_SUMS, WAS_PAID } from './balance.store.ts'
import type { OrderSums } from './balance.store.ts'

/** The sums of one group; the fields that it is not grouped by are null. Kopecks. */
export type EveningMoney = OrderSums & {
  readonly by: 'month' | 'town' | 'venue' | 'hour' | 'evening' | 'all'
  readonly month: string | null
  readonly place: MoneyPlace | null
  readonly town: string | null
  readonly venue: string | null
  readonly eveningId: string | null
  /** The hour of the day, in the venue's time zone, of the order or the tip. */
  readonly hour: number | null
}

/**
 * Returns the paid orders and credited tips of an artist, from that month on, but those of a concert that goes on, in the
 * sums of the balance: by month, by town, by venue, by hour, by evening, and all together. A tip belongs to the concert during which it was begun, as in that
 * concert's report.
 */
export async function eveningMoney(
  sql: Sql,
  artistId: string,
  since: { month: string | null; now: Date },
): Promise<EveningMoney[]> {
  const { rows } = await raw<EveningMoney>`
    with paid as (
      select p.kind, p.state, p.amount, p.let_go, p.given_back, p.commission_bps, p.created_at,
        coalesce(p.concert_id, t.id) as evening_id
      from payments p left join lateral (
        select c.id, c.finished_at from concerts c
        where p.kind = 'tip' and c.artist_id = p.artist_id and c.started_at <= p.created_at
        order by c.started_at desc limit 1
      ) t on p.created_at <= coalesce(t.finished_at, ${since.now}::timestamptz)
      where p.artist_id = ${artistId}::uuid
        and (${WAS_PAID} or (p.kind = 'tip' and p.state = 'released'))
    ), placed as (
      select m.*, ${eveningMonth(raw`m.created_at`)} as month,
        case when c.id is not null then 'concert' when m.kind = 'tip' then 'outside'
          else 'deleted' end as place,
        coalesce(c.status = 'NOW', false) as goes_on, coalesce(c.city, '') as town, coalesce(c.place_name, '') as venue,
        extract(hour from m.created_at
          at time zone coalesce(c.time_zone, 'Europe/Moscow'))::integer as hour
      from paid m left join concerts c on c.id = m.evening_id
    )
    select case grouping(p.month, p.place, p.venue, p.hour, p.evening_id)
        when 15 then 'month' when 23 then 'town' when 19 then 'venue' when 29 then 'hour'
        when 30 then 'evening' else 'all' end as by,
      p.month, p.place, p.town, p.venue, p.hour, p.evening_id, ${ORDER_SUMS}
    from placed p
    where not p.goes_on and (${since.month}::text is null or p.month >= ${since.month}::text)
    group by grouping sets ((p.month), (p.place, p.town), (p.place, p.town, p.venue), (p.hour),
      (p.evening_id), ())
  `.execute(sql)
  return rows
}
