import { sql as raw } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'

export type StoredText = { songId: string; text: string; transpose: number; updatedAt: Date }

/** The place in the row of changes that is read next. */
export type TextsAfter = { since: Date; after: string | null }

const TEXT = ['song_id as songId', 'text', 'transpose', 'updated_at as updatedAt'] as const

/** By the time of their last change; those that were taken away too, as empty ones. */
export async function textsOf(
  sql: Sql,
  { artistId, from, limit }: { artistId: string; from: TextsAfter | null; limit: number },
): Promise<StoredText[]> {
  let asked = sql.selectFrom('song_texts').select(TEXT).where('artist_id', '=', artistId)
  if (from?.after != null)
    asked = asked.where(
      raw<boolean>`(updated_at, song_id) > (${from.since}::timestamptz, ${from.after}::uuid)`,
    )
  else if (from !== null) asked = asked.where('updated_at', '>=', from.since)
  return asked.orderBy('updated_at').orderBy('song_id').limit(limit).execute()
}

export async function textOf(
  sql: Sql,
  artistId: string,
  songId: string,
): Promise<StoredText | undefined> {
  return sql
    .selectFrom('song_texts')
    .select(TEXT)
    .where('artist_id', '=', artistId)
    .where('song_id', '=', songId)
    .executeTakeFirst()
}

/** Characters of all texts of an artist, and when the last of them changed. */
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

/** In the place of those that there were. */
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
