import { sql as raw } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'

/** Of a forged body so many bytes are kept; the bank's own are below it. */
const FORGED_BYTES = 2048

/** Keeps the beginning of what came as the bank's word and is not, once however often it comes. */
export async function keepForged(
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

type Word = { dedupeKey: string; id: string | null; word: string; body: string; at: Date }

/**
 * Keeps the bank's word about a payment and makes that payment due, in one statement: it is kept if and
 * only if it is looked after. False where we have no such payment; the word is kept all the same.
 */
export async function keepNoticeAndLook(
  sql: Sql,
  { dedupeKey, id, word, body, at }: Word,
): Promise<boolean> {
  const { rows } = await raw<{ known: boolean }>`
    with known as (select id from payments where id = ${id}::uuid),
    due as (
      update payments set due_at = ${at}::timestamptz, quiet_looks = 0
      where id = ${id}::uuid and (due_at > ${at}::timestamptz or due_at is null))
    insert into bank_notices (dedupe_key, payment_id, verified, word, body, received_at)
    values (${dedupeKey}, (select id from known), true, ${word}, ${textOf(body)}, ${at}::timestamptz)
    on conflict (dedupe_key) do update set times = bank_notices.times + 1
    returning exists (select from known) as known
  `.execute(sql)
  return rows[0]?.known ?? false
}

/** The same of a payout. One that is over stays so: its end came from the bank itself. */
export async function keepPayoutNoticeAndLook(
  sql: Sql,
  { dedupeKey, id, word, body, at }: Word,
): Promise<boolean> {
  const { rows } = await raw<{ known: boolean }>`
    with known as (select id from payouts where id = ${id}::uuid),
    due as (
      update payouts set due_at = ${at}::timestamptz, tries = 0
      where id = ${id}::uuid and due_at is not null)
    insert into bank_notices (dedupe_key, payout_id, verified, word, body, received_at)
    values (${dedupeKey}, (select id from known), true, ${word}, ${textOf(body)}, ${at}::timestamptz)
    on conflict (dedupe_key) do update set times = bank_notices.times + 1
    returning exists (select from known) as known
  `.execute(sql)
  return rows[0]?.known ?? false
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
export async function forgedKept(sql: Sql, since: Date, most: number): Promise<number> {
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
