import type { FileLine } from '#domain/catalogue-file/file-line.ts'
import { decode } from '#domain/catalogue-file/letters.ts'
import type { Letters } from '#domain/catalogue-file/letters.ts'
import { readMusicBrainz } from '#domain/catalogue-file/musicbrainz.ts'
import { makeRowReader } from '#domain/catalogue-file/table-rows.ts'
import { blocksOf } from './catalogue-blocks.ts'
import type { Block } from './catalogue-blocks.ts'
import type { CatalogueShape } from './catalogue-file.ts'
import type { SongText } from './catalogue.ts'

/** A place between two rows of a file: bytes and lines before it. */
export type FilePlace = { position: number; line: number }

export type LeftOutLine = { why: string; line: number; text: string }

/** Some rows of a file, in its order. */
export type FilePart = {
  songs: SongText[]
  leftOut: LeftOutLine[]
  /** Where they end. */
  at: FilePlace
}

const NEW_LINE = 10
const SHOWN_MOST = 60
/** What a terminal obeys, and the database does not keep. */
const UNSEEN = /[\p{C}\s]+/gu
const NOT_TEXT: FileLine = { leftOut: 'Строка не в кодировке файла' }
const TOO_LONG: FileLine = { leftOut: 'Слишком длинная строка' }

/** Reads a file from a place in it on; `source` gives its bytes from there. No line stops it. */
export async function* readCatalogueFile(
  source: AsyncIterable<Uint8Array>,
  shape: CatalogueShape,
  from: FilePlace,
): AsyncGenerator<FilePart> {
  const letters = shape.kind === 'table' ? shape.letters : 'utf-8'
  const rows = shape.kind === 'table' ? makeRowReader(shape.header) : null
  /** Lines of a row that may go on in the next block. */
  let waiting: (string | null)[] = []
  let { line } = from

  for await (const block of blocksOf(source, from.position)) {
    const songs: SongText[] = []
    const leftOut: LeftOutLine[] = []
    const take = (read: FileLine, text: string) => {
      if ('leftOut' in read) leftOut.push({ why: read.leftOut, line: line + 1, text: shown(text) })
      else songs.push(read)
    }
    const lines = [...waiting, ...linesOf(block, letters)]
    // A row whose quote is open ends before a line of which nothing is kept.
    const last = block.last || block.tooLong
    let at = 0
    while (at < lines.length) {
      const text = lines[at] ?? null
      const row = text !== null && rows !== null ? rows.next(lines, at, last) : undefined
      if (row === null) break
      if (text === null) take(NOT_TEXT, '')
      else if (text.trim() !== '') take(row?.line ?? readMusicBrainz(text), text)
      const took = row?.took ?? 1
      at += took
      line += took
    }
    waiting = lines.slice(at)
    if (block.tooLong) {
      take(TOO_LONG, '')
      line++
    }
    yield { songs, leftOut, at: { position: block.end - sizeOf(waiting, letters), line } }
  }
}

/** Null for each line that is no text; they keep what stands before «\n». */
function linesOf({ bytes }: Block, letters: Letters): (string | null)[] {
  if (bytes.length === 0) return []
  const whole = bytes.at(-1) === NEW_LINE ? bytes.subarray(0, -1) : bytes
  const text = decode(whole, letters)
  if (text !== null) return text.split('\n')
  const lines: (string | null)[] = []
  for (let start = 0; start <= whole.length;) {
    const found = whole.indexOf(NEW_LINE, start)
    const end = found < 0 ? whole.length : found
    lines.push(decode(whole.subarray(start, end), letters))
    start = end + 1
  }
  return lines
}

/** In bytes, with a «\n» after each. */
function sizeOf(lines: readonly (string | null)[], letters: Letters): number {
  return lines.reduce((size, line) => {
    const text = line ?? ''
    return size + (letters === 'utf-8' ? Buffer.byteLength(text) : text.length) + 1
  }, 0)
}

function shown(text: string): string {
  const points = Array.from(
    text
      .trim()
      .slice(0, 2 * SHOWN_MOST)
      .replace(UNSEEN, ' ')
      .trim(),
  )
  return points.length > SHOWN_MOST ? `${points.slice(0, SHOWN_MOST).join('')}…` : points.join('')
}
