import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

export type StoredWord = {
  readonly id: string
  readonly text: string
  readonly concertId: string | null
  readonly concertTitle: string | null
  readonly madeAt: Date
}

const SHOWN_MOST = 50

/** The words of an artist, the newest first. */
export function wordsOfArtist(sql: Sql, artistId: string): Promise<StoredWord[]> {
  return sql
    .selectFrom('artistWords as w')
    .leftJoin('concerts as c', 'c.id', 'w.concertId')
    .select(['w.id', 'w.text', 'w.concertId', 'c.title as concertTitle', 'w.madeAt'])
    .where('w.artistId', '=', artistId)
    .orderBy('w.madeAt', 'desc')
    .limit(SHOWN_MOST)
    .execute()
}

/** The moments of the words since then. */
export async function saidSince(sql: Sql, artistId: string, since: Date): Promise<Date[]> {
  const rows = await sql
    .selectFrom('artistWords')
    .select('madeAt')
    .where('artistId', '=', artistId)
    .where('madeAt', '>', since)
    .execute()
  return rows.map(({ madeAt }) => madeAt)
}

/** Whether the concert is this artist's, ahead, and open to everybody. */
export async function isInvited(sql: Sql, artistId: string, concertId: string): Promise<boolean> {
  const found = await sql
    .selectFrom('concerts')
    .select('id')
    .where('id', '=', concertId)
    .where('artistId', '=', artistId)
    .where('status', '<>', 'PLAYED')
    .where(raw<boolean>`not closed_session and hidden_at is null`)
    .executeTakeFirst()
  return found !== undefined
}

export async function addWord(
  sql: Sql,
  row: { id: string; artistId: string; text: string; concertId: string | null; madeAt: Date },
): Promise<void> {
  await sql.insertInto('artistWords').values(row).execute()
}

/** Removes a word with the news of it; false where the artist has none such. */
export async function dropWord(sql: Sql, artistId: string, id: string): Promise<boolean> {
  const dropped = await sql
    .deleteFrom('artistWords')
    .where('id', '=', id)
    .where('artistId', '=', artistId)
    .returning('id')
    .executeTakeFirst()
  return dropped !== undefined
}
