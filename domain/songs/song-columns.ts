import { unescapeFormula } from '../csv.ts'
import { Refusal } from '../refusal.ts'
import { spaced } from '../russian.ts'
import { SONG_TEXT_MOST } from './song-text.ts'
import { columnsNamed } from './column-names.ts'
import { decodeEntities } from './line-marks.ts'
import { PLAYLIST_KINDS, readDrawnTable, readPlaylist } from './playlists.ts'
import { listedSong, readCell } from './song-cells.ts'
import type { ColumnKind, ListedSong } from './song-cells.ts'
import { isPair } from './song-lines.ts'
import { firstLine, readRows, SEPARATORS } from './song-table.ts'
import type { Row, Separator } from './song-table.ts'
import { foldSong } from '#packages/song-search/song-text.ts'

/** How many rows one list has at most; they are sent in parts. */
export const LIST_ROWS_MAX = 25_000

type Kinds = readonly (ColumnKind | null)[]

/** A list of songs in columns. */
export type SongColumns = {
  /** All non-empty rows, those above the songs too. */
  all: readonly Row[]
  /** The place in `all` of the row with the column names; null where there is none. */
  headerAt: number | null
  /** The column names; null where there are none. */
  names: readonly string[] | null
  /** The rows with songs. */
  rows: readonly Row[]
  /** The kind of each column; null: nothing of a song. Each kind occurs once. */
  kinds: Kinds
}

const LOOKED_AT = 60
const HEADER_AMONG = 20
const READ_LEAST = 0.5
const PAIRS_LEAST = 0.6
const SURE_LEAST = 0.9
const COLUMNS_MOST = 100
/** Empty rows among them do not count as songs. */
const ROWS_READ = 2 * LIST_ROWS_MAX
/** A table's first rows are in so much of its text. */
const HEAD = 100_000

/** Returns the share of the non-empty cells for which `is` holds; 0 where there are none. */
function share(rows: readonly Row[], at: number, is: (cell: string) => boolean): number {
  const cells = rows.map((row) => row.cells[at] ?? '').filter((cell) => cell.trim() !== '')
  return cells.length === 0 ? 0 : cells.filter(is).length / cells.length
}

const isEmpty = (rows: readonly Row[], at: number) =>
  rows.every(({ cells }) => (cells[at] ?? '').trim() === '')

function reads(kind: ColumnKind, cell: string): boolean {
  if (isName(kind) || kind === 'text') return true
  try {
    readCell(kind, cell)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

type NameKind = 'title' | 'artistName' | 'artistTitle' | 'titleArtist'
const isName = (kind: ColumnKind): kind is NameKind =>
  kind === 'title' || kind === 'artistName' || kind === 'artistTitle' || kind === 'titleArtist'

/** Whether one of the columns names the songs. */
export const nameSongs = (kinds: Kinds) =>
  kinds.some((kind) => kind !== null && kind !== 'artistName' && isName(kind))

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
const FLAG = /^\s*(?:true|false|yes|no|ok|да|нет|истина|ложь|[xх+✓✔-])\s*$/iu
const DATE = /^\s*(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2} \p{L}{3,10}\.? \d{4})/u
const DAY = /^\d{1,2}[./]\d{1,2}[./]\d{4}$/u
/** What every cell of a column may say and is no name: an address, a flag, a date. */
const isMark = (cell: string) => ADDRESS.test(cell) || FLAG.test(cell) || DATE.test(cell)

/** Finds the kinds that names did not give, by the contents: details of a song only where no column has a name. */
function withContents(kinds: Kinds, rows: readonly Row[], named: boolean): Kinds {
  const some = rows.slice(0, LOOKED_AT)
  const found = [...kinds]
  const free = () => found.flatMap((kind, at) => (kind === null && !isEmpty(some, at) ? [at] : []))
  if (!named)
    for (const [kind, is] of WRITTEN) {
      const at = free().find((column) => share(some, column, is) >= SURE_LEAST)
      if (at !== undefined) found[at] = kind
    }
  const isWord = (cell: string) => LETTERS.test(cell) && !isMark(cell)
  const names = free().filter((at) => share(some, at, isWord) >= SURE_LEAST)
  const [first, second] = names
  if (found.includes('title') || first === undefined) return found
  if (second === undefined || named) {
    found[first] = 'title'
    return found
  }
  // Every song has its own title, and a performer has several songs.
  const various = (at: number) => new Set(some.map(({ cells }) => foldSong(cells[at] ?? ''))).size
  const most = Math.max(...names.map(various))
  const title = [second, ...names].find((at) => various(at) === most) ?? second
  const others = names.filter((at) => at !== title)
  const least = Math.min(...others.map(various))
  found[title] = 'title'
  const performer = others.find((at) => various(at) === least)
  if (performer !== undefined) found[performer] = 'artistName'
  return found
}

/** Drops the kinds of columns whose cells mostly do not fit their names: a «key» of numbers from 0 to 11. */
function withoutUnread(kinds: Kinds, rows: readonly Row[]): Kinds {
  const some = rows.slice(0, LOOKED_AT)
  return kinds.map((kind, at) => {
    if (kind === null || kind === 'notes' || isEmpty(some, at)) return kind
    if (kind === 'tags' || kind === 'artistName')
      return share(some, at, isMark) >= READ_LEAST ? null : kind
    return share(some, at, (cell) => reads(kind, cell)) >= READ_LEAST ? kind : null
  })
}

/** A column of titles that are «Артист — Песня» beside no performer is one of both. */
function withPairs(kinds: Kinds, rows: readonly Row[]): Kinds {
  const at = kinds.indexOf('title')
  if (at < 0 || kinds.includes('artistName')) return kinds
  const some = rows.slice(0, LOOKED_AT)
  const isWritten = (cell: string) => isPair(cell.slice(0, 400))
  return share(some, at, isWritten) >= PAIRS_LEAST ? kinds.with(at, 'artistTitle') : kinds
}

const widthOf = (rows: readonly Row[]) =>
  Math.min(COLUMNS_MOST, Math.max(1, ...rows.slice(0, LOOKED_AT).map(({ cells }) => cells.length)))

/** The place of the row with the column names among the first rows; there may be a title above. */
function findHeader(rows: readonly Row[]): number | null {
  const at = rows.slice(0, HEADER_AMONG).findIndex(({ cells }) => columnsNamed(cells) !== null)
  return at < 0 ? null : at
}

/** Returns the rows as columns, with their names in the given row, by default in the one that looks so. */
export function columnsOf(
  all: readonly Row[],
  headerAt: number | null = findHeader(all),
): SongColumns {
  const rows = headerAt === null ? all : all.slice(headerAt + 1)
  const names = headerAt === null ? null : (all[headerAt]?.cells ?? []).map((cell) => cell.trim())
  const width = widthOf(headerAt === null ? rows : all.slice(headerAt))
  const named = names === null ? null : columnsNamed(names)
  const none = Array.from({ length: width }, () => null)
  const byNames = none.map((_, at) => named?.kinds[at] ?? null)
  const kinds = withContents(withoutUnread(byNames, rows), rows, named !== null)
  return { all, headerAt, names, rows, kinds: withPairs(kinds, rows) }
}

const hasWords = ({ cells }: Row) => cells.some((cell) => cell.trim() !== '')
const cellText = (cell: string) => unescapeFormula(cell.includes('&') ? decodeEntities(cell) : cell)

/** The non-empty rows of a text after this place. */
function rowsOf(text: string, separator: Separator): Row[] {
  const { start } = firstLine(text)
  const before = text.slice(0, start).match(/\n/gu)?.length ?? 0
  return readRows(text.slice(start), separator, 2 * SONG_TEXT_MOST, ROWS_READ)
    .filter(hasWords)
    .map((row) => ({
      ...row,
      number: row.number + before,
      cells: row.cells.slice(0, COLUMNS_MOST).map(cellText),
    }))
}

/** How many of the rows have the width that most of them have. */
function regularity(rows: readonly Row[]) {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [[width, count] = [1, 0]] = [...counts].toSorted((a, b) => b[1] - a[1])
  return { width, same: rows.length === 0 ? 0 : count / rows.length }
}

/** Whether the rows have one width; without column names, that is what makes lines a table. */
function isRegular({ rows, kinds }: SongColumns, separator: Separator): boolean {
  const { width, same } = regularity(rows)
  if (width < 2) return false
  const some = rows.slice(0, LOOKED_AT)
  const says = kinds.some((kind) => kind !== null && !isName(kind))
  const isMarks = kinds.some((kind, at) => kind === null && share(some, at, isMark) >= SURE_LEAST)
  if (width === 2 && !says && !isMarks) return false
  if (separator !== ',') return same >= SURE_LEAST
  // In a sentence a space follows the comma.
  const isTight = some.every(({ cells }) => cells.every((cell) => !cell.startsWith(' ')))
  return same === 1 && rows.length > 1 && isTight
}

/** Refuses VALIDATION at `text`. */
export function admitRows(rows: number): void {
  if (rows <= LIST_ROWS_MAX) return
  const most = spaced(LIST_ROWS_MAX)
  const words = `В списке может быть ${most} строк, а здесь больше. Разделите его на части.`
  throw new Refusal('VALIDATION', words, 'text')
}

function admitted(columns: SongColumns): SongColumns {
  admitRows(columns.rows.length)
  return columns
}

/** By its column names, which the rows of every separator are searched for. */
function readNamed(text: string): SongColumns | null {
  const head = text.slice(0, HEAD)
  const [named] = SEPARATORS.flatMap((separator) => {
    const rows = rowsOf(head, separator)
    const at = findHeader(rows)
    const known = at === null ? 0 : (columnsNamed(rows[at]?.cells ?? [])?.known ?? 0)
    return at === null ? [] : [{ separator, at, known }]
  }).toSorted((a, b) => b.known - a.known)
  if (named === undefined) return null
  const columns = columnsOf(rowsOf(text, named.separator), named.at)
  // A few rows of a table may stand in a list of lines.
  const lines = columns.all.filter(({ cells }) => cells.length === 1).length
  const isLines = columns.kinds.length > 1 && lines * 2 > columns.all.length
  return columns.rows.length === 0 || isLines ? null : columns
}

function readRegular(text: string): SongColumns | null {
  for (const separator of SEPARATORS) {
    if (!text.includes(separator)) continue
    const columns = columnsOf(rowsOf(text, separator), null)
    if (isRegular(columns, separator) && nameSongs(columns.kinds)) return columns
  }
  return null
}

/** As the separator parts it that gives most rows one width of several cells; else as one column. */
function readAnyhow(text: string): SongColumns {
  const [best = []] = SEPARATORS.map((separator) => rowsOf(text, separator))
    .map((rows) => ({ rows, ...regularity(rows) }))
    .toSorted((a, b) => Number(b.width > 1) - Number(a.width > 1) || b.same - a.same)
    .map(({ rows }) => rows)
  return columnsOf(best)
}

/**
 * Reads a text as a table: a playlist, by the names in one of its first rows, else by its cells; null for lines that
 * each hold a song, unless the artist says that it is a table. Refuses VALIDATION at `text` where it has too many rows.
 */
export function readSongColumns(typed: string, isTable = false): SongColumns | null {
  const tidy = typed.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '').toWellFormed()
  const text = tidy.includes('&') ? decodeEntities(tidy, true) : tidy
  const playlist = readPlaylist(text)
  if (playlist !== null) {
    const names = ['Артист', 'Название', 'Длительность']
    const kinds = [...PLAYLIST_KINDS]
    return admitted({ all: playlist, headerAt: null, names, rows: playlist, kinds })
  }
  const drawn = readDrawnTable(text)?.filter(hasWords)
  const columns =
    (drawn === undefined ? null : columnsOf(drawn)) ?? readNamed(text) ?? readRegular(text)
  const table = columns ?? (isTable ? readAnyhow(text) : null)
  return table && admitted(table)
}

/** Returns the columns with another kind for one of them; the column that had this kind before gets none. */
export function withKind(kinds: Kinds, at: number, kind: ColumnKind | null): Kinds {
  return kinds.map((one, n) => (n === at ? kind : one === kind ? null : one))
}

/** The songs of a table, a row each. */
export function songsOf({ rows, kinds }: Pick<SongColumns, 'rows' | 'kinds'>): ListedSong[] {
  return rows.map(({ number, cells }) => {
    const known = new Map<ColumnKind, string>()
    for (const [at, kind] of kinds.entries()) if (kind !== null) known.set(kind, cells[at] ?? '')
    const song = listedSong(number, known)
    // A player's session: its day stands where a title does.
    return DAY.test(song.title) && song.artistName === '' ? { ...song, title: '' } : song
  })
}
