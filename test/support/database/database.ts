import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate, migrationNames, migrationStatement } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/open.ts'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import { grantToProcesses } from '#server/platform/db/process-role.ts'
import { seedInMemory } from '../product/seed.ts'

/** Set by scripts/test.ts for the run on a real PostgreSQL: a server where databases may be created. */
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

/** Where the machine runs as many tests as it can, a new connection may take many seconds. */
const PATIENCE_MS = 60_000

const newName = () => `bis_${randomUUID().replaceAll('-', '')}`

function addressOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The same database as the role of the processes, which owns no table. */
export function asProcess(url: string): string {
  return Object.assign(new URL(url), { username: 'bis_process', password: 'process' }).href
}

/** An advisory lock's key, any fixed number: processes that need the template wait while the first of them creates it. */
const TEMPLATE_LOCK = 7_240_419
const templates = new Map<string, Promise<string>>()

/** Returns the name of the migrated template database on the server, creating it if missing; other migrations make another one. */
async function migratedTemplate(serverUrl: string): Promise<string> {
  const hash = createHash('sha256').update('with a role of processes, and its defaults')
  for (const name of await migrationNames()) hash.update(await migrationStatement(name))
  const template = `bis_template_${hash.digest('hex').slice(0, 16)}`
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const known = await client.query('select from pg_database where datname = $1', [template])
    if (known.rowCount !== 0) return
    const name = newName()
    await client.query(`create database ${name}`)
    const database = await openPostgres(addressOf(serverUrl, name), 1)
    await migrate(database)
    await grantToProcesses(database, asProcess(addressOf(serverUrl, name)))
    // For what a test itself makes: a view that fails, a sequence that counts.
    await database.script(`alter default privileges grant all on tables to bis_process;
      alter default privileges grant all on sequences to bis_process`)
    await database.close()
    // Renamed last, so that a template of this name is always complete.
    await client.query(`alter database ${name} rename to ${template}`)
  })
  return template
}

/** Creates a database on the server; returns its URL and a function that drops it. `as`: options of «create database». */
export async function ownPostgres(serverUrl: string, as = '') {
  const name = newName()
  await onServer(serverUrl, (client) => client.query(`create database ${name} ${as}`))
  return {
    url: addressOf(serverUrl, name),
    drop: () =>
      onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/** The same, migrated already. */
export async function migratedPostgres(serverUrl: string) {
  const template = templates.get(serverUrl) ?? migratedTemplate(serverUrl)
  templates.set(serverUrl, template)
  // Copies files instead of logging every page: a third of the time.
  return ownPostgres(serverUrl, `template ${await template} strategy file_copy`)
}

/**
 * A migrated database of the test's own: PostgreSQL where the run has one, else embedded, in memory. `asOwner`: the same,
 * for what the role of the processes may not.
 */
export async function ownDatabase(): Promise<{
  database: Database
  asOwner: Database
  url: string | null
}> {
  if (SERVER_URL === undefined) {
    const seed = await seedInMemory()
    const database = await openEmbedded(undefined, { seed })
    if (seed === undefined) await migrate(database)
    return { database, asOwner: database, url: null }
  }
  const own = await migratedPostgres(SERVER_URL)
  const url = asProcess(own.url)
  const database = await openPostgres(url, 20, PATIENCE_MS)
  const asOwner = await openPostgres(own.url, 20, PATIENCE_MS)
  async function close() {
    await database.close()
    await asOwner.close()
    await own.drop()
  }
  return { url, asOwner: { ...asOwner, close }, database: { ...database, close } }
}
