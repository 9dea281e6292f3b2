import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** The stored length of a forged body; the bank's own bodies are shorter. */
const FORGED_BYTES = 2048

/** Stores the beginning of a forged notice; a repeated one is stored once. */
export async function storeForged(
  sql: Sql,
  notice: { dedupeKey: string; why: string; body: string; at: Date },
): Promise<void> {
  await sql
    .insertInto('bank_notices')
    .values({
      dedupe_key: notice.dedupeKey,
      payment_id: null,
      verified: false,
      word: notice.why,
      body: beginningOf(textOf(notice.body)),
      received_at: notice.at,
    })
    .onConflict((on) =>
      on.column('dedupe_key').doUpdateSet((is) => ({ times: is('bank_notices.times', '+', 1) })),
    )
    .execute()
}

/** Stores the bank's notice about a payment or a payout, or about an unknown one. */
export async function storeNotice(
  sql: Sql,
  notice: {
    dedupeKey: string
    paymentId: string | null
    payoutId: string | null
    word: string
    body: string
    at: Date
  },
): Promise<void> {
  await sql
    .insertInto('bank_notices')
    .values({
      dedupe_key: notice.dedupeKey,
      payment_id: notice.paymentId,
      payout_id: notice.payoutId,
      verified: true,
      word: notice.word,
      body: textOf(notice.body),
      received_at: notice.at,
    })
    .onConflict((on) =>
      on.column('dedupe_key').doUpdateSet((is) => ({ times: is('bank_notices.times', '+', 1) })),
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
  await sql.deleteFrom('bank_notices').where('received_at', '<', before).execute()
  await sql
    .deleteFrom('bank_notices')
    .where(raw<boolean>`not verified`)
    .where('received_at', '<', forgedBefore)
    .execute()
}

/** Counts the stored forged notices that came after `since`, up to `most`. */
export async function countForged(sql: Sql, since: Date, most: number): Promise<number> {
  const newest = sql
    .selectFrom('bank_notices')
    .select('dedupe_key')
    .where(raw<boolean>`not verified`)
    .where('received_at', '>', since)
    .limit(most)
    .as('newest')
  const { count } = await sql
    .selectFrom(newest)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
