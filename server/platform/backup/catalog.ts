import { sql as raw } from 'kysely'
import type { Sql } from '../db/open.ts'

type Column = { name: string; type: string; counts: boolean }
export type Table = { name: string; columns: Column[] }

/** A name quoted for SQL. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Runs statements without parameters, one after another. */
export async function inOrder(sql: Sql, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await raw.raw(statement).execute(sql)
}

/** Every table of ours but the list of migrations, which each database has for itself. */
export async function tablesOf(sql: Sql): Promise<Table[]> {
  const { rows } = await raw<{ table: string; name: string; type: string; counts: boolean }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attidentity <> '' as counts
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(sql)
  const tables = new Map<string, Table>()
  for (const { table, ...column } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] }
    known.columns.push(column)
    tables.set(table, known)
  }
  return [...tables.values()]
}

type ForeignKey = { table: string; name: string; definition: string }

export async function foreignKeys(sql: Sql): Promise<ForeignKey[]> {
  const { rows } = await raw<ForeignKey>`
    select r.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class r on r.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(sql)
  return rows
}

/** True when there is data that would be missed; the keys that the start of a server alone leaves count too. */
export async function isUsed(sql: Sql): Promise<boolean> {
  for (const table of ['artists', 'songs', 'instance_secrets']) {
    const { rows } = await raw<{
      there: boolean
    }>`select to_regclass(${table}) is not null as there`.execute(sql)
    if (rows[0]?.there !== true) continue
    const found = await raw`select from ${raw.table(table)} limit 1`.execute(sql)
    if (found.rows.length > 0) return true
  }
  return false
}

/** Drops our tables and functions; those of an extension stay. */
export async function dropEverything(sql: Sql): Promise<void> {
  await raw`
    do $drop$ declare it record; begin
      for it in select c.oid::regclass as name from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      loop execute format('drop table %s cascade', it.name); end loop;
      for it in select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      loop execute format('drop function %s cascade', it.name); end loop;
    end $drop$`.execute(sql)
}
