import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Songs by how their concerts are found: from those who play them, or from the concerts of the next days. */
export type WishedSongs = {
  readonly few: readonly string[]
  readonly many: readonly string[]
  /** Those of many stand in so many repertoires that asking concerts one by one is less than reading them. */
  readonly everywhere: boolean
}

/** How many lines of repertoires and queues together are read before a song is one of many, and before it is everywhere. */
export type ReadAtOnce = { readonly few: number; readonly many: number }

export const READ_AT_ONCE: ReadAtOnce = { few: 1000, many: 16_000 }

/** That a live queue has any of the songs. `q` is a line of a queue. */
export function livingIn(songIds: readonly string[]): RawBuilder<boolean> {
  return raw`q.status in ('SCHEDULED', 'QUEUED', 'NOW') and q.song_id = any(${songIds}::uuid[])`
}

/** That the artist of a concert `c` plays any song of many. Never a join, which would read all repertoires with a song of half the country. */
export function playsOfMany({ many, everywhere }: WishedSongs): RawBuilder<boolean> {
  if (everywhere)
    return raw`(select true from repertoire r
      where r.artist_id = c.artist_id and r.song_id = any(${many}::uuid[])
        and r.state = 'open' limit 1) is true`
  // «is true» keeps it from becoming one.
  return raw`(c.artist_id in (select r.artist_id from repertoire r
    where r.song_id = any(${many}::uuid[]) and r.state = 'open')) is true`
}

/** How many songs of few each artist plays who plays any: rows of artist_id and songs. */
export function countsOfFew({ few }: WishedSongs): RawBuilder<unknown> {
  if (few.length === 0) return raw`(select null::uuid as artist_id, 0 as songs where false)`
  return raw`(select artist_id, count(*) as songs from repertoire
    where song_id = any(${few}::uuid[]) and state = 'open' group by artist_id)`
}

/** How many songs of many the artist of a concert `c` plays. */
export function countOfMany({ many }: WishedSongs): RawBuilder<number> {
  if (many.length === 0) return raw`0`
  return raw`(select count(*) from repertoire r
    where r.artist_id = c.artist_id and r.song_id = any(${many}::uuid[]) and r.state = 'open')`
}
