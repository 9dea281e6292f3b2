import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { publicAhead } from '../server/platform/db/concert-filter.ts'
import { folded } from '../server/platform/db/sql-expressions.ts'
import type { Sql } from '../server/platform/db/open.ts'

/** The parameters of a request. */
type Asked = {
  readonly city?: string
  readonly songIds?: readonly string[]
  readonly bounds?: Record<'west' | 'south' | 'east' | 'north', number>
  readonly coords?: { readonly latitude: number | null; readonly longitude: number | null }
  readonly songs?: readonly string[]
}

/** The naive statement for a request, written without regard to the number of rows; null where the server sends the same one. */
function simply(asked: Asked, now: Date): RawBuilder<unknown> | null {
  const { city, songIds, bounds, coords, songs = [] } = asked
  const ahead = publicAhead(now)
  const playable = (ids: readonly string[]) => raw`(select count(*) from repertoire r
    where r.artist_id = c.artist_id and r.song_id = any(${ids}::uuid[]))`
  if (songIds !== undefined)
    return raw`select c.id, p.songs from concerts c
        join (select artist_id, count(*) as songs from repertoire
          where song_id = any(${songIds}::uuid[]) group by artist_id) p on p.artist_id = c.artist_id
      where ${ahead} and (${city ?? null}::text is null or ${folded(raw`c.city`)} = lower(${city ?? ''}))
      order by p.songs desc, c.starts_at, c.id limit 40`
  if (city !== undefined)
    return raw`select c.id from concerts c
      where ${ahead} and ${folded(raw`c.city`)} = lower(${city}) order by c.starts_at, c.id limit 40`
  if (bounds !== undefined)
    return raw`select c.id, c.title, a.name from concerts c join artists a on a.id = c.artist_id
      where ${ahead} and c.latitude between ${bounds.south}::float8 and ${bounds.north}::float8
        and c.longitude between ${bounds.west}::float8 and ${bounds.east}::float8
      order by c.starts_at, c.id limit 1000`
  if (coords?.latitude == null) return null
  return raw`select c.id, ${playable(songs)} as songs from concerts c where ${ahead}
    order by ${songs.length === 0 ? raw`1` : raw`0.6 * ${playable(songs)} / ${songs.length}`}
      - 0.001 * least(300, 111 * sqrt(power(c.latitude - ${coords.latitude}::float8, 2)
        + power(0.55 * (c.longitude - ${coords.longitude}::float8), 2)))
      - extract(epoch from c.starts_at - ${now}::timestamptz) / 51840000 desc limit 40`
}

/** The median of a few runs in milliseconds. */
export async function simplyTaken(
  sql: Sql,
  now: Date,
  body: (turn: number) => object,
): Promise<number | null> {
  const taken: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const statement = simply(body(turn), now)
    if (statement === null) return null
    const began = performance.now()
    await statement.execute(sql)
    taken.push(performance.now() - began)
  }
  return Math.round(taken.toSorted((a, b) => a - b)[2] ?? 0)
}
