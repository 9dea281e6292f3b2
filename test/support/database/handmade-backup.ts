import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'

export type HandmadeTable = { table: string; columns: string[]; rows: (string | null)[][] }

/** Writes a complete backup as a version with these migrations would have made it. */
export function writeHandmadeBackup(
  file: string,
  migrations: readonly string[],
  tables: readonly HandmadeTable[],
): void {
  const head = { bis: 'backup', format: 1, madeAt: '2026-11-22T18:00:00.000Z', migrations }
  const lines = [
    JSON.stringify(head),
    ...tables.flatMap(({ rows, ...table }) => [table, ...rows].map((it) => JSON.stringify(it))),
  ]
  const text = `${lines.join('\n')}\n`
  const sha256 = createHash('sha256').update(text).digest('hex')
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
  const end = JSON.stringify({ end: true, rows, sha256 })
  writeFileSync(file, zstdCompressSync(`${text}${end}\n`))
}
