import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { sql as raw } from 'kysely'
import type { Sql } from '../db/open.ts'
import { appliedMigrations, inOrder, quoted, tablesOf } from './catalog.ts'
import type { Table } from './catalog.ts'
import { FORMAT, PLAIN_TEXT } from './format.ts'
import type { End, Head, TableLine } from './format.ts'

const ROWS_AT_ONCE = 1000

export type WrittenBackup = { tables: number; rows: number }

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

/** Everything that `sql`, an open transaction, sees, as the text of a backup. */
async function* textOf(sql: Sql, madeAt: Date, written: WrittenBackup): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const told = (lines: readonly string[]) => {
    const text = `${lines.join('\n')}\n`
    hash.update(text)
    return text
  }
  const migrations = await appliedMigrations(sql)
  const head: Head = { bis: 'backup', format: FORMAT, madeAt: madeAt.toISOString(), migrations }
  yield told([JSON.stringify(head)])
  for (const table of await tablesOf(sql)) {
    const line: TableLine = { table: table.name, columns: table.columns.map(({ name }) => name) }
    yield told([JSON.stringify(line)])
    for await (const rows of rowsOf(sql, table)) {
      written.rows += rows.length
      yield told(rows)
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
 * Writes the whole database as it is at one moment. The file is there, readable by its owner alone, once
 * all of it is on the disk; a write that fails leaves nothing.
 */
export async function writeBackup(sql: Sql, file: string, madeAt: Date): Promise<WrittenBackup> {
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
