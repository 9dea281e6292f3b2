import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql as raw } from 'kysely'
import type { Database, Sql } from './open.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
// Any fixed number: processes that start together wait for each other on this lock.
const LOCK = 7_240_418
/**
 * A change of a table waits for its users, and all later users wait for the change: so it gives up soon, and before the
 * server looks for deadlocks (deadlock_timeout, 1 s) and fails the statement of a user to let the change go on.
 */
const LOCK_PATIENCE = '500ms'
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_TRIES = 60
const LOCK_REST_MS = 1000

/** The names of the migrations that were applied to this database, in their order; none where it is new. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const { rows: tables } = await raw<{ there: boolean }>`
    select to_regclass('migrations') is not null as there
  `.execute(sql)
  if (tables[0]?.there !== true) return []
  const { rows } = await raw<{ name: string }>`
    select name from migrations order by name collate "C"
  `.execute(sql)
  return rows.map(({ name }) => name)
}

/** The files of `migrations/` in their order. */
export async function migrationNames(): Promise<string[]> {
  const names = await readdir(fileURLToPath(FOLDER))
  return names.filter((name) => name.endsWith('.sql')).toSorted()
}

/** The statement that creates the list of applied files where there is none. */
export const LIST_OF_MIGRATIONS = `create table if not exists migrations (
  name text primary key, applied_at timestamptz not null default now())`

/** One statement that applies the file, unless it was applied already. */
export async function migrationStatement(name: string): Promise<string> {
  const text = await readFile(new URL(name, FOLDER), 'utf8')
  return `do $migration$ begin
    if not exists (select from migrations where name = '${name}') then
      execute $body$ ${text} $body$;
      insert into migrations (name) values ('${name}');
    end if;
  end $migration$`
}

/** Retries after a lock timeout; in between the statements queued behind it get their turn. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error
      await sleep(LOCK_REST_MS)
    }
}

/** Runs statements in a transaction of their own, one process of the installation at a time. */
export function aloneOf(database: Database): (statement: string) => Promise<void> {
  return (statement) =>
    patiently(() =>
      database.script(
        `begin;
         set local statement_timeout = 0;
         select pg_advisory_xact_lock(${LOCK});
         set local lock_timeout = '${LOCK_PATIENCE}';
         ${statement};
         commit;`,
      ),
    )
}

/**
 * Migrates the tables: applies each file of `migrations/` once and in order, and returns the names of the new ones.
 * Processes that start at once do not disturb each other. Where nothing is new, no right to the tables is needed.
 */
export async function migrate(database: Database): Promise<string[]> {
  const alone = aloneOf(database)
  const done = new Set(await appliedMigrations(database.sql))
  const fresh = (await migrationNames()).filter((name) => !done.has(name))
  if (fresh.length === 0) return []
  await alone(LIST_OF_MIGRATIONS)
  for (const name of fresh) await alone(await migrationStatement(name))
  return fresh
}
