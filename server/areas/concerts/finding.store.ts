import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ConcertStatus } from '#domain/concert.ts'
import type { Sql } from '#server/db/open.ts'

/** Degrees. */
export type Point = { readonly latitude: number; readonly longitude: number }

/** Concerts that are worth ranking, from each side: enough for any screen, few enough for memory. */
const CANDIDATES = 400
/** Degrees of latitude, a little over the 300 km beyond which nearness is worth nothing. */
const NEAR_BAND = 3

type CandidateRow = {
  id: string
  status: ConcertStatus
  closedSession: boolean
  startsAt: Date
  endsAt: Date
  latitude: number | null
  longitude: number | null
  /** How many of the wished songs its artist plays. */
  songs: number
}

/** Those of the ids that the catalogue knows, each once. */
export async function knownSongs(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql
    .selectFrom('songs')
    .select('id')
    .where(raw<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The public concerts ahead that may stand among the best: the soonest, those with most of the songs
 * and those nearest to the point, at most 400 of each.
 */
export async function candidatesFor(
  sql: Sql,
  wish: { readonly songIds: readonly string[]; readonly from: Point | null; readonly now: Date },
): Promise<CandidateRow[]> {
  const { songIds, from, now } = wish
  const ahead = raw<boolean>`c.status <> 'PLAYED' and not c.closed_session
    and (c.status = 'NOW' or c.ends_at > ${now})`
  const nearest = from === null ? raw`` : raw`${wayFrom(from)} nulls last,`
  const sides = [
    raw`(select c.id from concerts c where ${ahead} order by c.starts_at, c.id limit ${CANDIDATES})`,
  ]
  if (songIds.length > 0)
    sides.push(raw`(select c.id from concerts c
      join (select artist_id, count(*) as songs from repertoire
        where song_id = any(${songIds}::uuid[]) group by artist_id) p on p.artist_id = c.artist_id
      where ${ahead} order by p.songs desc, ${nearest} c.starts_at, c.id limit ${CANDIDATES})`)
  if (from !== null)
    sides.push(raw`(select c.id from concerts c
      where ${ahead} and c.latitude between ${from.latitude - NEAR_BAND}::float8
        and ${from.latitude + NEAR_BAND}::float8
      order by ${nearest} c.starts_at, c.id limit ${CANDIDATES})`)
  const found = await raw<CandidateRow>`
    with picked as (${raw.join(sides, raw` union `)})
    select c.id, c.status, c.closed_session as "closedSession", c.starts_at as "startsAt",
      c.ends_at as "endsAt", c.latitude, c.longitude,
      (select count(*) from repertoire r
        where r.artist_id = c.artist_id and r.song_id = any(${songIds}::uuid[])) as songs
    from picked join concerts c on c.id = picked.id`.execute(sql)
  return found.rows
}

/** Squared degrees of latitude: good for an order by nearness, never shown. */
function wayFrom({ latitude, longitude }: Point): RawBuilder<number> {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const apart = raw`abs(c.longitude - ${longitude}::float8)`
  return raw`(power(c.latitude - ${latitude}::float8, 2)
    + power(least(${apart}, 360 - ${apart}) * ${shrink}::float8, 2))`
}
