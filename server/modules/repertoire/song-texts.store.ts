import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

type StoredText = {
  songId: string
  text: string
  transpose: number
  updatedAt: Date
  /** As noted in the repertoire; '' and null where it is not. */
  key: string
  capo: number | null
  tempo: number | null
}

/** The place in the sequence of changes that is read next. */
export type TextsAfter = { since: Date; after: string | null }

const textsOfArtist = (sql: Sql, artistId: string) =>
  sql
    .selectFrom('song_texts as t')
    .leftJoin('repertoire as r', (on) =>
      on.onRef('r.artist_id', '=', 't.artist_id').onRef('r.song_id', '=', 't.song_id'),
    )
    .select([
      't.song_id as songId',
      't.text',
      't.transpose',
      't.updated_at as updatedAt',
      raw<string>`coalesce(r.music_key, '')`.as('key'),
      'r.capo',
      'r.tempo',
    ])
    .where('t.artist_id', '=', artistId)

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
  else if (from !== null) asked = asked.where('t.updated_at', '>=', from.since)
  return asked.orderBy('t.updated_at').orderBy('t.song_id').limit(limit).execute()
}

export async function textOf(
  sql: Sql,
  artistId: string,
  songId: string,
): Promise<StoredText | undefined> {
  return textsOfArtist(sql, artistId).where('t.song_id', '=', songId).executeTakeFirst()
}

/** The number of characters of all texts of an artist, and the time of the last change. */
export async function sumOfTexts(
  sql: Sql,
  artistId: string,
): Promise<{ length: number; newest: Date | null }> {
  return sql
    .selectFrom('song_texts')
    .select([
      raw<number>`coalesce(sum(char_length(text)), 0)::int`.as('length'),
      raw<Date | null>`max(updated_at)`.as('newest'),
    ])
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
}

/** Replaces the stored ones. */
export async function saveTexts(
  sql: Sql,
  saved: {
    artistId: string
    texts: readonly { songId: string; text: string }[]
    at: Date
  },
): Promise<void> {
  const { artistId, texts, at } = saved
  await sql
    .insertInto('song_texts')
    .values(
      texts.map(({ songId, text }) => ({
        artist_id: artistId,
        song_id: songId,
        text,
        updated_at: at,
      })),
    )
    .onConflict((same) =>
      same.columns(['artist_id', 'song_id']).doUpdateSet((row) => ({
        text: row.ref('excluded.text'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** False where the song has no text. */
export async function saveTransposition(
  sql: Sql,
  saved: { artistId: string; songId: string; transpose: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('song_texts')
    .set({ transpose: saved.transpose, updated_at: saved.at })
    .where('artist_id', '=', saved.artistId)
    .where('song_id', '=', saved.songId)
    .where('text', '!=', '')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
