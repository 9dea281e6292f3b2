import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** Of a forged body so many bytes are kept; the bank's own are below it. */
const FORGED_BYTES = 2048

/** Keeps the beginning of what came as the bank's word and is not, once however often it comes. */
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

/** Keeps the bank's word about a payment or a payout, or about neither that we have. */
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

/** PostgreSQL has no text with this character, and nothing that the bank wrote has it. */
function textOf(body: string): string {
  return body.replaceAll('\0', '\uFFFD')
}

/** Without the piece of a letter that the cut may leave. */
function beginningOf(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, FORGED_BYTES), { stream: true })
}

/** Drops forged ones that came before `forgedBefore`, and all that came before `before`. */
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

/** How many forged ones that came since `since` are kept, counted to `most`. */
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
