import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { openEmbedded, openPostgres } from '#server/db/open.ts'
import { seedInMemory } from './seed.ts'

/** Set by scripts/test.ts for the run on a real PostgreSQL: a server where databases may be made. */
export const SERVER_URL = process.env['TEST_DATABASE_URL']

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of a database of its own on the server, and what drops it. `as`: options of «create database». */
export async function ownPostgres(serverUrl: string, as = '') {
  const name = `bis_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, (client) => client.query(`create database ${name} ${as}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () =>
      onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/** A migrated database that nobody else sees: PostgreSQL where the run has one, else embedded, in memory. */
export async function ownDatabase(): Promise<{ database: Database; url: string | null }> {
  if (SERVER_URL === undefined) {
    const seed = await seedInMemory()
    const database = await openEmbedded(undefined, seed)
    if (seed === undefined) await migrate(database)
    return { database, url: null }
  }
  const own = await ownPostgres(SERVER_URL)
  const database = await openPostgres(own.url, 20)
  await migrate(database)
  return {
    url: own.url,
    database: {
      ...database,
      close: async () => {
        await database.close()
        await own.drop()
      },
    },
  }
}
