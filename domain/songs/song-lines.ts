import { characters } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { counted, spaced } from '../russian.ts'
import { isChords } from './line-details.ts'
import type { LineDetails } from './line-details.ts'
import { decodeEntities, isHeading, isService, readBare } from './line-marks.ts'
import { cellsOf, isSongHeader } from './song-table.ts'
import type { Row, Separator } from './song-table.ts'

/** How many songs one import takes. */
export const IMPORT_SONGS_MAX = 1000
/** The maximum length of its text, in code points. */
export const IMPORT_TEXT_MAX = 200_000

/** A way to read a line. Where it is `sure`, nothing suggests that title and performer could be swapped. */
type LinePair = { artistName: string; title: string; sure: boolean }

/** A line of a list of songs. */
export type SongLine = {
  /** The number of the line in the text, from 1. */
  number: number
  /** The line as written, truncated where it is very long. */
  text: string
  /** Its readings as «performer — song», the likeliest first; none where there is no song in it. */
  pairs: readonly LinePair[]
  /** What stands behind the song. */
  details: LineDetails
  /** Why there is none. */
  wrong: string | null
}

type Line = Pick<Row, 'number' | 'text'>

export type Reading = { title: string; artistName: string }

export const NO_TITLE = 'Здесь нет названия песни'
const HEADING = 'Похоже на заголовок, а не на песню'
const SHOWN_MOST = 200
const PAIRS_MOST = 4

const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/gu
// Invisible characters that editors and messengers leave in a text.
const UNSEEN = /(?![\t\n])\p{Cc}|[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu

const LENGTH_ALONE = /^(?:\d{1,2}:)?\d{1,2}:\d{2}$/u
const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/iu
const SAYS_SOMETHING = /[\p{L}\p{N}]|\?\?|!!/u

const DASHES_APART = /\s+(?:-{1,3}|[\p{Pd}−]|\||\/{1,2})\s+/gu
const DASHES_CLOSE = /\s*—\s*|(^|[^\d–])–+(?!\d)|\s+[\p{Pd}−](?=\S)|(\S)[\p{Pd}−]\s+/gu
const OPEN_END = /\s[\p{Pd}−]+$/u
const COMMA_CLOSE = /,(?=[^\s\d])|(^|\D),(?=\d)/gu
const MAYBE_SEPARATORS = /,\s+|:\s+|_|(\p{L})\/(?=\p{L})/gu

const QUOTES: Readonly<Record<string, string>> = {
  '«': '»',
  '“': '”',
  '„': '“',
  '"': '"',
  "'": "'",
  '‘': '’',
}
const ANY_QUOTE = /[«»“”„"]/u

/**
 * Returns the lines of a pasted text or a file that are not blank, each with the ways to read it. Refuses VALIDATION at
 * `text`: nothing in it, too many lines, too long.
 */
export function readSongLines(text: string): SongLine[] {
  if (characters(text) > IMPORT_TEXT_MAX) throw tooLongText()
  const tidy = text.toWellFormed().replace(LINE_BREAK, '\n').replace(UNSEEN, '')
  const filled = tidy
    .split('\n')
    .map((line, at) => ({ number: at + 1, text: line }))
    .filter((row) => row.text.trim() !== '')
  if (filled.length === 0) throw refused('Здесь нет ни одной песни')
  admitLines(filled.length)
  const [first] = filled
  return filled.map((row) =>
    isHeader(row.text, row === first) ? lineOf(row, [], HEADING) : readLine(row),
  )
}

/** Below the first line only a row of cells surely names columns. */
const isHeader = (text: string, isFirst: boolean) =>
  (isFirst || /[\t;]/u.test(text)) && isSongHeader(readBare(text).text)

function tooLongText(): Refusal {
  return refused(`Текст длиннее ${spaced(IMPORT_TEXT_MAX)} знаков. Разделите список на части.`)
}

function admitLines(lines: number): void {
  if (lines <= IMPORT_SONGS_MAX) return
  const words = counted(lines, 'строка', 'строки', 'строк')
  throw refused(
    `За раз можно добавить ${spaced(IMPORT_SONGS_MAX)} песен, а здесь ${words}. Разделите список на части.`,
  )
}

/** Returns songs with separate titles and performers as lines: the first is line 1. */
export function linesOfSongs(songs: readonly Reading[]): SongLine[] {
  return songs.map(({ title, artistName }, at) => {
    const text = [title, artistName].filter((part) => part !== '').join(' — ')
    const pairs = title.trim() === '' ? [] : [{ title, artistName, sure: true }]
    return lineOf({ number: at + 1, text }, pairs)
  })
}

/**
 * Returns the readings of a line in the order in which they are tried: first as its list is written, then with title
 * and performer swapped.
 */
export function readingsOf({ pairs }: SongLine, titleFirst: boolean): Reading[] {
  const straight = pairs.map(({ artistName, title, sure }) =>
    titleFirst && !sure ? { title: artistName, artistName: title } : { title, artistName },
  )
  const turned = pairs.flatMap(({ artistName, title, sure }) =>
    sure ? [] : [titleFirst ? { title, artistName } : { title: artistName, artistName: title }],
  )
  return [...straight, ...turned]
}

function refused(sentence: string): Refusal {
  return new Refusal('VALIDATION', sentence, 'text')
}

function lineOf({ number, text }: Line, pairs: readonly LinePair[], wrong = NO_TITLE): SongLine {
  const shown = Array.from(
    text
      .replaceAll(/\s+/gu, ' ')
      .trim()
      .slice(0, 2 * SHOWN_MOST),
  )
  return {
    number,
    text: shown.slice(0, SHOWN_MOST).join('').toWellFormed(),
    pairs: pairs.slice(0, PAIRS_MOST),
    details: {},
    wrong: pairs.length === 0 ? wrong : null,
  }
}

function readLine(row: Line): SongLine {
  const { text, details } = readBare(decodeEntities(row.text))
  if (isChords(row.text.trim())) return lineOf(row, [], 'Это аккорды, а не песня')
  if (ADDRESS.test(text)) return lineOf(row, [], 'Это ссылка, а не песня')
  if (isService(text)) return lineOf(row, [], 'Это служебная строка')
  if (!says(text)) return lineOf(row, [])
  if (isHeading(text)) return lineOf(row, [], HEADING)
  if (text.endsWith(':')) {
    // «Песня - Артист:», and a link in the next line.
    const pairs = splitAt(text.slice(0, -1), DASHES_APART)
    return lineOf(row, pairs, HEADING)
  }
  if (OPEN_END.test(text)) return lineOf(row, [])
  return { ...lineOf(row, pairsOf(text)), details }
}

/** The likeliest reading of a cell that names both the performer and the song. */
export function readPair(cell: string, titleFirst = false): Reading & { fields: LineDetails } {
  const line = readLine({ number: 1, text: cell })
  const [first = { title: tidyName(cell), artistName: '' }] = readingsOf(line, titleFirst)
  return { ...first, fields: line.details }
}

/** Whether a dash with spaces parts the text in two names. */
export const isPair = (text: string) => splitAt(text, DASHES_APART).length > 0

function pairsOf(text: string): LinePair[] {
  for (const separator of separatorsIn(text)) {
    const cells = fullCells(cellsOf(text, separator))
    const [one, other] = cells
    // «Артист - Песня; вживую».
    if (one !== undefined && isPair(one))
      return pairsOfWords(separator === ';' ? cells.join('; ') : one)
    if (one !== undefined && other !== undefined) return [pairOf(one, other)]
    if (one !== undefined && separator !== ',') return pairsOfWords(one)
  }
  return pairsOfWords(text)
}

function separatorsIn(text: string): Separator[] {
  const found: Separator[] = []
  if (text.includes('\t')) found.push('\t')
  if (text.includes(';')) found.push(';')
  if (text.startsWith('"') && /",\s*\S/u.test(text)) found.push(',')
  return found
}

/** Returns the non-empty cells, without the number of the row and the length of the song. */
function fullCells(cells: readonly string[]): string[] {
  const full = cells.map(tidyName).filter((cell) => cell !== '' && !LENGTH_ALONE.test(cell))
  const numbered = /^\d+\.?$/u.test(full[0] ?? '')
  const whole = full[1] !== undefined && isPair(full[1])
  return numbered && (full.length > 2 || whole) ? full.slice(1) : full
}

function pairsOfWords(text: string): LinePair[] {
  const quoted = pairByQuotes(text)
  if (quoted !== null) return [quoted]
  for (const separator of [DASHES_APART, DASHES_CLOSE, COMMA_CLOSE]) {
    const pairs = splitAt(text, separator)
    if (pairs.length > 0) return pairs
  }
  // A comma, a colon or brackets are as often a part of the title: the catalogue decides.
  return [alone(text), ...inBrackets(text), ...splitAt(text, MAYBE_SEPARATORS)]
}

/** A blank between quotes is no title. */
const says = (text: string | undefined): text is string =>
  text !== undefined && SAYS_SOMETHING.test(text)

/**
 * Returns a pair for every place where the text may be split, from the left. A capture of `separator` is the character
 * before it.
 */
function splitAt(text: string, separator: RegExp): LinePair[] {
  return [...text.matchAll(separator)].slice(0, PAIRS_MOST).flatMap((found) => {
    const before = found[1] ?? found[2] ?? ''
    const one = text.slice(0, found.index + before.length)
    const other = text.slice(found.index + found[0].length)
    const pair = pairOf(one, other)
    return says(pair.title) && says(pair.artistName) ? [pair] : []
  })
}

/** «Кино «Группа крови»», «Группа крови» Кино, «Группа крови» (Кино): the quoted part is the song. */
function pairByQuotes(text: string): LinePair | null {
  const [, before, last] = /^([^«»“”„"—–]+?)\s*[«“„"]([^«»“”„"]+)[»”“"]$/u.exec(text) ?? []
  if (before !== undefined && says(last) && !/[\p{Pd}−]\s*$/u.test(before))
    return {
      artistName: tidyName(before.replace(/[:,]\s*$/u, '')),
      title: tidyName(last),
      sure: true,
    }
  const [, first, after] = /^[«“„"]([^«»“”„"]+)[»”“"]\s*([^«»“”„"]+)$/u.exec(text) ?? []
  if (!says(first) || after === undefined || /^\s*[\p{Pd}−|/,;]/u.test(after)) return null
  return {
    artistName: tidyName(after.replace(/^\((.*)\)$/u, '$1')),
    title: tidyName(first),
    sure: true,
  }
}

function inBrackets(text: string): LinePair[] {
  const [, title, artistName] = /^([^()]+)\(([^()]+)\)$/u.exec(text) ?? []
  if (title === undefined || artistName === undefined) return []
  return [{ title: tidyName(title), artistName: tidyName(artistName), sure: true }]
}

function alone(text: string): LinePair {
  return { title: tidyName(text), artistName: '', sure: true }
}

function pairOf(artistName: string, title: string): LinePair {
  return { artistName: tidyName(artistName), title: tidyName(title), sure: false }
}

/** Returns a name with one space between words, and no quotes around the whole. */
function tidyName(text: string): string {
  const tidy = text.replaceAll(/\s+/gu, ' ').trim()
  const inner = tidy.slice(1, -1)
  const wrapped = tidy.length > 2 && QUOTES[tidy[0] ?? ''] === tidy.at(-1)
  return wrapped && !ANY_QUOTE.test(inner) && inner.trim() !== '' ? inner.trim() : tidy
}
