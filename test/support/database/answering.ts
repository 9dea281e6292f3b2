import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** A database that answers every statement with these rows. */
export function answering(rows: readonly object[]): Sql {
  const client = {
    query: async () => ({ command: 'SELECT', rowCount: rows.length, rows }),
    release() {},
  }
  const pool = { connect: async () => client, end: async () => {} } as unknown as PostgresPool
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}
