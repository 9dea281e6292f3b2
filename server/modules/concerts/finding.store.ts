import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Candidate } from '#domain/recommendation.ts'
import { publicAhead } from '../../platform/db/concert-filter.ts'
import { within } from '../../platform/db/concert-filter.ts'
import type { Bounds } from '../../platform/db/concert-filter.ts'
import type { Sql } from '../../platform/db/open.ts'
import {
  countOfMany,
  countsOfFew,
  playsOfMany,
  READ_AT_ONCE,
} from '../../platform/db/wished-songs.ts'
import type { ReadAtOnce, WishedSongs } from '../../platform/db/wished-songs.ts'

/** A concert that is worth ranking; degrees. */
export type FoundConcertRow = Omit<Candidate, 'distanceKm'> & {
  readonly latitude: number | null
  readonly longitude: number | null
}

/** How much is looked at. The defaults are enough for any screen and few enough for memory; tests take less. */
export type FindingLimits = {
  readonly read: ReadAtOnce
  /** Of concerts that play what many do: so many are found … */
  readonly ofMany: number
  /** … among so many, the soonest first. */
  readonly lookedThrough: number
  /** Concerts of one ring around the listener. */
  readonly ofRing: number
  /** Where songs of many are wished, a ring with so many is the last, whoever plays more of them beyond it. */
  readonly enoughOfRing: number
}

export const FINDING_LIMITS: FindingLimits = {
  read: READ_AT_ONCE,
  ofMany: 200,
  lookedThrough: 20_000,
  ofRing: 2000,
  enoughOfRing: 300,
}
/** Started before their time; there is hardly ever one. */
const MOST_EARLY = 400

type Wish = { readonly songs: WishedSongs; readonly now: Date; readonly limits: FindingLimits }

const COLUMNS = raw`c.id, c.artist_id, c.status, c.closed_session, c.starts_at, c.ends_at,
  c.latitude, c.longitude`

/**
 * The public concerts ahead that may stand among the best `best` wherever the listener is: the soonest,
 * the running, those that have no place on the map, all whose artist plays a song of few, and the
 * soonest whose artist plays one of many. Some come twice.
 */
export async function foundAnywhere(
  sql: Sql,
  wish: Wish,
  best: number,
): Promise<FoundConcertRow[]> {
  const { now, limits, songs } = wish
  const soonest = (condition: RawBuilder<boolean>, limit: number) =>
    raw`(select ${COLUMNS} from concerts c where ${condition} and ${publicAhead(now)}
      order by c.starts_at, c.id limit ${limit})`
  const sides = [
    soonest(raw`true`, best),
    soonest(raw`c.status = 'NOW'`, best),
    soonest(raw`c.status = 'NOW' and c.starts_at > ${now}`, MOST_EARLY),
    soonest(raw`c.latitude is null`, best),
    soonest(raw`c.latitude is null and c.status = 'NOW'`, best),
  ]
  if (songs.few.length > 0)
    sides.push(raw`(select ${COLUMNS}
      from (select distinct artist_id from repertoire where song_id = any(${songs.few}::uuid[])) p
      join concerts c on c.artist_id = p.artist_id where ${publicAhead(now)})`)
  if (songs.many.length > 0)
    sides.push(raw`(select ${COLUMNS} from (
        select ${COLUMNS} from concerts c where ${publicAhead(now)}
        order by c.starts_at, c.id limit ${limits.lookedThrough}) c
      where ${playsOfMany(songs)} order by c.starts_at, c.id limit ${limits.ofMany})`)
  return weighed(sql, raw.join(sides, raw` union all `), songs)
}

/** The public concerts ahead inside the bounds that start before `before`, the soonest where they are too many. */
export function foundWithin(
  sql: Sql,
  wish: Wish,
  ring: { readonly bounds: Bounds; readonly before: Date | null },
): Promise<FoundConcertRow[]> {
  const { now, limits, songs } = wish
  const soon = ring.before === null ? raw`true` : raw`c.starts_at < ${ring.before}`
  return weighed(
    sql,
    raw`select ${COLUMNS} from concerts c
      where ${publicAhead(now)} and ${within(ring.bounds)} and ${soon}
      order by c.starts_at, c.id limit ${limits.ofRing}`,
    songs,
  )
}

async function weighed(
  sql: Sql,
  concerts: RawBuilder<unknown>,
  songs: WishedSongs,
): Promise<FoundConcertRow[]> {
  const { rows } = await raw<FoundConcertRow>`
    select c.id, c.status, c.closed_session as "closedSession", c.starts_at as "startsAt",
      c.ends_at as "endsAt", c.latitude, c.longitude,
      coalesce(p.songs, 0) + ${countOfMany(songs)} as songs
    from (${concerts}) c left join ${countsOfFew(songs)} p on p.artist_id = c.artist_id`.execute(
    sql,
  )
  return rows
}
