import { unescapeFormula } from '../csv.ts'
import { checkSuggestion } from '../queue/order.ts'
import { Refusal } from '../refusal.ts'
import type { SongHeader } from './song-table.ts'
import { cellsOf, isOpen } from './song-table.ts'

export type Letters = 'utf-8' | 'windows-1251'

/** Of the lines with letters beyond Latin, the share that has to be UTF-8 for a file to be so: no other alphabet gets there by chance. */
const MOST_OF_THEM = 0.5
/** Russian has these six in 44 letters of a hundred; another alphabet read as this one has far fewer. */
const FREQUENT = /[оеаинт]/giu
const FREQUENT_LEAST = 0.3
const RUSSIAN = /[а-яё]/giu
const RUSSIAN_SMALL = /[а-яё]/gu
const STRANGE = /[^\p{ASCII}а-яё«»—–…№„“”’°§]/giu

/**
 * Takes the beginning of a file in whole lines and tells its letters: UTF-8 also where some lines are
 * broken; Windows-1251 where it is surely Russian in it; null where nobody can tell.
 */
export function lettersOf(lines: readonly Uint8Array[]): Letters | null {
  const beyond = lines.filter((line) => line.some((byte) => byte > 127))
  const right = beyond.filter((line) => decode(line, 'utf-8') !== null).length
  if (right >= beyond.length * MOST_OF_THEM) return 'utf-8'
  const text = beyond.map((line) => decode(line, 'windows-1251') ?? '').join('\n')
  return isRussian(text) ? 'windows-1251' : null
}

const DECODERS = {
  'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  'windows-1251': new TextDecoder('windows-1251', { fatal: true }),
}

/** Null where the bytes are no such text. */
export function decode(bytes: Uint8Array, letters: Letters): string | null {
  try {
    return DECODERS[letters].decode(bytes)
  } catch {
    return null
  }
}

function isRussian(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const letters = count(RUSSIAN)
  return (
    count(FREQUENT) >= letters * FREQUENT_LEAST &&
    // KOI8-R read so is Russian with small and capital letters changed round.
    count(RUSSIAN_SMALL) * 2 > letters &&
    count(STRANGE) * 10 < letters
  )
}

/** What a line of a catalogue's file says: a song, or in Russian why it is none. */
export type FileLine = { title: string; artistName: string } | { leftOut: string }

/** Tidies what a line says; leaves out what no song may be called. */
export function asSong(title: string, artistName: string): FileLine {
  try {
    return checkSuggestion(title, artistName)
  } catch (error) {
    if (error instanceof Refusal) return { leftOut: error.message }
    throw error
  }
}

/** A cell with more lines than this was never closed. */
const MOST_LINES = 8
const OURS = ['title', 'artistname', 'source', 'verified', 'orders']

/** A row of a table, and how many lines of the file it took. */
type TableRow = { line: FileLine; took: number }

/**
 * Reads the rows of a table that comes line by line. A quote that is never closed costs its own row
 * and no other.
 */
export function makeRowReader(header: SongHeader) {
  const ours = OURS.every((name, at) => header.names[at] === name)
  const verifiedAt = ours ? OURS.indexOf('verified') : null

  function lineOf(text: string): FileLine {
    const cells = text.includes('"')
      ? cellsOf(text, header.separator)
      : text.split(header.separator)
    if (verifiedAt !== null && cells[verifiedAt] === 'false')
      return { leftOut: 'Песню никто не проверял' }
    const [title, artistName] = [header.titleAt, header.artistAt].map((at) =>
      at === null ? '' : (cells[at] ?? ''),
    )
    return asSong(own(title ?? ''), own(artistName ?? ''))
  }

  /** What our own export put in front of a cell that a spreadsheet would count. */
  function own(cell: string): string {
    return ours ? unescapeFormula(cell) : cell
  }

  return {
    /**
     * The row at `from` of these lines, where a line that is no text is null; null where only lines that
     * are still to come can tell its end. `last`: none is to come.
     */
    next(lines: readonly (string | null)[], from: number, last: boolean): TableRow | null {
      const first = tidy(lines[from] ?? '')
      if (!first.includes('"') || !isOpen(first, header.separator))
        return { line: lineOf(first), took: 1 }
      let whole = first
      for (let took = 2; took <= MOST_LINES; took++) {
        const more = lines[from + took - 1]
        if (more === undefined && !last) return null
        if (more === undefined || more === null) break
        whole += ` ${tidy(more)}`
        if (!isOpen(whole, header.separator)) return { line: lineOf(whole), took }
      }
      return { line: lineOf(first), took: 1 }
    },
  }
}

function tidy(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** Fields that a release or a group of releases has and a recording has not. */
const OF_RELEASES = [
  'media',
  'release-group',
  'release-events',
  'packaging',
  'barcode',
  'primary-type',
  'secondary-types',
]
/** How MusicBrainz names what is on a disc and is no song. */
const NO_SONG =
  /^\[(?:untitled|unknown|silence|data track|data|crowd noise|guitar solo|dialogue|interview)\]$/iu
/** Performers that stand for «unknown»; a song goes without one. */
const NOBODY = /^\[(?:unknown|anonymous|traditional|no artist|data|dialogue)\]$/iu

const OTHER_KIND = { leftOut: 'Это не запись песни (recording)' }
const BROKEN = { leftOut: 'Строка не читается как JSON' }

/** Takes a line of MusicBrainz's dump in JSON, where each line is one entity; never throws. */
export function readMusicBrainz(line: string): FileLine {
  let entity: unknown
  try {
    entity = JSON.parse(line)
  } catch {
    return BROKEN
  }
  if (!isRecord(entity)) return BROKEN
  const { title, 'artist-credit': credit } = entity
  if (typeof title !== 'string' || !Array.isArray(credit)) return OTHER_KIND
  if (OF_RELEASES.some((field) => field in entity)) return OTHER_KIND
  if (NO_SONG.test(title)) return { leftOut: 'На этой дорожке нет песни' }
  const artistName = performers(credit)
  return asSong(title, NOBODY.test(artistName) ? '' : artistName)
}

/** The names with what is written between them: «Би-2 feat. Диана Арбенина». */
function performers(credit: readonly unknown[]): string {
  return credit
    .filter(isRecord)
    .map(({ name, joinphrase }) => wordsIn(name) + wordsIn(joinphrase))
    .join('')
}

function wordsIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
