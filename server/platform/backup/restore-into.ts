import { sql as raw } from 'kysely'
import { LIST_OF_MIGRATIONS, migrate, migrationNames, migrationStatement } from '../db/migrate.ts'
import type { Database, Sql } from '../db/open.ts'
import { inLongTransaction } from '../db/tx.ts'
import { dropEverything, foreignKeys, inOrder, quoted, tablesOf } from './catalog.ts'
import type { Table } from './catalog.ts'
import { isEnd, linesOf, PLAIN_TEXT, tableOf } from './backup-file.ts'
import { BadBackup } from './sealed.ts'
import type { Head } from './backup-file.ts'

const CHARACTERS_AT_ONCE = 1_000_000
const ROWS_AT_ONCE = 1000

/** @throws BadBackup where a newer version made it: its columns are unknown here. */
export async function assertKnown({ migrations }: Head): Promise<void> {
  const known = new Set(await migrationNames())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new BadBackup(
      `Копию сделала более новая версия «Биса» (${unknown.join(', ')}): обновите программу.`,
    )
}

/** Creates the tables as the version that made the backup had them, empty, with no foreign key or trigger that checks or adds rows. */
async function emptyTables(
  sql: Sql,
  head: Head,
): Promise<{ tables: Table[]; restoreConstraints(): Promise<void> }> {
  await inOrder(sql, [LIST_OF_MIGRATIONS])
  for (const name of head.migrations) await inOrder(sql, [await migrationStatement(name)])
  const tables = await tablesOf(sql)
  const keys = await foreignKeys(sql)
  const names = tables.map(({ name }) => quoted(name))
  const alter = (table: string, change: string) => `alter table ${quoted(table)} ${change}`
  await inOrder(
    sql,
    keys.map(({ table, name }) => alter(table, `drop constraint ${quoted(name)}`)),
  )
  await inOrder(
    sql,
    tables.map(({ name }) => alter(name, 'disable trigger user')),
  )
  await inOrder(sql, [`truncate ${names.join(', ')}`])
  return {
    tables,
    async restoreConstraints() {
      await inOrder(sql, ['set constraints all immediate'])
      await inOrder(
        sql,
        keys.map((key) => alter(key.table, `add constraint ${quoted(key.name)} ${key.definition}`)),
      )
      await inOrder(
        sql,
        tables.map(({ name }) => alter(name, 'enable trigger user')),
      )
    },
  }
}

/** Inserts the rows of one table in batches. */
function filling(sql: Sql, table: Table, columns: readonly string[]) {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const values = columns.map((name, at) => {
    const type = types.get(name)
    if (type === undefined)
      throw new BadBackup(`В копии есть столбец ${table.name}.${name}, которого нет здесь.`)
    return `(line ->> ${at})::${type}`
  })
  const insert = `insert into ${quoted(table.name)} (${columns.map(quoted).join(', ')})
    overriding system value select ${values.join(', ')} from json_array_elements(`
  let waiting: string[] = []
  let characters = 0

  async function flush(): Promise<void> {
    if (waiting.length === 0) return
    const rows = `[${waiting.join(',')}]`
    waiting = []
    characters = 0
    await raw`${raw.raw(insert)}${rows}::json) line`.execute(sql)
  }
  return {
    async add(line: string): Promise<void> {
      waiting.push(line)
      characters += line.length
      if (waiting.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush()
    },
    /** Inserts the last batch, and sets the next number of the table's sequence. */
    async end(): Promise<void> {
      await flush()
      for (const { name } of table.columns.filter(({ counts }) => counts))
        await raw`select setval(pg_get_serial_sequence(${quoted(table.name)}, ${name}),
          coalesce(max(${raw.ref(name)}), 1), max(${raw.ref(name)}) is not null)
          from ${raw.table(table.name)}`.execute(sql)
    },
  }
}

async function fill(
  sql: Sql,
  tables: readonly Table[],
  { file, identities }: { file: string; identities: readonly string[] },
): Promise<void> {
  let open: ReturnType<typeof filling> | null = null
  let first = true
  for await (const lines of linesOf(file, identities))
    for (const line of lines) {
      const isHead = first
      first = false
      if (isHead || isEnd(line)) continue
      const next = tableOf(line)
      if (next === null) {
        await open?.add(line)
        continue
      }
      await open?.end()
      const table = tables.find(({ name }) => name === next.table)
      if (table === undefined)
        throw new BadBackup(`В копии есть таблица ${next.table}, которой нет здесь.`)
      open = filling(sql, table, next.columns)
    }
  await open?.end()
}

/**
 * Replaces everything in the database with a checked backup, all of it or nothing, and migrates an older one. `restored`:
 * what is done in the same transaction, in the tables of the version that made the backup; `identities`: the secret keys
 * of an encrypted one.
 */
export async function restoreInto(
  database: Database,
  file: string,
  head: Head,
  {
    restored = async () => {},
    identities = [],
  }: { restored?: ((sql: Sql) => Promise<void>) | undefined; identities?: readonly string[] } = {},
): Promise<void> {
  await assertKnown(head)
  await database.sql.transaction().execute(async (sql) => {
    await inOrder(sql, [...PLAIN_TEXT, `set local lock_timeout = '10s'`])
    await dropEverything(sql)
    const { tables, restoreConstraints } = await emptyTables(sql, head)
    await fill(sql, tables, { file, identities })
    await restoreConstraints()
    await restored(sql)
  })
  await migrate(database)
  await inLongTransaction(database.sql, (sql) => inOrder(sql, ['analyze']))
}
