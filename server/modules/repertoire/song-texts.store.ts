import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

type StoredText = {
  songId: string
  text: string
  transpose: number
  updatedAt: Date
  /** As noted in the repertoire, or when its title was corrected there; '' and null where it is not. */
  key: string
  capo: number | null
  tempo: number | null
}

/** The place in the sequence of changes that is read next. */
export type TextsAfter = { since: Date; after: string | null }

const textsOfArtist = (sql: Sql, artistId: string) =>
  sql
    .selectFrom('songTexts as t')
    .leftJoin('repertoire as r', (on) =>
      on.onRef('r.artistId', '=', 't.artistId').onRef('r.songId', '=', 't.songId'),
    )
    .leftJoin('pastSongNotes as p', (on) =>
      on
        .onRef('p.artistId', '=', 't.artistId')
        .onRef('p.songId', '=', 't.songId')
        .on('r.songId', 'is', null),
    )
    .select(['t.songId', 't.text', 't.transpose', 't.updatedAt'])
    .select(raw<string>`coalesce(r.music_key, p.music_key, '')`.as('key'))
    .select(raw<number | null>`coalesce(r.capo, p.capo)`.as('capo'))
    .select(raw<number | null>`coalesce(r.tempo, p.tempo)`.as('tempo'))
    .where('t.artistId', '=', artistId)

/** By the time of their last change; removed texts too, as empty ones. */
export async function textsOf(
  sql: Sql,
  { artistId, from, limit }: { artistId: string; from: TextsAfter | null; limit: number },
): Promise<StoredText[]> {
  let asked = textsOfArtist(sql, artistId)
  if (from?.after != null)
    asked = asked.where(
      raw<boolean>`(t.updated_at, t.song_id) > (${from.since}::timestamptz, ${from.after}::uuid)`,
    )
  else if (from !== null) asked = asked.where('t.updatedAt', '>=', from.since)
  return asked.orderBy('t.updatedAt').orderBy('t.songId').limit(limit).execute()
}

export async function textOf(
  sql: Sql,
  artistId: string,
  songId: string,
): Promise<StoredText | undefined> {
  return textsOfArtist(sql, artistId).where('t.songId', '=', songId).executeTakeFirst()
}

/** The number of characters of all texts of an artist, and the time of the last change. */
export async function sumOfTexts(
  sql: Sql,
  artistId: string,
): Promise<{ length: number; newest: Date | null }> {
  return sql
    .selectFrom('songTexts')
    .select([
      raw<number>`coalesce(sum(char_length(text)), 0)::int`.as('length'),
      raw<Date | null>`max(updated_at)`.as('newest'),
    ])
    .where('artistId', '=', artistId)
    .executeTakeFirstOrThrow()
}

/** Replaces the stored ones; one that comes without a transposition keeps its own. */
export async function saveTexts(
  sql: Sql,
  saved: {
    artistId: string
    texts: readonly {
      songId: string
      text: string
      hasChords: boolean
      transpose?: number | undefined
    }[]
    at: Date
  },
): Promise<void> {
  const { artistId, texts, at } = saved
  const moved = texts.flatMap(({ songId, transpose }) => (transpose === undefined ? [] : [songId]))
  await sql
    .insertInto('songTexts')
    .values(
      texts.map(({ songId, text, hasChords, transpose = 0 }) => ({
        artistId,
        songId,
        text,
        hasChords,
        transpose,
        updatedAt: at,
      })),
    )
    .onConflict((same) =>
      same.columns(['artistId', 'songId']).doUpdateSet((row) => ({
        text: row.ref('excluded.text'),
        transpose: raw<number>`case when excluded.song_id = any(${moved}::uuid[])
          then excluded.transpose else song_texts.transpose end`,
        hasChords: row.ref('excluded.hasChords'),
        updatedAt: row.ref('excluded.updatedAt'),
      })),
    )
    .execute()
}

/**
 * Removes texts of songs that are not in the repertoire, the oldest first, until that many characters are free or there
 * are no more; those of `kept` stay.
 */
export async function freeTexts(
  sql: Sql,
  asked: { artistId: string; length: number; kept: readonly string[]; at: Date },
): Promise<void> {
  const { artistId, length, kept, at } = asked
  await raw`
    update song_texts t set text = '', has_chords = false, updated_at = ${at}::timestamptz
    from (select song_id, sum(char_length(text)) over (order by updated_at, song_id) - char_length(text) as before
      from song_texts o where artist_id = ${artistId}::uuid and song_id <> all(${kept}::uuid[]) and text <> ''
        and not exists (select from repertoire r where r.artist_id = o.artist_id and r.song_id = o.song_id)) o
    where t.artist_id = ${artistId}::uuid and t.song_id = o.song_id and o.before < ${length}::int
  `.execute(sql)
}

/** Pads learn of it by the note of the song that is saved next. */
export async function copyText(
  sql: Sql,
  { artistId, songId, to }: { artistId: string; songId: string; to: string },
): Promise<void> {
  await raw`
    insert into song_texts (artist_id, song_id, text, transpose, updated_at, has_chords)
    select artist_id, ${to}::uuid, text, transpose, updated_at, has_chords from song_texts
    where artist_id = ${artistId}::uuid and song_id = ${songId}::uuid and text <> ''
    on conflict (artist_id, song_id) do update set text = excluded.text,
      transpose = excluded.transpose, has_chords = excluded.has_chords
  `.execute(sql)
}

/** False where the song has no text. */
export async function saveTransposition(
  sql: Sql,
  saved: { artistId: string; songId: string; transpose: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('songTexts')
    .set({ transpose: saved.transpose, updatedAt: saved.at })
    .where('artistId', '=', saved.artistId)
    .where('songId', '=', saved.songId)
    .where('text', '!=', '')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
