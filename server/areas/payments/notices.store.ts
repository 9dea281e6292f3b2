import { sql as raw } from 'kysely'
import type { Sql } from '#server/db/open.ts'

/** Keeps what came as the bank's word and is not, once however often it comes. */
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
      body: textOf(notice.body),
      received_at: notice.at,
    })
    .onConflict((on) =>
      on.column('dedupe_key').doUpdateSet((is) => ({ times: is('bank_notices.times', '+', 1) })),
    )
    .execute()
}

/**
 * Keeps the bank's word about a payment and makes that payment due, in one statement: it is kept if and
 * only if it is looked after. False where we have no such payment; the word is kept all the same.
 */
export async function keepNoticeAndLook(
  sql: Sql,
  notice: { dedupeKey: string; paymentId: string | null; word: string; body: string; at: Date },
): Promise<boolean> {
  const { dedupeKey, paymentId, word, body, at } = notice
  const { rows } = await raw<{ known: boolean }>`
    with known as (select id from payments where id = ${paymentId}::uuid),
    due as (
      update payments set due_at = ${at}::timestamptz, quiet_looks = 0
      where id = ${paymentId}::uuid and (due_at > ${at}::timestamptz or due_at is null))
    insert into bank_notices (dedupe_key, payment_id, verified, word, body, received_at)
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

/** Drops what came before `before`. */
export async function forgetNotices(sql: Sql, before: Date): Promise<void> {
  await sql.deleteFrom('bank_notices').where('received_at', '<', before).execute()
}

/** How many forged ones that came since `since` are kept, counted to `most`. */
export async function forgedKept(sql: Sql, since: Date, most: number): Promise<number> {
  const newest = sql
    .selectFrom('bank_notices')
    .select('dedupe_key')
    .where('verified', '=', false)
    .where('received_at', '>', since)
    .limit(most)
    .as('newest')
  const { count } = await sql
    .selectFrom(newest)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
