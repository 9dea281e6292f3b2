import { foldSong } from '#packages/song-search/song-text.ts'

/** A row of separated values: its cells, and the line of the text where it begins, from 1. */
export type Row = { number: number; text: string; cells: string[] }

export type SongHeader = {
  separator: Separator
  /** Folded. */
  names: readonly string[]
  titleAt: number
  artistAt: number | null
}

// An unclosed quote must not take in the rest of the file.
const QUOTED_MOST = 1000

export const SEPARATORS = ['\t', ';', ','] as const
export type Separator = (typeof SEPARATORS)[number]

/** Names of a column, folded and separated by commas; `words` name it also beside other words. */
export type ColumnNames = { readonly whole: string; readonly words: string }

// English, Russian, Ukrainian, Belarusian, German, Polish, Spanish, Czech; a word of two languages stands once.
export const TITLE_NAMES: ColumnNames = {
  whole: `name, song, songs, track, tracks, titles, song title, song name, track name, track title,
    track description, standard, tune, filename, file name, file,
    имя, песни, композиции, треки, произведение, наименование, название песни, название трека, название композиции,
    название произведения, имя файла, файл,
    пісні, назва пісні, твір, песня назва, назва песні, твор,
    lied, lieder, songtitel, liedtitel, stück, piosenki, nazwa, tytuł utworu, nazwa utworu, canciones, nombre, tema,
    pista, nombre de la canción, název skladby, název písně, písně, písnička, píseň`,
  words: `title, название, песня, трек, композиция, пісня, назва, песня, titel, piosenka, utwór, tytuł, canción, título,
    skladba, název`,
}
export const ARTIST_NAMES: ColumnNames = {
  whole: `author, authors, author main, by, band, group, singer, performer, subtitle, byline, artist name,
    artist name s, artist band, автор, авторы, певец, певица, группа, имя исполнителя, исполнитель группа, кто поет,
    гурт, співак, співачка, співаки, аўтар, спявак, interpreten, sänger, sängerin, gruppe, wykonawcy, zespół, autor,
    grupo, banda, cantante, umělec, zpěvák, kapela, skupina`,
  words: `artist, artists, artistname, исполнитель, исполнители, артист, артисты, группа, виконавець, виконавці,
    выканаўца, выканаўцы, künstler, künstlerin, interpret, wykonawca, artysta, artista, artistas, intérprete`,
}

const setOf = (names: string) => new Set(names.split(/,\s*/u).map(foldSong))
export const nameSets = ({ whole, words }: ColumnNames) => ({
  whole: setOf(`${whole}, ${words}`),
  words: setOf(words),
})

const TITLES = nameSets(TITLE_NAMES).whole
const ARTISTS = nameSets(ARTIST_NAMES).whole
/** Alone in its line, a word like «песня» may be a song. */
export const TITLES_ALONE = new Set(['title', 'song title', 'название', 'название песни'])

/** Splits text with «\n» between its lines into its first rows, as spreadsheets write them; never throws. */
export function readRows(
  text: string,
  separator: Separator,
  quotedMost = QUOTED_MOST,
  rowsMost = Number.POSITIVE_INFINITY,
): Row[] {
  const rows: Row[] = []
  let at = 0
  let number = 1
  while (at < text.length && rows.length < rowsMost) {
    const start = at
    const cells: string[] = []
    for (;;) {
      const quoted = text[at] === '"' ? closedQuote(text, at, separator, quotedMost) : null
      const end = quoted?.end ?? cellEnd(text, at, separator)
      cells.push(quoted?.content ?? text.slice(at, end))
      at = end
      if (text[at] !== separator) break
      at++
    }
    const whole = text.slice(start, at)
    rows.push({ number, text: whole, cells })
    number += 1 + (whole.match(/\n/gu)?.length ?? 0)
    at++
  }
  return rows
}

/** The cells of one line. */
export function cellsOf(line: string, separator: Separator): string[] {
  return readRows(line.replaceAll('\n', ' '), separator)[0]?.cells ?? []
}

/** Finds the columns by the names in a row; null where they name no title. */
export function headerOf(line: string): SongHeader | null {
  for (const separator of SEPARATORS) {
    const names = cellsOf(line, separator).map(foldSong)
    const titleAt = names.findIndex((name) => TITLES.has(name))
    const artistAt = names.findIndex((name) => ARTISTS.has(name))
    const alone = names.length === 1 && TITLES_ALONE.has(names[0] ?? '')
    if (titleAt < 0 || (artistAt < 0 && !alone)) continue
    return { separator, names, titleAt, artistAt: artistAt < 0 ? null : artistAt }
  }
  return null
}

const HEADER_MOST = 500
const DASH = /\s[\p{Pd}−]\s/u

/** Whether a line names the columns of a list and is no song: «Artist - Name», «Песня;Исполнитель». */
export function isSongHeader(line: string): boolean {
  if (line.length > HEADER_MOST) return false
  const names = line.split(DASH).map(foldSong)
  const [one = '', other = ''] = names
  const isPair = names.length === 2
  if (isPair && TITLES.has(one) && ARTISTS.has(other)) return true
  return (isPair && ARTISTS.has(one) && TITLES.has(other)) || headerOf(line) !== null
}

/** Whether a quoted cell continues in the next line. */
export function isOpen(line: string, separator: Separator): boolean {
  let at = 0
  for (;;) {
    if (line[at] === '"') {
      const quoted = closedQuote(line, at, separator)
      if (quoted === null && quoteAfter(line, at) === null) return true
      at = quoted?.end ?? cellEnd(line, at, separator)
    } else at = cellEnd(line, at, separator)
    if (line[at] !== separator) return false
    at++
  }
}

/** Returns the first non-empty line; a spreadsheet's declaration of its separator does not count. */
export function firstLine(text: string): { start: number; line: string } {
  const start = /^(?:\s*\n)*(?:sep=.\n)?(?:\s*\n)*/u.exec(text)?.[0].length ?? 0
  const end = text.indexOf('\n', start)
  return { start, line: text.slice(start, end < 0 ? undefined : end) }
}

function cellEnd(text: string, from: number, separator: string): number {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n') at++
  return at
}

/** Reads a quoted cell: «""» inside stands for one quote. Null where the quotes do not close before the cell ends. */
function closedQuote(text: string, from: number, separator: string, most = QUOTED_MOST) {
  const at = quoteAfter(text, from, most)
  if (at === null) return null
  const next = text[at + 1]
  if (next !== undefined && next !== separator && next !== '\n') return null
  return { content: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 }
}

/** Returns the position of the next quote that is not doubled. */
function quoteAfter(text: string, from: number, most = QUOTED_MOST): number | null {
  const last = Math.min(text.length, from + most)
  for (let at = from + 1; at < last; at++) {
    if (text[at] !== '"') continue
    if (text[at + 1] !== '"') return at
    at++
  }
  return null
}
