import { sql as raw } from 'kysely'
import { planIsStale } from './database-errors.ts'
import type { Sql } from './open.ts'

/** Locks the artist's row until the transaction ends, so that a bound on the artist's data holds. Throws for a missing artist. */
export async function lockArtistRow(sql: Sql, artistId: string): Promise<void> {
  await sql
    .selectFrom('artists')
    .select('id')
    .where('id', '=', artistId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

const RETRIED = new Set(['40001', '40P01'])
const TRIES = 4
/** Each of them finds one more statement that was prepared before a migration. */
const STALE_TRIES = 40

function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** True when the database refused a second row under this unique constraint or index. */
export function brokeUnique(error: unknown, constraint: string): boolean {
  return (
    sqlState(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === constraint
  )
}

const callbacksOf = new WeakMap<Sql, (() => void)[]>()

/**
 * Calls `callback` once the writes of `sql` are visible to all: after the commit of its transaction, or at once outside of
 * one. Never where the transaction failed. `callback` must not throw.
 */
export function afterCommit(sql: Sql, callback: () => void): void {
  if (!sql.isTransaction) return callback()
  const waiting = callbacksOf.get(sql)
  if (waiting === undefined) throw new Error('this transaction was not begun by inTransaction')
  waiting.push(callback)
}

/**
 * Runs `work` in a transaction. A deadlock, a failed serialisation or a stale plan is retried, since the same work may
 * then succeed. Inside, use only the `sql` that is passed in: the embedded database has one connection.
 */
export async function inTransaction<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  let [tries, staleTries] = [0, 0]
  for (;;) {
    try {
      const callbacks: (() => void)[] = []
      const given = await sql.transaction().execute((inside) => {
        callbacksOf.set(inside, callbacks)
        return work(inside)
      })
      for (const callback of callbacks) callback()
      return given
    } catch (error) {
      const again = planIsStale(error)
        ? ++staleTries < STALE_TRIES
        : RETRIED.has(sqlState(error) ?? '') && ++tries < TRIES
      if (!again) throw error
    }
  }
}

/** The same for work without a waiting caller that has to read a whole table: its statements may take an hour. */
export function inLongTransaction<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  return inTransaction(sql, async (inside) => {
    await raw`set local statement_timeout = '1h'`.execute(inside)
    return work(inside)
  })
}
