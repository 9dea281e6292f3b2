import { readFileSync } from 'node:fs'
import { sql as raw } from 'kysely'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { openEmbedded } from '#server/platform/db/open.ts'

export const SCHEMA = 'server/platform/db/schema.ts'
const NARROWED = 'server/platform/db/narrowed.ts'

const HEAD = [
  '// Written by `npm run schema` from the migrated database; values that it does not know are in narrowed.ts.',
  "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
  "import type { Json, Narrowed } from './narrowed.ts'",
  '',
  '/** The tables as migrations leave them. */',
  'export type Schema = {',
  '',
].join('\n')
const WIDTH = 100

const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  'uuid[]': 'string[]',
}

type Column = {
  table: string
  name: string
  type: string
  required: boolean
  hasDefault: boolean
  counts: boolean
}

const camel = (name: string) =>
  name.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase())

/** The columns of every table but the list of migrations. */
async function columnsOf(sql: Sql): Promise<Column[]> {
  const { rows } = await raw<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, a.atthasdef as has_default, a.attidentity <> '' as counts
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`.execute(sql)
  return rows
}

function typeOf({ type, required, hasDefault, counts }: Column, narrowed: string | null): string {
  if (type === 'jsonb') {
    const value = narrowed ?? 'unknown'
    return hasDefault ? `ColumnType<${value}, string | undefined, string>` : `Json<${value}>`
  }
  const known = narrowed ?? TYPES[type]
  if (known === undefined) throw new Error(`${SCHEMA} has no type for ${type}`)
  if (counts) return `GeneratedAlways<${known}>`
  if (!required) return `${known} | null`
  return hasDefault ? `Generated<${known}>` : known
}

/** The text of schema.ts for these columns. Throws where narrowed.ts names a column that no table has. */
export function schemaOf(columns: readonly Column[], narrowings: readonly string[]): string {
  const tables = new Map<string, string[]>()
  const unused = new Set(narrowings)
  for (const column of columns) {
    const table = camel(column.table)
    const path = `${table}.${camel(column.name)}`
    const type = typeOf(column, unused.delete(path) ? `Narrowed['${path}']` : null)
    tables.set(table, [...(tables.get(table) ?? []), `${camel(column.name)}: ${type}`])
  }
  if (unused.size > 0) throw new Error(`${NARROWED}: no column ${[...unused].join(', ')}`)
  const written = [...tables].map(([table, fields]) => {
    const line = `  ${table}: { ${fields.join('; ')} }\n`
    const isShort = line.length <= WIDTH + 1
    return isShort
      ? line
      : `  ${table}: {\n${fields.map((field) => `    ${field}\n`).join('')}  }\n`
  })
  return `${HEAD}${written.join('')}}\n`
}

/** The text that schema.ts should have: of a new database with all migrations. */
export async function migratedSchema(): Promise<string> {
  const database = await openEmbedded()
  await migrate(database)
  const columns = await columnsOf(database.sql)
  await database.close()
  const narrowings = readFileSync(NARROWED, 'utf8').matchAll(/^ {2}'(\w+\.\w+)':/gmu)
  return schemaOf(
    columns,
    [...narrowings].map(([, path = '']) => path),
  )
}

/** Checks that schema.ts is of the migrated database. */
export async function checkSchema(): Promise<string[]> {
  const isCurrent = readFileSync(SCHEMA, 'utf8') === (await migratedSchema())
  return isCurrent ? [] : [`${SCHEMA} is not of the migrated database: npm run schema`]
}
