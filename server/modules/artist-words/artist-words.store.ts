import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

type StoredWord = {
  readonly id: string
  readonly text: string
  readonly concertId: string | null
  /** Null once its concert is deleted too. */
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

type InvitedConcert = {
  readonly artistId: string
  /** It is ahead or runs, and is open to everybody. */
  readonly invites: boolean
}

export function concertOfWord(sql: Sql, concertId: string): Promise<InvitedConcert | undefined> {
  return sql
    .selectFrom('concerts')
    .select('artistId')
    .select(
      raw<boolean>`status <> 'PLAYED' and not closed_session and hidden_at is null`.as('invites'),
    )
    .where('id', '=', concertId)
    .executeTakeFirst()
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
