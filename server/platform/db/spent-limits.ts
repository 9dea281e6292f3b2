import { sql as raw } from 'kysely'
import type { Sql } from './open.ts'

/** Spends one point; gives how many are spent of this window and the milliseconds to its end, by the database's clock. */
export async function spendPoint(
  sql: Sql,
  key: string,
  seconds: number,
): Promise<{ spent: number; waitMs: number }> {
  const end = raw<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
  const over = raw<boolean>`spent_limits.until <= clock_timestamp()`
  const { spent, waitMs } = await sql
    .insertInto('spent_limits')
    .values({ key, spent: 1, until: end })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        spent: raw<number>`case when ${over} then 1 else spent_limits.spent + 1 end`,
        until: raw<Date>`case when ${over} then ${end} else spent_limits.until end`,
      }),
    )
    .returning([
      'spent',
      raw<number>`(extract(epoch from until - clock_timestamp()) * 1000)::integer`.as('waitMs'),
    ])
    .executeTakeFirstOrThrow()
  return { spent, waitMs }
}

/** Forgets windows that are over. */
export async function forgetSpent(sql: Sql): Promise<void> {
  await sql
    .deleteFrom('spent_limits')
    .where('until', '<', raw<Date>`clock_timestamp()`)
    .execute()
}
