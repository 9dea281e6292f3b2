import type { Insertable } from 'kysely'
import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'

/** The stored length of a forged body; the bank's own bodies are shorter. */
const FORGED_BYTES = 2048

/** Stores the beginning of a forged notice; a repeated one is stored once. */
export async function storeForged(
  sql: Sql,
  { dedupeKey, why, body, at }: { dedupeKey: string; why: string; body: string; at: Date },
): Promise<void> {
  await insertNotice(sql, {
    dedupeKey,
    paymentId: null,
    verified: false,
    word: why,
    body: beginningOf(textOf(body)),
    receivedAt: at,
  })
}

/** Stores the bank's notice about a payment or a payout, or about an unknown one. */
export async function storeNotice(
  sql: Sql,
  {
    at,
    ...notice
  }: {
    dedupeKey: string
    paymentId: string | null
    payoutId: string | null
    word: string
    body: string
    at: Date
  },
): Promise<void> {
  const body = textOf(notice.body)
  await insertNotice(sql, { ...notice, body, verified: true, receivedAt: at })
}

async function insertNotice(sql: Sql, row: Insertable<Schema['bankNotices']>): Promise<void> {
  await sql
    .insertInto('bankNotices')
    .values(row)
    .onConflict((on) =>
      on.column('dedupeKey').doUpdateSet((is) => ({ times: is('bankNotices.times', '+', 1) })),
    )
    .execute()
}

/** PostgreSQL text cannot contain this character, and the bank's notices do not. */
function textOf(body: string): string {
  return body.replaceAll('\0', '\uFFFD')
}

/** Cuts without leaving a broken UTF-8 character at the end. */
function beginningOf(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, FORGED_BYTES), { stream: true })
}

/** Deletes forged notices that came before `forgedBefore`, and all that came before `before`. */
export async function forgetNotices(
  sql: Sql,
  { before, forgedBefore }: { before: Date; forgedBefore: Date },
): Promise<void> {
  await sql.deleteFrom('bankNotices').where('receivedAt', '<', before).execute()
  await sql
    .deleteFrom('bankNotices')
    .where(raw<boolean>`not verified`)
    .where('receivedAt', '<', forgedBefore)
    .execute()
}

/** Counts the stored forged notices that came after `since`, up to `most`. */
export async function countForged(sql: Sql, since: Date, most: number): Promise<number> {
  const newest = sql
    .selectFrom('bankNotices')
    .select('dedupeKey')
    .where(raw<boolean>`not verified`)
    .where('receivedAt', '>', since)
    .limit(most)
    .as('newest')
  const { count } = await sql
    .selectFrom(newest)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
