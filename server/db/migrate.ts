import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql as raw } from 'kysely'
import type { Database } from './open.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
// Any fixed number: processes that start together wait for each other on it.
const LOCK = 7_240_418

async function applied(database: Database): Promise<Set<string>> {
  const { rows } = await raw<{ name: string }>`select name from migrations`.execute(database.sql)
  return new Set(rows.map((row) => row.name))
}

/**
 * Brings the tables up to date, each file of `migrations/` once and in order, and returns the names
 * of those that were new. Processes that start at once do not get in each other's way.
 */
export async function migrate(database: Database): Promise<string[]> {
  await database.script(
    `begin;
     set local statement_timeout = 0;
     select pg_advisory_xact_lock(${LOCK});
     create table if not exists migrations (
       name text primary key, applied_at timestamptz not null default now());
     commit;`,
  )
  const names = (await readdir(fileURLToPath(FOLDER))).filter((name) => name.endsWith('.sql'))
  const done = await applied(database)
  const fresh = names.toSorted().filter((name) => !done.has(name))
  for (const name of fresh) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    await database.script(
      `begin;
       set local statement_timeout = 0;
       select pg_advisory_xact_lock(${LOCK});
       do $migration$ begin
         if not exists (select from migrations where name = '${name}') then
           execute $body$ ${text} $body$;
           insert into migrations (name) values ('${name}');
         end if;
       end $migration$;
       commit;`,
    )
  }
  return fresh
}
