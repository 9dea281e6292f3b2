import { sql as raw } from 'kysely'
import type { Age } from '#domain/announcement.ts'
import type { ConcertStatus } from '#domain/concert.ts'
import { meets, within, withinWide } from '../../platform/db/concert-filter.ts'
import type { Bounds, ConcertFilter } from '../../platform/db/concert-filter.ts'
import type { Sql } from '../../platform/db/open.ts'

export type Location = {
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
  readonly sessionId: string
  readonly artistUsername: string
  readonly artistName: string
  readonly imageUrl: string
  readonly title: string
  readonly age: Age
  readonly startsAt: Date
  readonly sessionStatus: ConcertStatus
  readonly placeName: string
  readonly city: string
  readonly timeZone: string
}

/** More than that inside of bounds lie so close in time that the first of all concerts tell them sooner than their place. */
const FEW_INSIDE = 6000

/** The public concerts ahead that have a place on the map, the soonest first. */
export async function locationsOf(
  sql: Sql,
  filter: Pick<ConcertFilter, 'now' | 'city' | 'from' | 'till'>,
  part: { readonly bounds: Bounds | null; readonly limit: number },
): Promise<Location[]> {
  const { bounds, limit } = part
  const conditions = meets({ ...filter, artistId: null, withClosed: false, withPast: false })
  const soonest = raw`order by c.starts_at, c.id limit ${limit}`
  // Which way is short cannot be told by a planner that does not see the bounds.
  const picked =
    bounds !== null && (await countInside(sql, bounds)) < FEW_INSIDE
      ? raw`select c.id from (select c.id, c.starts_at from concerts c
          where ${within(bounds)} and ${conditions} offset 0) c ${soonest}`
      : raw`select c.id from concerts c where c.latitude is not null and ${conditions}
          and ${bounds === null ? raw`true` : withinWide(bounds)} ${soonest}`
  const found = await raw<Location>`
    with picked as materialized (${picked})
    select c.id as "sessionId", a.username as "artistUsername", a.name as "artistName",
      coalesce(a.image_urls[1], '') as "imageUrl", c.title, c.age,
      c.starts_at as "startsAt", c.status as "sessionStatus", c.place_name as "placeName", c.city,
      c.latitude, c.longitude, c.time_zone as "timeZone"
    from picked join concerts c on c.id = picked.id join artists a on a.id = c.artist_id
    order by c.starts_at, c.id`.execute(sql)
  return found.rows
}

/** Counted no farther than it matters, by the index alone. */
async function countInside(sql: Sql, bounds: Bounds): Promise<number> {
  const { rows } = await raw<{ many: number }>`
    select count(*)::int as many from (select from concerts c
      where c.status <> 'PLAYED' and ${within(bounds)} limit ${FEW_INSIDE}) c`.execute(sql)
  return rows[0]?.many ?? 0
}
