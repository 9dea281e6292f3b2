import { sql as raw } from 'kysely'
import { WISHES_SHOWN_FROM } from '#domain/follows.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { Sql } from '#server/platform/db/open.ts'

type Wish = { readonly songId: string; readonly town: string; readonly deviceId: string }

export async function countWishes(sql: Sql, deviceId: string): Promise<number> {
  const { wishes } = await sql
    .selectFrom('townWishes')
    .select((of) => of.fn.countAll<number>().as('wishes'))
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  return wishes
}

/** Once per device. */
export async function addTownWish(
  sql: Sql,
  { songId, town, deviceId }: Wish,
  at: Date,
): Promise<void> {
  await raw`
    with added as (
      insert into town_wishes (town, song_id, device_id, wished_at)
      values (${town}, ${songId}::uuid, ${deviceId}::uuid, ${at}::timestamptz)
      on conflict do nothing returning town, song_id)
    insert into town_wish_counts (town, song_id, persons) select town, song_id, 1 from added
    on conflict (town, song_id) do update set persons = town_wish_counts.persons + 1
  `.execute(sql)
}

export async function removeTownWish(sql: Sql, { songId, town, deviceId }: Wish): Promise<void> {
  await raw`
    with gone as (
      delete from town_wishes where town = ${town} and song_id = ${songId}::uuid
        and device_id = ${deviceId}::uuid returning town, song_id)
    update town_wish_counts c set persons = c.persons - 1 from gone g
    where c.town = g.town and c.song_id = g.song_id
  `.execute(sql)
}

/** Deletes at most `limit` wishes; returns how many. */
export async function forgetTownWishes(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rows } = await raw<{ gone: number }>`
    with old as (
      select town, song_id, device_id from town_wishes where wished_at < ${before}::timestamptz
      order by wished_at limit ${limit}),
    gone as (
      delete from town_wishes w using old o
      where w.town = o.town and w.song_id = o.song_id and w.device_id = o.device_id
      returning w.town, w.song_id),
    sums as (select town, song_id, count(*)::integer as persons from gone group by town, song_id),
    counted as (
      update town_wish_counts c set persons = c.persons - s.persons from sums s
      where c.town = s.town and c.song_id = s.song_id)
    select count(*)::integer as gone from gone
  `.execute(sql)
  return rows[0]?.gone ?? 0
}

/** Where a page begins: after this row of the previous one. */
export type WishCursor = {
  readonly persons: number
  readonly town: string
  readonly songId: string
}

export type WishedInTown = WishCursor & {
  readonly title: string
  readonly artistName: string
  /** In the repertoire of the artist who asks; null when he does not play it. */
  readonly state: SongState | null
}

/** The songs with most persons waiting, first; `ownOnly`: only from the artist's repertoire. */
export async function wishedSongs(
  sql: Sql,
  artistId: string,
  part: { town: string | null; ownOnly: boolean; after: WishCursor | null; limit: number },
): Promise<WishedInTown[]> {
  const { town, ownOnly, after, limit } = part
  // A literal, as in the partial indexes.
  const shown = raw`c.persons >= ${raw.lit(WISHES_SHOWN_FROM)}`
  const inTown = town === null ? raw`` : raw`and c.town = ${town}`
  const behind =
    after === null
      ? raw``
      : raw`and (c.persons, c.town, c.song_id) < (${after.persons}, ${after.town}, ${after.songId}::uuid)`
  const order = raw`order by c.persons desc, c.town desc, c.song_id desc limit ${limit}`
  // For a repertoire, the index of each song is read no further than one page.
  const counts = ownOnly
    ? raw`(select own.* from repertoire r cross join lateral (
        select c.town, c.song_id, c.persons from town_wish_counts c
        where c.song_id = r.song_id and ${shown} ${inTown} ${behind} ${order}) own
      where r.artist_id = ${artistId}::uuid)`
    : raw`(select c.town, c.song_id, c.persons from town_wish_counts c
        where ${shown} ${inTown} ${behind} ${order})`
  const { rows } = await raw<WishedInTown>`
    select c.town, c.song_id, c.persons, s.title, s.artist_name, r.state
    from (select c.* from ${counts} c ${order}) c
      join songs s on s.id = c.song_id
      left join repertoire r on r.artist_id = ${artistId}::uuid and r.song_id = c.song_id
    ${raw`order by c.persons desc, c.town desc, c.song_id desc`}
  `.execute(sql)
  return rows
}

/** Where an artist plays and played, taken from his concerts. */
export function venuesOf(sql: Sql, artistId: string, since: Date) {
  return sql
    .selectFrom('concerts')
    .select(['city', 'latitude', 'longitude'])
    .distinct()
    .where('artistId', '=', artistId)
    .where('closedSession', '=', false)
    .where('startsAt', '>', since)
    .execute()
}
