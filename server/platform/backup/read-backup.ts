import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import { BadBackup, FORMAT } from './format.ts'
import type { End, Head, TableLine } from './format.ts'

export type CheckedBackup = { head: Head; tables: number; rows: number }

/** The lines of a backup, some at a time. Not by node:readline, to which U+2028 inside of a text ends a line. */
export async function* linesOf(file: string): AsyncGenerator<string[]> {
  const packed = createReadStream(file)
  const plain = packed.pipe(createZstdDecompress()).setEncoding('utf8')
  packed.once('error', (error) => plain.destroy(error))
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
    // Told below, with what was looked for.
  }
  throw new BadBackup('Это не резервная копия «Бис»: её строки не читаются.')
}

function headOf(line: string): Head {
  const { bis, format, madeAt, migrations } = parsed<Head>(line)
  if (bis !== 'backup' || format === undefined || migrations === undefined || madeAt === undefined)
    throw new BadBackup('Это не резервная копия «Бис».')
  if (format !== FORMAT)
    throw new BadBackup(`Копия сделана в формате ${format}, а эта версия читает ${FORMAT}.`)
  return { bis, format, madeAt, migrations }
}

/** A line that names a table; null for a row. */
export function tableOf(line: string): TableLine | null {
  if (!line.startsWith('{"table"')) return null
  const { table, columns } = parsed<TableLine>(line)
  if (table === undefined || columns === undefined)
    throw new BadBackup('Копия повреждена: таблица в ней без имени.')
  return { table, columns }
}

export const isEnd = (line: string) => line.startsWith('{"end"')

async function* asBackup(file: string): AsyncGenerator<string[]> {
  try {
    yield* linesOf(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^ZSTD_|^ERR_ZLIB|^Z_/u.test(code))
      throw new BadBackup('Файл повреждён или обрезан: он не распаковывается.')
    throw error
  }
}

/**
 * Reads a backup from its first byte to its last before anything is touched.
 * @throws BadBackup where it is cut short, changed, or none of ours.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const hash = createHash('sha256')
  let head: Head | null = null
  let end: Partial<End> | null = null
  let tables = 0
  let rows = 0
  for await (const lines of asBackup(file))
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
  if (head === null) throw new BadBackup('Это не резервная копия «Бис»: файл пуст.')
  if (end === null) throw new BadBackup('Копия обрезана: у неё нет конца.')
  if (end.rows !== rows || end.sha256 !== hash.digest('hex'))
    throw new BadBackup('Копия повреждена: строки в ней не те, что были записаны.')
  return { head, tables, rows }
}
