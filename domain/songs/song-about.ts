import { characters, checkLine, checkText, checkTogether } from '../fields.ts'
import { Refusal } from '../refusal.ts'

/** An artist's own notes of a song; listeners see nothing of them. */
export type SongAbout = {
  /** The key as he writes it: Am, F#, B♭, ля минор; empty: none. */
  readonly key: string
  readonly capo: number | null
  /** Beats per minute. */
  readonly tempo: number | null
  /** How long it lasts. */
  readonly seconds: number | null
  readonly notes: string
  /** The authors of the music and of the words, for the list of performed works. */
  readonly musicBy: string
  readonly wordsBy: string
}

export const NO_ABOUT: SongAbout = {
  key: '',
  capo: null,
  tempo: null,
  seconds: null,
  notes: '',
  musicBy: '',
  wordsBy: '',
}

export const NOTES_MAX = 500
const KEY_MAX = 20
const AUTHORS_MAX = 200
const LATIN =
  /^(?:[a-h](?:#|♯|b|♭|is|es)?|[ae]s)(?:[ -]?(?:m|min|minor|maj|major|moll|dur|мажор|минор))?$/iu
const RUSSIAN =
  /^(?:до|ре|ми|фа|соль|ля|си)(?:[ -]?(?:диез|бемоль|#|♯|b|♭))?(?:[ -](?:мажор|минор))?$/iu
/** Letters of a Russian keyboard that look like those of keys. */
const ALIKE: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  а: 'a',
  с: 'c',
  е: 'e',
  м: 'm',
}

/** Returns a typed key, normalized, «Ам» of a Russian keyboard in Latin letters. Refuses VALIDATION at `key`. */
export function checkKey(typed: string): string {
  const words = 'Напишите тональность: например, Am, F#, B♭ или ля минор'
  const key = checkLine(typed, { field: 'key', max: KEY_MAX, blank: null, tooLong: words })
  if (key === '' || LATIN.test(key) || RUSSIAN.test(key)) return key
  const latin = key.replace(/[АВСЕНасем]/gu, (letter) => ALIKE[letter] ?? letter)
  if (LATIN.test(latin)) return latin
  throw new Refusal('VALIDATION', words, 'key')
}

type Range = { readonly min: number; readonly max: number; readonly words: string }

/** The ranges of a song's numbers, and the refusal text of each. */
export const RANGES = {
  capo: { min: 0, max: 11, words: 'Каподастр ставят на лады от 0 до 11' },
  tempo: { min: 20, max: 300, words: 'Темп — от 20 до 300 ударов в минуту' },
  seconds: { min: 10, max: 1800, words: 'Длительность — от 0:10 до 30:00' },
} as const satisfies Record<string, Range>

type NumberField = keyof typeof RANGES

export const isInRange = (field: NumberField, value: number): boolean =>
  value >= RANGES[field].min && value <= RANGES[field].max

function checkNumber(field: NumberField, value: number | null): number | null {
  if (value === null || (Number.isInteger(value) && isInRange(field, value))) return value
  throw new Refusal('VALIDATION', RANGES[field].words, field)
}

const LENGTH = /^(\d{1,4})(?:\s*[:.]\s*([0-5]\d))?$/u

/** Parses «3:45», or seconds; null for a blank text, NaN for one that is no length. */
export function readLength(typed: string): number | null {
  if (typed.trim() === '') return null
  const [, first, seconds] = LENGTH.exec(typed.trim()) ?? []
  if (first === undefined) return Number.NaN
  return seconds === undefined ? Number(first) : Number(first) * 60 + Number(seconds)
}

/** «3:45». */
export function lengthWords(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const checkAuthors = (field: 'musicBy' | 'wordsBy', typed: string) =>
  checkLine(typed, {
    field,
    max: AUTHORS_MAX,
    blank: null,
    tooLong: `Авторы — не длиннее ${AUTHORS_MAX} символов`,
  })

/** Returns all that was typed of a song, normalized. Refuses VALIDATION at every invalid field. */
export function checkAbout(typed: SongAbout): SongAbout {
  const { key, capo, tempo, seconds, notes, musicBy, wordsBy } = typed
  return checkTogether<SongAbout>({
    key: () => checkKey(key),
    capo: () => checkNumber('capo', capo),
    tempo: () => checkNumber('tempo', tempo),
    seconds: () => checkNumber('seconds', seconds),
    notes: () =>
      checkText(notes, {
        field: 'notes',
        max: NOTES_MAX,
        tooLong: `Заметки — не длиннее ${NOTES_MAX} символов`,
        length: characters,
      }),
    musicBy: () => checkAuthors('musicBy', musicBy),
    wordsBy: () => checkAuthors('wordsBy', wordsBy),
  })
}
