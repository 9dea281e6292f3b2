import { sql as raw } from 'kysely'
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
      body: notice.body,
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

/** How many forged ones came since `since`. */
export async function forgedSince(sql: Sql, since: Date): Promise<number> {
  const row = await sql
    .selectFrom('bank_notices')
    .select(raw<number>`coalesce(sum(times), 0)::bigint`.as('times'))
    .where('verified', '=', false)
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.times
}
