import { csvText } from '../csv.ts'
import { checkTogether } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { checkMinimum } from '../payments/payment-settings.ts'
import { checkTags, STATE_WORDS } from './repertoire.ts'
import type { SongState } from './repertoire.ts'
import { checkAbout, checkKey, lengthWords, NO_ABOUT, RANGES, readLength } from './song-about.ts'
import { takeDetails } from './line-details.ts'
import { readPair } from './song-lines.ts'
import type { Reading } from './song-lines.ts'
import { checkSongText } from './song-text.ts'

type Fields = {
  readonly key: string
  readonly capo: number
  /** Beats per minute. */
  readonly tempo: number
  readonly seconds: number
  readonly tags: readonly string[]
  readonly notes: string
  readonly state: SongState
  /** Rubles. */
  readonly minSongAmount: number
  readonly musicBy: string
  readonly wordsBy: string
}

/** The details of a song in a list besides its title and performer; those that the list does not have are omitted. */
export type SongFields = Partial<Fields>

/** The kinds of a table's columns with their names, in the order of our own tables. */
export const COLUMN_WORDS = {
  title: 'Название',
  artistName: 'Артист',
  key: 'Тональность',
  capo: 'Каподастр',
  tempo: 'Темп',
  seconds: 'Длительность',
  tags: 'Метки',
  notes: 'Заметка',
  state: 'Состояние',
  minSongAmount: 'Минимум ₽',
  musicBy: 'Автор музыки',
  wordsBy: 'Автор слов',
  text: 'Текст',
  artistTitle: 'Артист — Песня',
  titleArtist: 'Песня — Артист',
} as const
/** Our own tables have no columns of these. */
const NOT_OURS = new Set<string>([
  COLUMN_WORDS.text,
  COLUMN_WORDS.artistTitle,
  COLUMN_WORDS.titleArtist,
])
export type ColumnKind = keyof typeof COLUMN_WORDS

/** How other tools write an empty value; in tags and notes it may be a real word. */
const NOTHING = /^(?:[\p{Pd}−]+|n\/?a|none|null|нет|не указано)$/iu
/** Kinds in which a nought is a word. */
const WORDS = new Set<FieldKind>(['capo', 'musicBy', 'wordsBy'])
/** Tools write a missing length, tempo or price this way. */
const ZERO = /^0+(?:[:.,]0+)*$/u
const NUMBER = /^\d+(?:[.,]\d+)?$/u

/** The wheel of keys that DJs number: 1A is A♭ minor, 1B is B major, each next a fifth higher. */
const CAMELOT = {
  A: ['G#m', 'D#m', 'Bbm', 'Fm', 'Cm', 'Gm', 'Dm', 'Am', 'Em', 'Bm', 'F#m', 'C#m'],
  B: ['B', 'F#', 'Db', 'Ab', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E'],
}

function readKey(cell: string): string {
  const [, number, letter] = /^0?([1-9]|1[0-2])([AB])$/iu.exec(cell) ?? []
  if (number !== undefined)
    return CAMELOT[letter?.toUpperCase() === 'A' ? 'A' : 'B'][Number(number) - 1] ?? ''
  return checkKey(cell.replace(/\s*sharp\b/iu, '#').replace(/\s*flat\b/iu, 'b'))
}

/** The number in «120 BPM», «♩ = 120», «2 лад», «capo 2», «300 ₽», «1 000»; NaN where there is none. */
function readNumber(cell: string, around: RegExp): number {
  const bare = cell.replaceAll(around, '').replaceAll(/\s/gu, '')
  return NUMBER.test(bare) ? Number(bare.replace(',', '.')) : Number.NaN
}

const AROUND_TEMPO = /bpm|уд(?:аров)?\.?\s*(?:\/|в)\s*мин(?:уту)?\.?|[♩=]/giu
const AROUND_CAPO = /capo|капо(?:дастр)?|fret|лад|:|-?(?:й|st|nd|rd|th)(?=\s|$)/giu
const AROUND_RUBLES = /₽|руб(?:лей|ля|\.)?|р\.?$|от\s/giu

const IN_WORDS =
  /^(?:pt)?\s*(?:(\d{1,2})\s*(?:ч|h)\p{L}*\.?)?\s*(?:(\d{1,3})\s*(?:м|m|'|′)\p{L}*\.?)?\s*(?:(\d{1,2})\s*(?:(?:с|s|"|″)\p{L}*\.?)?)?$/iu
/** No song lasts so many seconds: these are milliseconds. */
const THOUSANDTHS_FROM = 10_000

/** Parses «3:45», «0:03:45», «3 мин 45 с», seconds and milliseconds; NaN for what is no length. */
function readSeconds(cell: string): number {
  const [, first, second, third] = /^(\d{1,2}):([0-5]\d):([0-5]\d)(?:[.,]\d+)?$/u.exec(cell) ?? []
  if (first !== undefined) {
    const [h, m, s] = [first, second, third].map(Number) as [number, number, number]
    const seconds = h * 3600 + m * 60 + s
    // A spreadsheet takes «3:45» for a quarter to four and writes 3:45:00.
    return seconds > RANGES.seconds.max && s === 0 ? h * 60 + m : seconds
  }
  if (NUMBER.test(cell) && Number(cell.replace(',', '.')) >= THOUSANDTHS_FROM)
    return Math.round(Number(cell.replace(',', '.')) / 1000)
  const [, hours, minutes, seconds] = IN_WORDS.exec(cell) ?? []
  if (hours ?? minutes ?? seconds)
    return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return readLength(cell) ?? Number.NaN
}

const TAG_PART = /[,;|/\n]/u
const TAGS = /\s*"(?:[^"]|"")*"\s*(?=[,;|/\n]|$)|[^,;|/\n]+/gu

function readTags(cell: string): string[] {
  const tags = (cell.match(TAGS) ?? []).map((part) => {
    const tag = part.trim()
    return /^".*"$/su.test(tag) ? tag.slice(1, -1).replaceAll('""', '"') : tag
  })
  return checkTags(tags)
}

/** Writes tags as one cell; a tag with a separator in it is quoted. */
function writeTags(tags: readonly string[]): string {
  return tags
    .map((tag) =>
      TAG_PART.test(tag) || tag.startsWith('"') ? `"${tag.replaceAll('"', '""')}"` : tag,
    )
    .join(', ')
}

const STATES: Readonly<Record<SongState, RegExp>> = {
  open: /^(?:открыт[аоы]?|open|active|ready|known|готов[аоы]?|играем|играю|исполняется)$/iu,
  learning: /^(?:учу|учим|разучиваем|разучиваю|в работе|learning|in progress|wip|practicing)$/iu,
  closed: /^(?:закрыт[аоы]?|closed|inactive|archived?|retired|hidden|архив|в архиве|не играем)$/iu,
}

function readState(cell: string): SongState {
  for (const state of ['open', 'learning', 'closed'] as const)
    if (STATES[state].test(cell)) return state
  throw new Refusal('VALIDATION', 'Состояние: открыта, учу или закрыта', 'state')
}

const checkOne = <Name extends keyof typeof NO_ABOUT>(name: Name, value: (typeof NO_ABOUT)[Name]) =>
  checkAbout({ ...NO_ABOUT, [name]: value })[name]

type FieldKind = keyof Fields
type Read<K extends FieldKind> = (cell: string) => Fields[K] | null

/** Each takes a trimmed, non-empty cell; returns null where it means no value. Refuses VALIDATION. */
const READERS: { readonly [K in FieldKind]: Read<K> } = {
  key: readKey,
  capo: (cell) => checkOne('capo', readNumber(cell, AROUND_CAPO)),
  tempo: (cell) => checkOne('tempo', Math.round(readNumber(cell, AROUND_TEMPO))),
  seconds: (cell) => checkOne('seconds', readSeconds(cell)),
  tags: readTags,
  notes: (cell) => checkOne('notes', cell),
  state: readState,
  minSongAmount: (cell) => checkMinimum(readNumber(cell, AROUND_RUBLES)),
  musicBy: (cell) => checkOne('musicBy', cell),
  wordsBy: (cell) => checkOne('wordsBy', cell),
}

/** Returns the value of a cell; null for none. Refuses VALIDATION. */
export function readCell<K extends FieldKind>(kind: K, cell: string): Fields[K] | null {
  const text = cell.trim()
  if (text === '') return null
  const isWord = kind === 'tags' || kind === 'notes'
  if (!isWord && (NOTHING.test(text) || (!WORDS.has(kind) && ZERO.test(text)))) return null
  return READERS[kind](text)
}

/** Returns the details of a song in a list, normalized. Refuses VALIDATION at every invalid field. */
export function checkFields({ tags, state, minSongAmount, ...typed }: SongFields): SongFields {
  const { known, ...others } = checkTogether({
    known: () => checkAbout({ ...NO_ABOUT, ...typed }),
    tags: () => (tags === undefined ? undefined : checkTags(tags)),
    minSongAmount: () => (minSongAmount === undefined ? undefined : checkMinimum(minSongAmount)),
  })
  const all = { ...typed, ...others, state }
  const about = Object.entries(known).filter(([name]) => name in typed)
  const given = Object.entries(all).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...given, ...about])
}

/** A song of a list with all its details. */
export type ListedSong = Reading & {
  /** The number of its line in the list, from 1. */
  number: number
  fields: SongFields
  /** With chords; '' where there is none. */
  text: string
  /** Texts about the cells of its row that cannot be read; the song is imported without them. */
  wrong: readonly string[]
}

const CELL_SHOWN = 40
/** No song has a longer title or performer; the check of the line refuses it. */
const NAME_MOST = 1000

/** As in a line of a list; not where keys have a column, as in our own tables, nor for a letter, which may be another mark: «(E)». */
function titleOf(cell: string, cells: ReadonlyMap<ColumnKind, string>) {
  const taken = takeDetails(cell)
  const isLetter = taken.details.key?.length === 1 && Object.keys(taken.details).length === 1
  return cells.has('key') || isLetter ? { rest: cell, details: {} } : taken
}

/** Returns the song of a row, from its cells by kind. Never throws. */
export function listedSong(number: number, cells: ReadonlyMap<ColumnKind, string>): ListedSong {
  const wrong: string[] = []
  const read = <T>(kind: ColumnKind, reader: (cell: string) => T): T | null => {
    const cell = cells.get(kind) ?? ''
    try {
      return reader(cell)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const line = cell.replaceAll(/\s+/gu, ' ').trim()
      const shown = Array.from(line.slice(0, 2 * CELL_SHOWN))
      const words = shown.slice(0, CELL_SHOWN).join('').toWellFormed()
      const more = shown.length > CELL_SHOWN ? '…' : ''
      wrong.push(`${COLUMN_WORDS[kind]} «${words}${more}»: ${error.message}`)
      return null
    }
  }
  const fields: Record<string, unknown> = {}
  for (const kind of Object.keys(READERS) as FieldKind[]) {
    const value = read(kind, (cell) => readCell(kind, cell))
    if (value !== null) fields[kind] = value
  }
  const text = read('text', (cell) => {
    checkSongText(cell)
    return cell.trim() === '' ? '' : cell
  })
  const name = (kind: ColumnKind) =>
    (cells.get(kind) ?? '').slice(0, NAME_MOST).replaceAll(/\s+/gu, ' ').trim().toWellFormed()
  const { rest: title, details } = titleOf(name('title'), cells)
  const both = name('artistTitle') || name('titleArtist')
  const isTitleFirst = name('artistTitle') === ''
  const pair =
    title === '' && both !== ''
      ? readPair(both, isTitleFirst)
      : { title, artistName: '', fields: details }
  return {
    number,
    title: pair.title,
    artistName: name('artistName') || pair.artistName,
    fields: { ...pair.fields, ...fields },
    text: text ?? '',
    wrong,
  }
}

/** Returns songs as a table of ours, which can be read back unchanged. */
export function songTable(
  songs: readonly (Reading & { [K in FieldKind]?: Fields[K] | undefined })[],
): string {
  const names = Object.values(COLUMN_WORDS).filter((name) => !NOT_OURS.has(name))
  const number = (value: number | undefined) => (value === undefined ? '' : String(value))
  const rows = songs.map((song) => [
    song.title,
    song.artistName,
    song.key ?? '',
    number(song.capo),
    number(song.tempo),
    song.seconds === undefined ? '' : lengthWords(song.seconds),
    writeTags(song.tags ?? []),
    song.notes ?? '',
    STATE_WORDS[song.state ?? 'open'],
    number(song.minSongAmount),
    song.musicBy ?? '',
    song.wordsBy ?? '',
  ])
  return csvText([names, ...rows])
}
