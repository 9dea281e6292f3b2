import { sql as raw } from 'kysely'
import type { NearWords } from '#domain/songs/song-likeness.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Ids from the first to the last, both included; ids made later are greater. */
export type IdRange = { first: string; last: string }

/**
 * Returns a part of the catalogue: id, orders (after a minus where the song is not verified), key, and the names themselves where they have brackets; in the order of
 * ids as one text, which costs a fraction of as many rows to read and to post to another thread: see `readPage`. Empty
 * after the last part. `after` is the last id of the previous part.
 */
export async function songPage(
  sql: Sql,
  { after, last, most }: { after: string; last?: string | undefined; most: number },
): Promise<string> {
  // A bound at both ends looks selective to a database without statistics, which then sorts all the rest.
  const upTo = last === undefined ? raw`` : raw`and id <= ${last}::uuid`
  // A song's key contains a line break, which becomes the separator between the parts of a line.
  const { rows } = await raw<{ page: string | null }>`
    select string_agg(id || chr(31) || case when verified then '' else '-' end || order_count || chr(31) || translate(song_key, chr(10), chr(31))
      || case when names ~ '[([{]' then chr(31) || translate(names, chr(10) || chr(31), '  ') else '' end,
      chr(10) order by id) as page
    from (
      select id, order_count, verified, song_key, title || ' ' || artist_name as names from songs
      where id > ${after}::uuid ${upTo}
      order by id limit ${most}
    ) part
  `.execute(sql)
  return rows[0]?.page ?? ''
}

/** A pair of words of a line; a single word is given twice. */
export type WordPair = NearWords & { line: number }

type Near = { line: number; songId: string }

/** At most this number of songs with the rarer word is examined. */
const LOOKED_THROUGH = 300
const SAME_BEGINNING = 3

/**
 * Finds for all lines at once: checked songs that have both words of a pair, at most as many as it asks for, with those
 * whose title equals the line's or begins like it before the others. Each song once a line.
 */
export async function songsWithWords(sql: Sql, pairs: readonly WordPair[]): Promise<Near[]> {
  const { rows } = await raw<Near>`
    with near as (
      select distinct asked.line, found.song_id
      from unnest(
        ${pairs.map(({ line }) => line)}::integer[],
        ${pairs.map(({ rare }) => rare)}::text[],
        ${pairs.map(({ other }) => other)}::text[],
        ${pairs.map(({ title }) => title)}::text[],
        ${pairs.map(({ most }) => most)}::integer[]) as asked (line, rare, other, title, most)
      cross join lateral (
        select w.song_id
        from (
          select song_id from song_words where word = asked.rare limit ${LOOKED_THROUGH}
        ) w
        join songs s on s.id = w.song_id
        where s.verified
          and (asked.other = asked.rare
            or exists (select from song_words o where o.word = asked.other and o.song_id = w.song_id))
        order by split_part(s.song_key, chr(10), 1) = asked.title desc,
          left(s.song_key, ${SAME_BEGINNING}::integer) = left(asked.title, ${SAME_BEGINNING}::integer) desc,
          s.order_count desc,
          s.song_key collate "C"
        limit asked.most
      ) found
    )
    select near.line, near.song_id
    from near
    join songs s on s.id = near.song_id
    order by near.line, s.order_count desc, s.song_key collate "C"
  `.execute(sql)
  return rows
}

export type StoredSong = {
  id: string
  title: string
  artistName: string
  imageUrl: string
  /** False for what a listener suggested or a musician typed by hand, until it is checked: nobody else finds it. */
  verified: boolean
}

/** A song with the key that identifies it in the catalogue. */
export type KeyedSong = StoredSong & { key: string }

/** A song as a search finds it: `isFavorite` where it is in the repertoire that was asked about. */
export type FoundSong = StoredSong & { isFavorite: boolean }

/** A song ready to be stored: tidied, with its key and the words it is found by. */
export type NewSong = {
  id: string
  title: string
  artistName: string
  key: string
  words: readonly string[]
}

type SearchTerms = {
  /** The whole input, folded. */
  phrase: string
  /** Its words; at least one. */
  words: readonly string[]
  artistId: string | null
  onlyRepertoire: boolean
  withoutClosed: boolean
  /** Only these songs; null: any. */
  among: readonly string[] | null
  limit: number
}

const COLUMNS = ['id', 'title', 'artistName', 'imageUrl', 'verified'] as const

// An upper bound of the texts that start with the word: the last code point is not a character.
const beyond = (word: string) => `${word}\u{10FFFF}`

const MOST_NARROWING = 4

/** Songs where every word begins some word of title or performer; unverified ones only of the artist or among those asked about. */
export async function searchSongs(sql: Sql, terms: SearchTerms): Promise<FoundSong[]> {
  // Long words are rare: the index narrows by a few of them, and the rest only filter what is left, so that a hundred
  // words do not make a statement of a hundred joins.
  const rarest = terms.words.toSorted((a, b) => b.length - a.length)
  const narrowing = rarest.slice(0, MOST_NARROWING).map(
    (word) => raw`s.id in (
      select song_id from song_words where word >= ${word} and word < ${beyond(word)})`,
  )
  const others = rarest.slice(MOST_NARROWING)
  const { rows } = await raw<FoundSong>`
    select s.id, s.title, s.artist_name, s.image_url, s.verified,
      r.song_id is not null as is_favorite
    from songs s
    left join repertoire r on r.song_id = s.id and r.artist_id = ${terms.artistId}::uuid
    where ${raw.join(narrowing, raw` and `)}
      and not exists (
        select from unnest(${others}::text[], ${others.map(beyond)}::text[]) as asked (low, high)
        where not exists (
          select from song_words w
          where w.song_id = s.id and w.word >= asked.low and w.word < asked.high))
      and (r.song_id is not null or not ${terms.onlyRepertoire}::boolean)
      and (s.verified or r.song_id is not null or ${terms.among}::uuid[] is not null)
      and (${terms.among}::uuid[] is null or s.id = any(${terms.among}::uuid[]))
      and (r.state is distinct from 'closed' or not ${terms.withoutClosed}::boolean)
    order by is_favorite desc,
      ${terms.phrase} in (
        split_part(s.song_key, chr(10), 1),
        replace(s.song_key, chr(10), ' '),
        split_part(s.song_key, chr(10), 2) || ' ' || split_part(s.song_key, chr(10), 1)) desc,
      s.order_count desc,
      starts_with(s.song_key, ${terms.phrase}) desc,
      s.song_key collate "C"
    limit ${terms.limit}
  `.execute(sql)
  return rows
}

export function readSongsByIds(sql: Sql, ids: readonly string[]): Promise<StoredSong[]> {
  return sql
    .selectFrom('songs')
    .select(COLUMNS)
    .where('id', '=', raw<string>`any(${ids}::uuid[])`)
    .execute()
}

/** As texts, which costs a tenth of thousands of rows: each letter that an artist types reads his repertoire. */
export async function idsInRepertoire(
  sql: Sql,
  artistId: string | null,
  withoutClosed: boolean,
): Promise<{ first: string[]; closed: ReadonlySet<string> }> {
  if (artistId === null) return { first: [], closed: new Set() }
  const hidden = raw<boolean>`state = 'closed' and ${withoutClosed}::boolean`
  const { rows } = await raw<{ first: string | null; closed: string | null }>`
    select string_agg(song_id::text, ',') filter (where not (${hidden})) as first,
      string_agg(song_id::text, ',') filter (where ${hidden}) as closed
    from repertoire where artist_id = ${artistId}::uuid
  `.execute(sql)
  const [row] = rows
  return { first: row?.first?.split(',') ?? [], closed: new Set(row?.closed?.split(',')) }
}

export async function readSongByKey(sql: Sql, key: string): Promise<StoredSong | null> {
  const row = await sql
    .selectFrom('songs')
    .select(COLUMNS)
    .where('songKey', '=', key)
    .executeTakeFirst()
  return row ?? null
}

export function readSongsByKeys(sql: Sql, keys: readonly string[]): Promise<KeyedSong[]> {
  return sql
    .selectFrom('songs')
    .select([...COLUMNS, 'songKey as key'])
    .where('songKey', '=', raw<string>`any(${keys}::text[])`)
    .execute()
}

export async function anySongs(sql: Sql): Promise<boolean> {
  const row = await sql.selectFrom('songs').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Stores those whose key is new, each with its words, and returns their ids. A single statement: no song can be left
 * without the words it is found by.
 */
export async function insertSongs(
  sql: Sql,
  songs: readonly (NewSong & { held: boolean })[],
  origin: { source: string; verified: boolean; at: Date },
): Promise<string[]> {
  const words = songs.flatMap((song) => song.words.map((word) => ({ word, id: song.id })))
  const { rows } = await raw<{ id: string }>`
    with added as (
      insert into songs (id, title, artist_name, song_key, held, source, verified, created_at)
      select fresh.*, ${origin.source}::text, ${origin.verified}::boolean, ${origin.at}::timestamptz
      from unnest(
        ${songs.map((song) => song.id)}::uuid[],
        ${songs.map((song) => song.title)}::text[],
        ${songs.map((song) => song.artistName)}::text[],
        ${songs.map((song) => song.key)}::text[],
        ${songs.map((song) => song.held)}::boolean[]) as fresh
      on conflict (song_key) do nothing
      returning id
    ), found_by as (
      insert into song_words (word, song_id)
      select w.word, w.song_id
      from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ id }) => id)}::uuid[])
        as w (word, song_id)
      join added on added.id = w.song_id
    )
    select id from added
  `.execute(sql)
  return rows.map(({ id }) => id)
}

/** A song that becomes visible to all, as the index of songs takes it. */
export type ShownSong = { readonly id: string; readonly key: string; readonly orders: number }

/** Marks the unverified songs under these keys as verified, spelled as they are given; returns them. */
export async function verifyKnown(
  sql: Sql,
  songs: readonly Pick<NewSong, 'key' | 'title' | 'artistName'>[],
  source: string,
): Promise<ShownSong[]> {
  const { rows } = await raw<ShownSong>`
    update songs s set verified = true, title = n.title, artist_name = n.artist_name, source = ${source}
    from unnest(
      ${songs.map(({ key }) => key)}::text[],
      ${songs.map(({ title }) => title)}::text[],
      ${songs.map(({ artistName }) => artistName)}::text[]) as n (key, title, artist_name)
    where s.song_key = n.key and not s.verified
    returning s.id, s.song_key as key, s.order_count as orders
  `.execute(sql)
  return rows
}

/** False where the song is verified, or other than one artist play it. */
export async function rewriteSong(
  sql: Sql,
  { id, ...song }: { id: string; title: string; artistName: string; held: boolean },
): Promise<boolean> {
  const isOwn = raw<boolean>`not verified
    and (select count(*) from repertoire r where r.song_id = songs.id) = 1`
  const rewritten = sql.updateTable('songs').set(song).where('id', '=', id).where(isOwn)
  return (await rewritten.executeTakeFirst()).numUpdatedRows > 0n
}

/** So many artists who play a song vouch for it. */
const VOUCHING = 3

/** Of these songs, verifies those that enough artists play and the word filter does not hold back; returns them. */
export async function verifyPlayed(sql: Sql, songIds: readonly string[]): Promise<ShownSong[]> {
  const { rows } = await raw<ShownSong>`
    update songs s set verified = true
    where s.id = any(${songIds}::uuid[]) and not s.verified and s.held is false
      and (select count(*) from repertoire r where r.song_id = s.id) >= ${VOUCHING}::integer
    returning s.id, s.song_key as key, s.order_count as orders
  `.execute(sql)
  return rows
}

/** Verifies a song that an artist plays, or takes that back; undefined where there is no such song. */
export async function setVerified(
  sql: Sql,
  songId: string,
  verified: boolean,
): Promise<(ShownSong & { readonly title: string }) | undefined> {
  const { rows } = await raw<ShownSong & { title: string }>`
    update songs s set verified = ${verified}
    where s.id = ${songId}::uuid
      and (not ${verified} or s.verified or exists (select from repertoire r where r.song_id = s.id))
    returning s.id, s.song_key as key, s.order_count as orders, s.title
  `.execute(sql)
  return rows[0]
}

export type UnverifiedSong = {
  readonly id: string
  readonly title: string
  readonly artistName: string
  readonly held: boolean
  /** How many artists play it. */
  readonly artists: number
}

/** Unverified songs that artists play, those of most artists first. */
export async function unverifiedSongs(sql: Sql, limit: number): Promise<UnverifiedSong[]> {
  const { rows } = await raw<UnverifiedSong>`
    select s.id, s.title, s.artist_name, s.held is not false as held, count(*)::integer as artists
    from songs s join repertoire r on r.song_id = s.id
    where not s.verified
    group by s.id order by artists desc, s.id desc limit ${limit}::integer
  `.execute(sql)
  return rows
}

type Unjudged = { readonly id: string; readonly title: string; readonly artistName: string }

/** Unverified songs that the word filter has not judged. */
export function unjudgedSongs(sql: Sql, limit: number): Promise<Unjudged[]> {
  return sql
    .selectFrom('songs')
    .select(['id', 'title', 'artistName'])
    .where('held', 'is', null)
    .where(raw<boolean>`not verified`)
    .limit(limit)
    .execute()
}

export async function saveJudged(
  sql: Sql,
  judged: readonly { readonly id: string; readonly held: boolean }[],
): Promise<void> {
  await raw`
    update songs s set held = n.held
    from unnest(${judged.map(({ id }) => id)}::uuid[], ${judged.map(({ held }) => held)}::boolean[])
      as n (id, held)
    where s.id = n.id
  `.execute(sql)
}
