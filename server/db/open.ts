import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { namingClient } from './naming-client.ts'
import type { Schema } from './schema.ts'

/** What a store needs: the database itself or an open transaction. */
export type Sql = Kysely<Schema>

export type Database = {
  sql: Sql
  engine: 'embedded' | 'postgres'
  /** Runs a script of several statements (migrations). */
  script(text: string): Promise<void>
  close(): Promise<void>
}

const INT8 = 20

/** The embedded database: PostgreSQL inside the process, in `directory` or, without one, in memory. */
export async function openEmbedded(directory?: string, seed?: Blob): Promise<Database> {
  const lite = await PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(seed === undefined ? {} : { loadDataDir: seed }),
    parsers: { [INT8]: Number },
  })
  const sql = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite: lite }) })
  return {
    sql,
    engine: 'embedded',
    script: async (text) => {
      await lite.exec(text)
    },
    close: async () => {
      await sql.destroy()
      if (!lite.closed) await lite.close()
    },
  }
}

/** A PostgreSQL server, 15 to 18. `connections`: the size of the pool. */
export async function openPostgres(url: string, connections = 10): Promise<Database> {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    Client: namingClient(),
    types,
  })
  // A dropped idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for one that drops between two statements of a transaction; the next statement says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  const probe = await pool.connect()
  probe.release()
  const sql = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    sql,
    engine: 'postgres',
    script: async (text) => {
      await pool.query(text)
    },
    close: () => sql.destroy(),
  }
}
