import { unescapeFormula } from '../csv.ts'
import { Refusal } from '../refusal.ts'
import { SONG_TEXT_MOST } from './song-text.ts'
import { listedSong, readCell } from './song-cells.ts'
import type { ColumnKind, ListedSong } from './song-cells.ts'
import { admitLines } from './song-lines.ts'
import {
  ARTIST_NAMES,
  firstLine,
  nameSets,
  readRows,
  SEPARATORS,
  TITLE_NAMES,
  TITLES_ALONE,
} from './song-table.ts'
import type { ColumnNames, Row, Separator } from './song-table.ts'
import { foldSong } from '#packages/song-search/song-text.ts'

/** A list of songs in columns. */
export type SongColumns = {
  /** The column names in the first row; null where there are none. */
  names: readonly string[] | null
  /** The non-empty rows. */
  rows: readonly Row[]
  /** The detected kind of each column; null: nothing of a song. Each kind occurs once. */
  kinds: readonly (ColumnKind | null)[]
}

/** Column names, folded. Kinds that say more of a song than its name come first: «song key» is a key. */
const NAMES: Readonly<Record<ColumnKind, ColumnNames>> = {
  key: { whole: 'тон, tone', words: 'key, тональность' },
  capo: { whole: 'лад', words: 'capo, капо, каподастр' },
  tempo: { whole: 'ударов в минуту', words: 'tempo, bpm, темп' },
  seconds: {
    whole: 'time, song time, время, мин сек',
    words: 'duration, length, songlength, длительность, продолжительность, хронометраж, длина',
  },
  tags: {
    whole: 'topics, keywords, category, категория, стиль, style, theme, теги',
    words: 'tags, tag, genre, genres, метки, метка, тег, теги, жанр, жанры',
  },
  notes: {
    whole: 'note, description, описание, remarks, пометки',
    words: 'notes, comment, comments, заметка, заметки, комментарий, комментарии, примечание',
  },
  state: { whole: 'state', words: 'status, статус, состояние' },
  minSongAmount: {
    whole: 'min price, price, цена, стоимость',
    words: 'minimum, минимум, минималка',
  },
  text: {
    whole: 'chords, аккорды, content, song text',
    words: 'lyrics, lyric, текст, слова, chordpro',
  },
  title: TITLE_NAMES,
  artistName: ARTIST_NAMES,
}
const KINDS = Object.keys(NAMES) as ColumnKind[]
const NAME_SETS = KINDS.map((kind) => ({ kind, ...nameSets(NAMES[kind]) }))
/** Other columns of such tools, whose names have words like those. */
const OTHER =
  /\b(?:album|signature|ur[il]s?|id|number|added|date|count)\b|альбом|дата|номер|ссылка/u

/** Finds a column for every kind by the names, and counts those found by their whole name. */
function kindsByNames(names: readonly string[]) {
  const kinds: (ColumnKind | null)[] = names.map(() => null)
  const folded = names.map((name) => foldSong(name.slice(0, 200)))
  const take = (kind: ColumnKind, fits: (name: string) => boolean) => {
    if (kinds.includes(kind)) return false
    const at = folded.findIndex((name, n) => kinds[n] === null && fits(name))
    if (at >= 0) kinds[at] = kind
    return at >= 0
  }
  const whole = NAME_SETS.filter((set) => take(set.kind, (name) => set.whole.has(name))).length
  for (const { kind, words } of NAME_SETS)
    take(kind, (name) => !OTHER.test(name) && name.split(' ').some((word) => words.has(word)))
  return { kinds, whole, known: kinds.filter((kind) => kind !== null).length }
}

function isHeader(
  names: readonly string[],
  { kinds, whole, known }: ReturnType<typeof kindsByNames>,
) {
  if (names.length === 1) return TITLES_ALONE.has(foldSong(names[0] ?? ''))
  // «Песня о друге, группа» is a song.
  return whole > 1 || (whole > 0 && known > 2 && kinds.includes('title'))
}

const LOOKED_AT = 60
const READ_LEAST = 0.5
const SURE_LEAST = 0.9

/** Returns the share of the non-empty cells for which `is` holds; 0 where there are none. */
function share(rows: readonly Row[], at: number, is: (cell: string) => boolean): number {
  const cells = rows.map((row) => row.cells[at] ?? '').filter((cell) => cell.trim() !== '')
  return cells.length === 0 ? 0 : cells.filter(is).length / cells.length
}

const isEmpty = (rows: readonly Row[], at: number) =>
  rows.every(({ cells }) => (cells[at] ?? '').trim() === '')

function reads(kind: ColumnKind, cell: string): boolean {
  if (kind === 'title' || kind === 'artistName' || kind === 'text') return true
  try {
    readCell(kind, cell)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The kinds that cells without a column name surely have, by their format. */
const WRITTEN: readonly (readonly [ColumnKind, (cell: string) => boolean])[] = [
  ['text', (cell) => /\n/u.test(cell.trim()) && /\[[A-H][^\]\n]{0,9}\]|^\s*\{\w+/mu.test(cell)],
  ['seconds', (cell) => /^\s*(?:\d{1,2}:)?\d{1,2}:\d{2}\s*$/u.test(cell)],
  ['tempo', (cell) => /bpm|уд/iu.test(cell) && reads('tempo', cell)],
  ['state', (cell) => reads('state', cell)],
  // A title of one letter is none of many.
  ['key', (cell) => reads('key', cell)],
]

const LETTERS = /\p{L}/u
const ADDRESS = /^\s*(?:https?:|www\.|\w+:\w+:)/iu

/** Finds the kinds that names did not give, by the contents: details of a song only where no column has a name. */
function withContents(kinds: (ColumnKind | null)[], rows: readonly Row[], named: boolean) {
  const some = rows.slice(0, LOOKED_AT)
  const found = [...kinds]
  const free = () => found.flatMap((kind, at) => (kind === null && !isEmpty(some, at) ? [at] : []))
  if (!named)
    for (const [kind, is] of WRITTEN) {
      const at = free().find((column) => share(some, column, is) >= SURE_LEAST)
      if (at !== undefined) found[at] = kind
    }
  const isName = (cell: string) => LETTERS.test(cell) && !ADDRESS.test(cell)
  const names = free().filter((at) => share(some, at, isName) >= SURE_LEAST)
  if (found.includes('title')) return found
  const [first, second] = names
  const various = (at: number) => new Set(some.map(({ cells }) => foldSong(cells[at] ?? ''))).size
  if (first === undefined) return found
  if (second === undefined || named) found[first] = 'title'
  else {
    // A performer has several songs.
    const turned = various(first) > various(second)
    found[first] = turned ? 'title' : 'artistName'
    found[second] = turned ? 'artistName' : 'title'
  }
  return found
}

/** Drops the kinds of columns whose cells mostly do not fit their names: a «key» of numbers from 0 to 11. */
function withoutUnread(kinds: readonly (ColumnKind | null)[], rows: readonly Row[]) {
  const some = rows.slice(0, LOOKED_AT)
  return kinds.map((kind, at) =>
    kind === null ||
    kind === 'tags' ||
    kind === 'notes' ||
    isEmpty(some, at) ||
    share(some, at, (cell) => reads(kind, unescapeFormula(cell))) >= READ_LEAST
      ? kind
      : null,
  )
}

const hasWords = ({ cells }: Row) => cells.some((cell) => cell.trim() !== '')

function tableOf(text: string, separator: Separator) {
  const { start, line } = firstLine(text)
  const before = text.slice(0, start).match(/\n/gu)?.length ?? 0
  // The first row may be longer than its first line.
  const [head] = readRows(text.slice(start, start + line.length), separator)
  const names = head?.cells.map((cell) => cell.trim()) ?? []
  return {
    names,
    byNames: kindsByNames(names),
    rows: () =>
      readRows(text.slice(start), separator, 2 * SONG_TEXT_MOST)
        .filter(hasWords)
        .map((row) => ({
          ...row,
          number: row.number + before,
          cells: row.cells.map(unescapeFormula),
        })),
  }
}

/** Whether the rows have one width; without column names, that is what makes lines a table. */
function isRegular(rows: readonly Row[], separator: Separator, kinds: readonly unknown[]) {
  const [first] = rows
  const width = first?.cells.length ?? 0
  if (width < 2) return false
  const same = rows.filter(({ cells }) => cells.length === width).length / rows.length
  const says = kinds.some((kind) => kind !== null && kind !== 'title' && kind !== 'artistName')
  if (separator === ',') return same === 1 && rows.length > 1 && says
  return same >= SURE_LEAST && (width > 2 || says)
}

/**
 * Reads a text as a table: by the names in its first row, else by its cells; null for lines that each hold a song.
 * Refuses VALIDATION at `text` where it has too many rows.
 */
export function readSongColumns(typed: string): SongColumns | null {
  const text = typed.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '').toWellFormed()
  const tables = SEPARATORS.map((separator) => ({ separator, ...tableOf(text, separator) }))
  const [named] = tables
    .filter(({ names, byNames }) => isHeader(names, byNames))
    .toSorted((a, b) => b.byNames.known - a.byNames.known)
  if (named !== undefined) {
    const rows = named.rows().slice(1)
    if (rows.length === 0) return null
    admitLines(rows.length)
    const kinds = withContents(withoutUnread(named.byNames.kinds, rows), rows, true)
    return { names: named.names, rows, kinds }
  }
  for (const { separator, names, rows: rowsOf } of tables) {
    if (names.length < 2) continue
    const rows = rowsOf()
    const kinds = withContents(
      names.map(() => null),
      rows,
      false,
    )
    if (!isRegular(rows, separator, kinds) || !kinds.includes('title')) continue
    admitLines(rows.length)
    return { names: null, rows, kinds }
  }
  return null
}

/** Returns the columns with another kind for one of them; the column that had this kind before gets none. */
export function withKind(
  kinds: SongColumns['kinds'],
  at: number,
  kind: ColumnKind | null,
): SongColumns['kinds'] {
  return kinds.map((one, n) => (n === at ? kind : one === kind ? null : one))
}

/** The songs of a table, a row each. */
export function songsOf({ rows, kinds }: Pick<SongColumns, 'rows' | 'kinds'>): ListedSong[] {
  return rows.map(({ number, cells }) => {
    const known = new Map<ColumnKind, string>()
    for (const [at, kind] of kinds.entries()) if (kind !== null) known.set(kind, cells[at] ?? '')
    return listedSong(number, known)
  })
}
