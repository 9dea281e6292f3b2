import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql as raw,
} from 'kysely'
import type { DatabaseConnection, Dialect, Driver, RawBuilder } from 'kysely'
import { CAMEL_CASE } from '#server/platform/db/open.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'

/** The real database, in which one statement can be made to fail. */
export type FailingDatabase = {
  readonly database: Database
  /** Makes the nth statement from now fail; a commit counts twice: before it is made, and after it, with its answer lost. */
  failStatement(nth: number): void
  /** Cancels the planned failure; returns true where a statement has failed. */
  disarm(): boolean
}

class InjectedFailure extends Error {
  override readonly name = 'InjectedFailure'
}

/** Wraps the database so that a statement can be made to fail. */
export function failingDatabase(base: Database): FailingDatabase {
  let left = Infinity
  let hasFailed = false

  function step(what: string): void {
    left -= 1
    if (left !== 0) return
    hasFailed = true
    throw new InjectedFailure(`the database failed at: ${what}`)
  }

  const run = (connection: DatabaseConnection, statement: string) =>
    connection.executeQuery(CompiledQuery.raw(statement))

  function driver(): Driver {
    const given = new WeakMap<DatabaseConnection, () => void>()
    return {
      async init() {},
      async acquireConnection() {
        const { promise, resolve, reject } = Promise.withResolvers<DatabaseConnection>()
        void base.sql
          .getExecutor()
          .provideConnection((real) => {
            const { promise: back, resolve: giveBack } = Promise.withResolvers<void>()
            const connection: DatabaseConnection = {
              executeQuery(query) {
                step(query.sql)
                return real.executeQuery(query)
              },
              streamQuery: (query, size) => real.streamQuery(query, size),
            }
            given.set(connection, () => giveBack())
            reals.set(connection, real)
            resolve(connection)
            return back
          })
          .catch(reject)
        return promise
      },
      async beginTransaction(connection) {
        await connection.executeQuery(CompiledQuery.raw('begin'))
      },
      async commitTransaction(connection) {
        const real = reals.get(connection) ?? connection
        step('commit, before it')
        await run(real, 'commit')
        step('commit, after it')
      },
      async rollbackTransaction(connection) {
        await run(reals.get(connection) ?? connection, 'rollback')
      },
      async releaseConnection(connection) {
        given.get(connection)?.()
      },
      async destroy() {},
    }
  }
  const reals = new WeakMap<DatabaseConnection, DatabaseConnection>()

  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return {
    database: { ...base, sql: new Kysely<Schema>({ dialect, plugins: [CAMEL_CASE] }) },
    failStatement(nth) {
      left = nth
      hasFailed = false
    },
    disarm() {
      left = Infinity
      return hasFailed
    },
  }
}

/**
 * Makes these writes fail with «no writes» (`update on concerts for each row when (…)`) until the returned function is
 * called.
 */
export async function failWrites(
  database: Database['sql'],
  writes: RawBuilder<unknown>,
): Promise<() => Promise<void>> {
  await raw`create or replace function no_writes() returns trigger language plpgsql
    as $$ begin raise exception 'no writes'; end $$`.execute(database)
  await raw`create trigger no_writes before ${writes} execute function no_writes()`.execute(
    database,
  )
  return async () => void (await raw`drop function if exists no_writes cascade`.execute(database))
}
