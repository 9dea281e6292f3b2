import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import type { Sql } from '../server/platform/db/open.ts'

/** A server's connections report their statistics up to a second late. */
const TOLD_MS = 1_100
/** Tables that are small at every size are scanned sequentially by choice. */
const SMALL = 300

type Walks = Readonly<Record<string, number>>

/** Rows read by sequential scans since the database was created, by table. */
export async function walksOf(sql: Sql): Promise<Walks> {
  await sleep(TOLD_MS)
  const { rows } = await raw<{ name: string; rows: number }>`
    select relname as name, seq_tup_read::float8 as rows from pg_stat_user_tables
    where n_live_tup > ${SMALL}`.execute(sql)
  return Object.fromEntries(rows.map(({ name, rows: read }) => [name, read]))
}

/** The increase by table, the largest first. */
export function walkedSince(before: Walks, after: Walks): [table: string, rows: number][] {
  return Object.entries(after)
    .map(([table, read]): [string, number] => [table, read - (before[table] ?? 0)])
    .filter(([, read]) => read > 0)
    .toSorted(([, one], [, other]) => other - one)
}
