import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql as raw } from 'kysely'
import { startPostgres } from '../scripts/test-postgres.ts'
import type { World } from '../test/support/world.ts'

const DATABASES = ['embedded', 'postgres'] as const

/** Runs `measure` of bench/`name`.ts on the embedded database and on a PostgreSQL server, each in a process of its own: the test support reads only once which database to use. */
export async function onBothDatabases(name: string): Promise<object[]> {
  const postgres = await startPostgres()
  const rows: object[] = []
  try {
    for (const database of DATABASES)
      rows.push(...(await inItsProcess(name, database, postgres.url)))
  } finally {
    await postgres.stop()
  }
  return rows
}

async function inItsProcess(name: string, database: string, url: string): Promise<object[]> {
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const child = fork(
    fileURLToPath(new URL('./on-database.ts', import.meta.url)),
    [name, database],
    {
      env: database === 'postgres' ? { ...env, TEST_DATABASE_URL: url } : env,
    },
  )
  let rows: object[] | undefined
  child.on('message', (found) => {
    rows = found as object[]
  })
  await once(child, 'exit')
  if (rows === undefined) throw new Error(`${name} on ${database} came to no end`)
  return rows
}

/** The database's name and version from `select version()`. */
export async function versionOf(world: World): Promise<string> {
  const { rows } = await raw<{ version: string }>`select version()`.execute(world.sql)
  return rows[0]?.version.split(/ on |,/u)[0] ?? ''
}
