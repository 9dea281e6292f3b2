import { sql as raw } from 'kysely'
import { WISHES_SHOWN_FROM } from '#domain/follows.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Of an artist who learns the song, or of a town where nobody plays it. */
type WishedBy = { readonly artistId: string } | { readonly town: string }

export type Wish = WishedBy & { readonly songId: string; readonly deviceId: string }

/** How many wishes of towns this device has. */
export async function countWishes(sql: Sql, deviceId: string): Promise<number> {
  const { wishes } = await sql
    .selectFrom('wishes')
    .select((of) => of.fn.countAll<number>().as('wishes'))
    .where('deviceId', '=', deviceId)
    .where('town', 'is not', null)
    .executeTakeFirstOrThrow()
  return wishes
}

const ofWish = (sql: Sql, wish: Wish) =>
  sql
    .selectFrom('wishes')
    .select('songId')
    .where('songId', '=', wish.songId)
    .where('deviceId', '=', wish.deviceId)
    .where((of) =>
      'town' in wish ? of('town', '=', wish.town) : of('artistId', '=', wish.artistId),
    )

export const hasWish = async (sql: Sql, wish: Wish): Promise<boolean> =>
  (await ofWish(sql, wish).executeTakeFirst()) !== undefined

export async function isLearning(sql: Sql, artistId: string, songId: string): Promise<boolean> {
  const found = await sql
    .selectFrom('repertoire')
    .select('songId')
    .where('artistId', '=', artistId)
    .where('songId', '=', songId)
    .where('state', '=', 'learning')
    .executeTakeFirst()
  return found !== undefined
}

/** Once per device. `counted`: among the persons who are shown. */
export async function addWish(
  sql: Sql,
  wish: Wish & { readonly counted: boolean },
  at: Date,
): Promise<void> {
  const { songId, deviceId, counted } = wish
  const by =
    'town' in wish ? { artistId: null, town: wish.town } : { artistId: wish.artistId, town: null }
  const added = await sql
    .insertInto('wishes')
    .values({ songId, deviceId, ...by, counted, wishedAt: at })
    .onConflict((on) => on.doNothing())
    .returning('songId')
    .executeTakeFirst()
  if (added === undefined || !counted || by.town === null) return
  await raw`
    insert into town_wish_counts (town, song_id, persons) values (${by.town}, ${songId}::uuid, 1)
    on conflict (town, song_id) do update set persons = town_wish_counts.persons + 1
  `.execute(sql)
}

/** Whoever waits for one song of an artist waits for another. */
export async function moveArtistWishes(
  sql: Sql,
  { artistId, songId, to }: { artistId: string; songId: string; to: string },
): Promise<void> {
  await raw`
    update wishes w set song_id = ${to}::uuid
    where w.artist_id = ${artistId}::uuid and w.song_id = ${songId}::uuid and not exists (
      select from wishes o where o.artist_id = w.artist_id and o.song_id = ${to}::uuid
        and o.device_id = w.device_id)
  `.execute(sql)
}

export async function removeTownWish(
  sql: Sql,
  { songId, town, deviceId }: { songId: string; town: string; deviceId: string },
): Promise<void> {
  await raw`
    with gone as (
      delete from wishes where town = ${town} and song_id = ${songId}::uuid
        and device_id = ${deviceId}::uuid returning town, song_id, counted)
    update town_wish_counts c set persons = c.persons - 1 from gone g
    where g.counted and c.town = g.town and c.song_id = g.song_id
  `.execute(sql)
}

/** Deletes at most `limit` wishes; returns how many. */
export async function forgetWishes(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rows } = await raw<{ gone: number }>`
    with gone as (
      delete from wishes where ctid = any(array(
        select ctid from wishes where wished_at < ${before}::timestamptz
        order by wished_at limit ${limit}))
      returning town, song_id, counted),
    sums as (select town, song_id, count(*)::integer as persons from gone
      where counted and town is not null group by town, song_id),
    lowered as (
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
