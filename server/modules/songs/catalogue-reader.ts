import type { FileLine, FileEncoding, WorkAuthors } from '#domain/songs/catalogue-file.ts'
import { decode, makeRowReader, readMusicBrainz } from '#domain/songs/catalogue-file.ts'
import type { CatalogueShape } from './catalogue-file.ts'
import type { SongText } from './catalogue.ts'

/** Whole lines of a file. */
type Block = {
  bytes: Uint8Array
  /** The position in the file where they end. */
  end: number
  /** One line that is longer than any song's; its bytes are dropped. */
  tooLong: boolean
  last: boolean
}

const CATALOGUE_BLOCKS_NEW_LINE = 10
/** MusicBrainz writes a recording into one line; none comes near this length. */
const LONGEST_LINE = 8 * 1024 * 1024

/** Cuts a stream of bytes, which begins at `from` in its file, into whole lines; the last block may be empty. */
async function* blocksOf(source: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Block> {
  let end = from
  let begun: Uint8Array[] = []
  let length = 0
  let dropped = 0

  for await (const chunk of source) {
    const cut = chunk.lastIndexOf(CATALOGUE_BLOCKS_NEW_LINE) + 1
    let head = chunk.subarray(0, cut)
    if (dropped > 0 && cut > 0) {
      const over = head.indexOf(CATALOGUE_BLOCKS_NEW_LINE) + 1
      end += dropped + over
      dropped = 0
      yield { bytes: new Uint8Array(), end, tooLong: true, last: false }
      head = head.subarray(over)
    }
    if (cut > 0) {
      const bytes = Buffer.concat([...begun, head])
      end += bytes.length
      if (bytes.length > 0) yield { bytes, end, tooLong: false, last: false }
      begun = []
      length = 0
    }
    const tail = chunk.subarray(cut)
    if (dropped > 0) dropped += tail.length
    else if (tail.length > 0) {
      begun.push(tail)
      length += tail.length
    }
    if (length > LONGEST_LINE) {
      dropped = length
      begun = []
      length = 0
    }
  }
  if (dropped > 0) yield { bytes: new Uint8Array(), end: end + dropped, tooLong: true, last: true }
  else {
    const bytes = Buffer.concat(begun)
    yield { bytes, end: end + bytes.length, tooLong: false, last: true }
  }
}

/** A place between two rows of a file: bytes and lines before it. */
export type FilePlace = { position: number; line: number }

export type LeftOutLine = { why: string; line: number; text: string }

/** Some rows of a file, in its order. */
export type FilePart = {
  songs: SongText[]
  works: WorkAuthors[]
  leftOut: LeftOutLine[]
  /** Where they end. */
  at: FilePlace
}

const NEW_LINE = 10
const SHOWN_MOST = 60
/** Characters that a terminal interprets, and that the database does not store. */
const UNSEEN = /[\p{C}\s]+/gu
const NOT_TEXT: FileLine = { leftOut: 'Строка не в кодировке файла' }
const TOO_LONG: FileLine = { leftOut: 'Слишком длинная строка' }

/** Reads a file from a place in it on; `source` yields its bytes from there. No line makes it fail. */
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
    const works: WorkAuthors[] = []
    const leftOut: LeftOutLine[] = []
    const take = (read: FileLine, text: string) => {
      if ('leftOut' in read) leftOut.push({ why: read.leftOut, line: line + 1, text: shown(text) })
      else if ('musicBy' in read) works.push(read)
      else songs.push(read)
    }
    const lines = [...waiting, ...linesOf(block, letters)]
    // A row whose quote is open ends before a line that is dropped.
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
    yield { songs, works, leftOut, at: { position: block.end - sizeOf(waiting, letters), line } }
  }
}

/** Null for each line that is no text; the lines include everything before «\n». */
function linesOf({ bytes }: Block, letters: FileEncoding): (string | null)[] {
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

/** The size in bytes, with a «\n» after each. */
function sizeOf(lines: readonly (string | null)[], letters: FileEncoding): number {
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
