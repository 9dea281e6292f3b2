import type { Sql } from '#server/db/open.ts'

/** Keeps what came as the bank's word, once however often it comes; false for a repeat. */
export async function keepNotice(
  sql: Sql,
  notice: {
    dedupeKey: string
    paymentId: string | null
    verified: boolean
    word: string
    body: string
    at: Date
  },
): Promise<boolean> {
  const row = await sql
    .insertInto('bank_notices')
    .values({
      dedupe_key: notice.dedupeKey,
      payment_id: notice.paymentId,
      verified: notice.verified,
      word: notice.word,
      // PostgreSQL has no text with this character, and nothing that the bank wrote has it.
      body: notice.body.replaceAll('\0', '\uFFFD'),
      received_at: notice.at,
    })
    .onConflict((on) =>
      on.column('dedupe_key').doUpdateSet((is) => ({ times: is('bank_notices.times', '+', 1) })),
    )
    .returning('times')
    .executeTakeFirstOrThrow()
  return row.times === 1
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
