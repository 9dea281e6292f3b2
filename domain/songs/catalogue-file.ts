import { unescapeFormula } from '../csv.ts'
import { checkSuggestion } from '../queue/order.ts'
import { isRecord } from '../record.ts'
import { Refusal } from '../refusal.ts'
import { isUuid } from '../uuid.ts'
import type { SongHeader } from './song-table.ts'
import { cellsOf, isOpen } from './song-table.ts'

export type FileEncoding = 'utf-8' | 'windows-1251'

/**
 * Of the lines with letters beyond Latin, the share that must be valid UTF-8 for the file to be UTF-8: no other
 * encoding reaches it by chance.
 */
const MOST_OF_THEM = 0.5
/** These six make up 44 letters of a hundred in Russian; another alphabet decoded as Russian has far fewer. */
const FREQUENT = /[оеаинт]/giu
const FREQUENT_LEAST = 0.3
const RUSSIAN = /[а-яё]/giu
const RUSSIAN_SMALL = /[а-яё]/gu
const STRANGE = /[^\p{ASCII}а-яё«»—–…№„“”’°§]/giu

/**
 * Detects the encoding from the beginning of a file in whole lines: UTF-8 also where some lines are broken;
 * Windows-1251 where it is surely Russian in it; null where it cannot be determined.
 */
export function detectEncoding(lines: readonly Uint8Array[]): FileEncoding | null {
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

/** Decodes the bytes; null where they are invalid in this encoding. */
export function decode(bytes: Uint8Array, letters: FileEncoding): string | null {
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
    // KOI8-R decoded this way is Russian with lower and upper case swapped.
    count(RUSSIAN_SMALL) * 2 > letters &&
    count(STRANGE) * 10 < letters
  )
}

/** Who wrote a work, by its id in MusicBrainz; empty where that is not known. */
export type WorkAuthors = { workId: string; musicBy: string; wordsBy: string }

/** A parsed line of a catalogue's file: a song (`workId`: of which it is a recording), a work, or in Russian why it is neither. */
export type FileLine =
  | { title: string; artistName: string; workId?: string }
  | WorkAuthors
  | { leftOut: string }

/** Normalizes the song of a line; leaves out a name that no song may have. */
export function asSong(
  title: string,
  artistName: string,
): { title: string; artistName: string } | { leftOut: string } {
  try {
    return checkSuggestion(title, artistName)
  } catch (error) {
    if (error instanceof Refusal) return { leftOut: error.message }
    throw error
  }
}

/** A quoted cell with more lines than this counts as never closed. */
const MOST_LINES = 8
const OURS = ['title', 'artistname', 'source', 'verified', 'orders']

/** A row of a table, and how many lines of the file it took. */
type TableRow = { line: FileLine; took: number }

/** Reads the rows of a table that comes line by line. An unclosed quote affects its own row and no other. */
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

  /** Removes the prefix that our own export puts before a cell that a spreadsheet would evaluate. */
  function own(cell: string): string {
    return ours ? unescapeFormula(cell) : cell
  }

  return {
    /**
     * Returns the row at `from` of these lines, where an undecodable line is null; null where the row's end depends on
     * lines that are not read yet. `last`: there are no more lines.
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
/** MusicBrainz's names of tracks on a disc that are no songs. */
const NO_SONG =
  /^\[(?:untitled|unknown|silence|data track|data|crowd noise|guitar solo|dialogue|interview)\]$/iu
/** Performers that stand for «unknown»; such a song gets none. */
const NOBODY = /^\[(?:unknown|anonymous|traditional|no artist|data|dialogue)\]$/iu

const OTHER_KIND = { leftOut: 'Это не запись песни (recording)' }
const BROKEN = { leftOut: 'Строка не читается как JSON' }
const NO_AUTHORS = { leftOut: 'У произведения не названы авторы' }

/** Reads a line of MusicBrainz's dump in JSON, where each line is one entity; never throws. */
export function readMusicBrainz(line: string): FileLine {
  let entity: unknown
  try {
    entity = JSON.parse(line)
  } catch {
    return BROKEN
  }
  if (!isRecord(entity)) return BROKEN
  const { title, 'artist-credit': credit } = entity
  if (credit === undefined && Array.isArray(entity['iswcs'])) return authorsOf(entity)
  if (typeof title !== 'string' || !Array.isArray(credit)) return OTHER_KIND
  if (OF_RELEASES.some((field) => field in entity)) return OTHER_KIND
  if (NO_SONG.test(title)) return { leftOut: 'На этой дорожке нет песни' }
  const artistName = performers(credit)
  const song = asSong(title, NOBODY.test(artistName) ? '' : artistName)
  const workId = workOf(entity)
  return 'leftOut' in song || workId === null ? song : { ...song, workId }
}

const WRITES_MUSIC = new Set(['composer', 'writer'])
const WRITES_WORDS = new Set(['lyricist', 'librettist', 'writer'])
const AUTHORS_MOST = 200

const relationsOf = ({ relations }: Record<string, unknown>) =>
  Array.isArray(relations) ? relations.filter(isRecord) : []

/** The id of the one work that a recording is of; null for a medley, and where none is named. */
function workOf(recording: Record<string, unknown>): string | null {
  const works = relationsOf(recording)
    .filter(({ type }) => type === 'performance')
    .map(({ work }) => (isRecord(work) ? wordsIn(work['id']) : ''))
    .filter(isUuid)
  const [first, ...others] = new Set(works)
  return first === undefined || others.length > 0 ? null : first.toLowerCase()
}

/** Reads a line of MusicBrainz's dump of works. */
function authorsOf(work: Record<string, unknown>): FileLine {
  const workId = wordsIn(work['id']).toLowerCase()
  const by = (types: ReadonlySet<string>) =>
    named(
      relationsOf(work)
        .filter(({ type }) => types.has(wordsIn(type)))
        .map(({ artist, 'target-credit': credited }) =>
          wordsIn(credited) === '' && isRecord(artist)
            ? wordsIn(artist['name'])
            : wordsIn(credited),
        ),
    )
  const [musicBy, wordsBy] = [by(WRITES_MUSIC), by(WRITES_WORDS)]
  if (!isUuid(workId) || (musicBy === '' && wordsBy === '')) return NO_AUTHORS
  return { workId, musicBy, wordsBy }
}

/** Names in one line, each once; those that would make it too long are left out. */
function named(names: readonly string[]): string {
  const line: string[] = []
  for (const name of new Set(names.map((one) => one.replaceAll(/[\p{C}\s]+/gu, ' ').trim())))
    if (name !== '' && !NOBODY.test(name) && [...line, name].join(', ').length <= AUTHORS_MOST)
      line.push(name)
  return line.join(', ')
}

/** Joins the names with the text between them: «Би-2 feat. Диана Арбенина». */
function performers(credit: readonly unknown[]): string {
  return credit
    .filter(isRecord)
    .map(({ name, joinphrase }) => wordsIn(name) + wordsIn(joinphrase))
    .join('')
}

function wordsIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
