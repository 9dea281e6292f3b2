import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { sql as raw } from 'kysely'
import type { Sql } from '../db/open.ts'
import { appliedMigrations } from '../db/migrate.ts'
import { inOrder, quoted, tablesOf } from './catalog.ts'
import type { Table } from './catalog.ts'
import { BadBackup, sealed, unsealed } from './sealed.ts'

/**
 * A backup is lines of JSON under zstd, the same from both engines: a head; then for each table a line with its name
 * and columns and a line for each row, every value as PostgreSQL writes it in text; and an end with the number of rows
 * and the SHA-256 of all lines before it.
 */
const FORMAT = 1

export type Head = {
  bis: 'backup'
  format: number
  madeAt: string
  /** The files of server/platform/db/migrations that had created these tables. */
  migrations: string[]
}
type TableLine = { table: string; columns: string[] }
type End = { end: true; rows: number; sha256: string }

/** The settings of both sides, so that a value in text means the same wherever it was written. */
export const PLAIN_TEXT = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, MDY'`,
  `set local intervalstyle = 'postgres'`,
  `set local extra_float_digits = 1`,
  `set local bytea_output = 'hex'`,
  `set local statement_timeout = 0`,
  // Nothing is asked while the last of a large file goes to the disk.
  `set local idle_in_transaction_session_timeout = 0`,
] as const

const ROWS_AT_ONCE = 1000

type WrittenBackup = { tables: number; rows: number }

async function* rowsOf(sql: Sql, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  const cursor = `declare rows no scroll cursor for
    select json_build_array(${texts})::text as line from ${quoted(name)}`
  await inOrder(sql, [cursor])
  for (;;) {
    const { rows } = await raw.raw<{ line: string }>(`fetch ${ROWS_AT_ONCE} from rows`).execute(sql)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await inOrder(sql, ['close rows'])
}

/** The text of a backup of everything that `sql`, an open transaction, sees. */
async function* textOf(sql: Sql, madeAt: Date, written: WrittenBackup): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (lines: readonly string[]) => {
    const text = `${lines.join('\n')}\n`
    hash.update(text)
    return text
  }
  const migrations = await appliedMigrations(sql)
  if (migrations.length === 0)
    throw new BadBackup('В этой базе нет таблиц «Биса»: проверьте DATABASE_URL и DATA_DIR.')
  const head: Head = { bis: 'backup', format: FORMAT, madeAt: madeAt.toISOString(), migrations }
  yield hashed([JSON.stringify(head)])
  for (const table of await tablesOf(sql)) {
    const line: TableLine = { table: table.name, columns: table.columns.map(({ name }) => name) }
    yield hashed([JSON.stringify(line)])
    for await (const rows of rowsOf(sql, table)) {
      written.rows += rows.length
      yield hashed(rows)
    }
    written.tables++
  }
  const end: End = { end: true, rows: written.rows, sha256: hash.digest('hex') }
  yield `${JSON.stringify(end)}\n`
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  await opened.sync()
  await opened.close()
}

/**
 * Writes a snapshot of the whole database. The file appears, readable by its owner alone, once all of it is on the
 * disk; a failed write leaves nothing. `key`: the public key that it is encrypted to.
 */
export async function writeBackup(
  sql: Sql,
  file: string,
  madeAt: Date,
  key: string | null = null,
): Promise<WrittenBackup> {
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.tmp`
  const written: WrittenBackup = { tables: 0, rows: 0 }
  try {
    await sql
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (inside) => {
        await inOrder(inside, PLAIN_TEXT)
        await pipeline(
          Readable.from(textOf(inside, madeAt, written), { objectMode: false }),
          createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
          (packed: AsyncIterable<Uint8Array>) => (key === null ? packed : sealed(packed, key)),
          createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
        )
      })
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
  return written
}

export type CheckedBackup = { head: Head; tables: number; rows: number }

/** Yields the lines of a backup, some at a time. Not by node:readline, which ends a line at U+2028 inside a text. */
export async function* linesOf(
  file: string,
  identities: readonly string[] = [],
): AsyncGenerator<string[]> {
  const plain = connect(
    createReadStream(file),
    (packed: AsyncIterable<Uint8Array>) => unsealed(packed, identities),
    createZstdDecompress(),
    // The reader gets the error.
    () => {},
  ).setEncoding('utf8')
  let rest = ''
  for await (const part of plain) {
    const lines = (rest + String(part)).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}

function parsed<T>(line: string | undefined): Partial<T> {
  try {
    const value: unknown = JSON.parse(line ?? '')
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported by the throw below.
  }
  throw new BadBackup('Это не резервная копия «Биса»: её строки не читаются.')
}

function headOf(line: string): Head {
  const { bis, format, madeAt, migrations } = parsed<Head>(line)
  if (bis !== 'backup' || format === undefined || migrations === undefined || madeAt === undefined)
    throw new BadBackup('Это не резервная копия «Биса».')
  if (format !== FORMAT)
    throw new BadBackup(`Копия сделана в формате ${format}, а эта версия читает ${FORMAT}.`)
  return { bis, format, madeAt, migrations }
}

/** Parses a line that names a table; null for a row. */
export function tableOf(line: string): TableLine | null {
  if (!line.startsWith('{"table"')) return null
  const { table, columns } = parsed<TableLine>(line)
  if (table === undefined || columns === undefined)
    throw new BadBackup('Копия повреждена: таблица в ней без имени.')
  return { table, columns }
}

export const isEnd = (line: string) => line.startsWith('{"end"')

async function* asBackup(file: string, identities: readonly string[]): AsyncGenerator<string[]> {
  try {
    yield* linesOf(file, identities)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^ZSTD_|^ERR_ZLIB|^Z_/u.test(code))
      throw new BadBackup('Файл повреждён или обрезан: он не распаковывается.')
    throw error
  }
}

/**
 * Reads a backup from its first byte to its last before anything is changed; `identities` open an encrypted one.
 * @throws BadBackup where it is cut short, changed, or not ours.
 */
export async function checkBackup(
  file: string,
  identities: readonly string[] = [],
): Promise<CheckedBackup> {
  const hash = createHash('sha256')
  let head: Head | null = null
  let end: Partial<End> | null = null
  let tables = 0
  let rows = 0
  for await (const lines of asBackup(file, identities))
    for (const line of lines) {
      if (end !== null) throw new BadBackup('Копия повреждена: после её конца есть что-то ещё.')
      if (isEnd(line)) {
        end = parsed<End>(line)
        continue
      }
      hash.update(line).update('\n')
      if (head === null) head = headOf(line)
      else if (tableOf(line) === null) rows++
      else tables++
    }
  if (head === null) throw new BadBackup('Это не резервная копия «Биса»: файл пуст.')
  if (head.migrations.length === 0)
    throw new BadBackup('Копия сделана с базы, в которой не было таблиц «Биса».')
  if (end === null) throw new BadBackup('Копия обрезана: у неё нет конца.')
  if (end.rows !== rows || end.sha256 !== hash.digest('hex'))
    throw new BadBackup('Копия повреждена: строки в ней не те, что были записаны.')
  return { head, tables, rows }
}
