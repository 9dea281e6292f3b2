import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { SongAbout } from '#domain/songs/song-about.ts'
import type { SongFields } from '#domain/songs/song-cells.ts'
import type { SongState, SongTextKind } from '#domain/songs/repertoire.ts'
import { SONG_MINIMUM } from '#server/platform/db/sql-expressions.ts'

export async function songIdsOf(sql: Sql, artistId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('repertoire')
    .select('songId')
    .where('artistId', '=', artistId)
    .execute()
  return rows.map((row) => row.songId)
}

/** An artist's notes on a song: his tags, the least price of an order in rubles, set by the song or by its tags, and the fields for him alone. */
type SongNotes = SongAbout & {
  tags: string[]
  ownMinimum: number | null
  minimum: number | null
  state: SongState
  /** How many listeners wait for it, while it is not open. */
  wishes: number
  /** What its own text is; null: it has none. */
  text: SongTextKind | null
}

/** The notes of those songs of a repertoire that have any, by song; the first added first, whose spelling of a tag counts. */
export async function notesBySong(sql: Sql, artistId: string): Promise<Map<string, SongNotes>> {
  const rows = await sql
    .selectFrom('repertoire as r')
    .leftJoin('songTexts as t', (on) =>
      on
        .onRef('t.artistId', '=', 'r.artistId')
        .onRef('t.songId', '=', 'r.songId')
        .on('t.text', '!=', ''),
    )
    .innerJoin('songs as s', 's.id', 'r.songId')
    .select(
      raw<SongTextKind | null>`case when t.has_chords then 'chords'
        when t.song_id is not null then 'words' end`.as('text'),
    )
    .select(['r.songId', 'r.tags', 'r.minRubles as ownMinimum', SONG_MINIMUM.as('minimum')])
    .select(['r.musicKey as key', 'r.capo', 'r.tempo', 'r.seconds', 'r.notes', 'r.state'])
    .select(raw<string>`coalesce(r.music_by, s.music_by)`.as('musicBy'))
    .select(raw<string>`coalesce(r.words_by, s.words_by)`.as('wordsBy'))
    .select(
      raw<number>`case when r.state = 'open' then 0 else (select count(*)::integer from wishes w
        where w.artist_id = r.artist_id and w.song_id = r.song_id and w.counted) end`.as('wishes'),
    )
    .where('r.artistId', '=', artistId)
    .where(
      raw<boolean>`(r.tags <> '{}' or r.music_key <> '' or r.notes <> '' or r.state <> 'open'
        or coalesce(r.music_by, s.music_by) <> '' or coalesce(r.words_by, s.words_by) <> ''
        or t.song_id is not null or coalesce(r.min_rubles, r.capo, r.tempo, r.seconds) is not null)`,
    )
    .orderBy('r.addedAt')
    .orderBy('r.songId')
    .execute()
  return new Map(rows.map(({ songId, ...notes }) => [songId, notes]))
}

/** For those of the songs that are in a repertoire: the least price of an order in rubles, null: as the concert sets it, and whether they may be ordered. */
export async function orderingOf(
  sql: Sql,
  artistId: string,
  songIds: readonly string[],
): Promise<Map<string, { minimum: number | null; state: SongState }>> {
  if (songIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('repertoire as r')
    .select(['r.songId', SONG_MINIMUM.as('minimum'), 'r.state'])
    .where('r.artistId', '=', artistId)
    .where('r.songId', '=', raw<string>`any(${songIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ songId, ...ordering }) => [songId, ordering]))
}

export async function tagMinimums(sql: Sql, artistId: string): Promise<Map<string, number>> {
  const rows = await sql
    .selectFrom('tagMinimums')
    .select(['tag', 'rubles'])
    .where('artistId', '=', artistId)
    // Of the spellings of a tag the one in small letters counts.
    .orderBy(raw`tag collate "C"`, 'desc')
    .execute()
  return new Map(rows.map(({ tag, rubles }) => [tag, rubles]))
}

/** Those of these tags; null: none. */
export async function saveTagMinimums(
  sql: Sql,
  artistId: string,
  minimums: ReadonlyMap<string, number | null>,
): Promise<void> {
  await sql
    .deleteFrom('tagMinimums')
    .where('artistId', '=', artistId)
    .where('tag', '=', raw<string>`any(${[...minimums.keys()]}::text[])`)
    .execute()
  const rows = [...minimums].flatMap(([tag, rubles]) =>
    rubles === null ? [] : [{ artistId, tag, rubles }],
  )
  if (rows.length > 0) await sql.insertInto('tagMinimums').values(rows).execute()
}

/** Hides a song for an operator, which keeps it closed, or shows it as it was before; false where the repertoire has it not. */
export async function markSongHidden(
  sql: Sql,
  { artistId, songId }: { artistId: string; songId: string },
  at: Date | null,
): Promise<boolean> {
  const marked = await sql
    .updateTable('repertoire')
    .set(
      at === null
        ? { hiddenAt: null, state: raw`coalesce(state_was, state)`, stateWas: null }
        : { hiddenAt: at, state: 'closed', stateWas: raw`coalesce(state_was, state)` },
    )
    .where('artistId', '=', artistId)
    .where('songId', '=', songId)
    .returning('songId')
    .executeTakeFirst()
  return marked !== undefined
}

/** False where the song is not in the repertoire. `ownMinimum` and `state` undefined: unchanged. */
export async function saveNotes(
  sql: Sql,
  note: {
    artistId: string
    songId: string
    tags: string[]
    ownMinimum: number | null | undefined
    state: SongState | undefined
    about: SongAbout
  },
): Promise<boolean> {
  const { artistId, songId, tags, ownMinimum, state } = note
  const { key, musicBy, wordsBy, ...about } = note.about
  // What the catalogue says stays the catalogue's, which may learn more.
  const own = (typed: string, column: 'music_by' | 'words_by') =>
    raw<
      string | null
    >`nullif(${typed}::text, (select s.${raw.ref(column)} from songs s where s.id = song_id))`
  const { numUpdatedRows } = await sql
    .updateTable('repertoire')
    .set({ tags, musicKey: key, ...about })
    .set({ musicBy: own(musicBy, 'music_by'), wordsBy: own(wordsBy, 'words_by') })
    .$if(ownMinimum !== undefined, (query) => query.set({ minRubles: ownMinimum ?? null }))
    .$if(state !== undefined, (query) => query.set({ state: state ?? 'open' }))
    .where('artistId', '=', artistId)
    .where('songId', '=', songId)
    .executeTakeFirst()
  await touchTexts(sql, artistId, [songId])
  return numUpdatedRows > 0n
}

const PAST_FIELDS = ['musicBy', 'wordsBy', 'seconds'] as const

/**
 * Keeps what the lists of performed works say of songs that leave the repertoire, and pads of corrected ones. How one was
 * played that left before and was added again is kept no longer.
 */
async function keepPast(
  sql: Sql,
  { artistId, songIds, corrected }: SongsOfArtist & { corrected: boolean },
): Promise<void> {
  await raw`
    insert into past_song_notes as p (artist_id, song_id, music_by, words_by, seconds, music_key, capo, tempo)
    select artist_id, song_id, music_by, words_by, seconds, key, capo, tempo from (
      select artist_id, song_id, music_by, words_by, seconds, case when ${corrected} then nullif(music_key, '') end as key,
        case when ${corrected} then capo end as capo, case when ${corrected} then tempo end as tempo
      from repertoire where artist_id = ${artistId}::uuid and song_id = any(${songIds}::uuid[])) r
    where coalesce(music_by, words_by, key, seconds::text, capo::text, tempo::text) is not null
      or exists (select from past_song_notes past where past.artist_id = r.artist_id and past.song_id = r.song_id)
    on conflict (artist_id, song_id) do update set music_by = coalesce(excluded.music_by, p.music_by),
      words_by = coalesce(excluded.words_by, p.words_by), seconds = coalesce(excluded.seconds, p.seconds),
      music_key = excluded.music_key, capo = excluded.capo, tempo = excluded.tempo
  `.execute(sql)
}

type SongsOfArtist = { artistId: string; songIds: readonly string[] }

/** Of a song that is in the repertoire again: what is noted anew counts, even where that is nothing. */
export async function forgetPast(
  sql: Sql,
  song: { artistId: string; songId: string; noted: readonly string[] },
): Promise<void> {
  const fields = PAST_FIELDS.filter((field) => song.noted.includes(field))
  if (fields.length === 0) return
  await sql
    .updateTable('pastSongNotes')
    .set(Object.fromEntries(fields.map((field) => [field, null])))
    .where('artistId', '=', song.artistId)
    .where('songId', '=', song.songId)
    .execute()
}

/** A song of one repertoire, and the one that comes into its place. */
type SongMove = { artistId: string; songId: string; to: string }

/** Puts another song into the place of one; false where an operator hid that. */
export async function moveSong(sql: Sql, { artistId, songId, to }: SongMove): Promise<boolean> {
  await keepPast(sql, { artistId, songIds: [songId], corrected: true })
  await forgetPast(sql, { artistId, songId: to, noted: PAST_FIELDS })
  const { numUpdatedRows } = await sql
    .updateTable('repertoire')
    .set({ songId: to })
    .where('artistId', '=', artistId)
    .where('songId', '=', songId)
    .where('hiddenAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Tags that the songs have already, in any case of letters, are not added again. */
export async function saveMany(
  sql: Sql,
  artistId: string,
  songIds: readonly string[],
  { tags, state }: { tags: readonly string[]; state: SongState | undefined },
): Promise<void> {
  await raw`
    update repertoire r set state = coalesce(${state ?? null}::text, r.state),
      tags = r.tags || array(select t from unnest(${tags}::text[]) t
        where not exists (select from unnest(r.tags) own where lower(own) = lower(t)))
    where r.artist_id = ${artistId}::uuid and r.song_id = any(${songIds}::uuid[])
  `.execute(sql)
}

/** Saves the given fields of each song; the others are unchanged. `onlyEmpty`: those that have a value keep it. */
export async function saveFields(
  sql: Sql,
  artistId: string,
  fields: ReadonlyMap<string, SongFields>,
  onlyEmpty: boolean,
): Promise<void> {
  const first = (given: string, own: string) =>
    raw.raw(onlyEmpty ? `coalesce(${own}, ${given})` : `coalesce(${given}, ${own})`)
  // What the catalogue says counts as a value, and stays the catalogue's.
  const author = (given: string, column: 'music_by' | 'words_by') =>
    raw`nullif(${first(given, `coalesce(r.${column}, nullif(s.${column}, ''))`)}, s.${raw.ref(column)})`
  const rows = [...fields].map(([songId, { minSongAmount, ...others }]) => ({
    songId,
    minRubles: minSongAmount,
    ...others,
  }))
  await raw`
    update repertoire r set
      tags = coalesce(${first('n.tags', "nullif(r.tags, '{}')")}, '{}'),
      state = coalesce(${first('n.state', "nullif(r.state, 'open')")}, 'open'),
      music_key = coalesce(${first('n.key', "nullif(r.music_key, '')")}, ''),
      capo = ${first('n.capo', 'r.capo')}, tempo = ${first('n.tempo', 'r.tempo')},
      seconds = ${first('n.seconds', 'r.seconds')},
      notes = coalesce(${first('n.notes', "nullif(r.notes, '')")}, ''),
      min_rubles = ${first('n."minRubles"', 'r.min_rubles')},
      music_by = ${author('n."musicBy"', 'music_by')}, words_by = ${author('n."wordsBy"', 'words_by')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("songId" uuid, tags text[],
      state text, key text, capo integer, tempo integer, seconds integer, notes text,
      "minRubles" integer, "musicBy" text, "wordsBy" text) join songs s on s.id = n."songId"
    where r.artist_id = ${artistId}::uuid and r.song_id = n."songId"
  `.execute(sql)
  await touchTexts(sql, artistId, [...fields.keys()])
}

/** Pads that have the texts notice changes of capo and tempo by the time of the last change, which is in whole ms. */
async function touchTexts(sql: Sql, artistId: string, songIds: readonly string[]): Promise<void> {
  await sql
    .updateTable('songTexts')
    .set({
      updatedAt: raw<Date>`(select max(n.updated_at) + interval '1 millisecond'
        from song_texts n where n.artist_id = ${artistId}::uuid)`,
    })
    .where('artistId', '=', artistId)
    .where('songId', '=', raw<string>`any(${songIds}::uuid[])`)
    .execute()
}

export async function hasSong(sql: Sql, artistId: string, songId: string): Promise<boolean> {
  const row = await sql
    .selectFrom('repertoire')
    .select('songId')
    .where('artistId', '=', artistId)
    .where('songId', '=', songId)
    .executeTakeFirst()
  return row !== undefined
}

export async function countSongs(sql: Sql, artistId: string): Promise<number> {
  const { songs } = await sql
    .selectFrom('repertoire')
    .select((row) => row.fn.countAll<number>().as('songs'))
    .where('artistId', '=', artistId)
    .executeTakeFirstOrThrow()
  return songs
}

export async function insertSong(
  sql: Sql,
  row: { artistId: string; songId: string; at: Date },
): Promise<void> {
  await sql
    .insertInto('repertoire')
    .values({ artistId: row.artistId, songId: row.songId, addedAt: row.at })
    .execute()
}

/** Adds existing songs by their ids; those already in the repertoire are unchanged. Returns the ids that are new in it. */
export async function insertSongs(
  sql: Sql,
  { artistId, songIds, at }: { artistId: string; songIds: readonly string[]; at: Date },
): Promise<string[]> {
  const { rows } = await raw<{ songId: string }>`
    insert into repertoire (artist_id, song_id, added_at)
    select ${artistId}::uuid, song_id, ${at}::timestamptz
    from unnest(${songIds}::uuid[]) as coming (song_id)
    on conflict (artist_id, song_id) do nothing
    returning song_id
  `.execute(sql)
  return rows.map(({ songId }) => songId)
}

/** Returns those that were in the repertoire. One that an operator hid stays: added again, it would be open. */
export async function deleteSongs(
  sql: Sql,
  artistId: string,
  songIds: readonly string[],
): Promise<string[]> {
  await keepPast(sql, { artistId, songIds, corrected: false })
  const rows = await sql
    .deleteFrom('repertoire')
    .where('artistId', '=', artistId)
    .where('songId', '=', raw<string>`any(${songIds}::uuid[])`)
    .where('hiddenAt', 'is', null)
    .returning('songId')
    .execute()
  await touchTexts(sql, artistId, songIds)
  return rows.map((row) => row.songId)
}
