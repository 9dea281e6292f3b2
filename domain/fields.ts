import { limitMarks } from '#packages/song-search/song-text.ts'
import { Refusal, refuseFields } from './refusal.ts'

const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#][^\s\p{C}]*)?$/u
// A browser drops the invisible and mends «http:host» by itself, so that what is shown is not where it leads.
const WHOLE = /^https?:\/\/[^\s\p{C}]+$/iu
const REAL_HOST = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/u

/**
 * Takes an address of the web as people type it and gives it whole: «example.ru/x» gets https://.
 * Null for what is no address, has another scheme, a name and password in it, or no host that the
 * open web could know (a number, a name without a dot).
 */
export function webAddress(typed: string): string | null {
  const text = typed.trim()
  const address = WITHOUT_SCHEME.test(text) ? `https://${text}` : text
  const url = WHOLE.test(address) ? parsed(address) : null
  if (url === null) return null
  const { hostname, username, password } = url
  return REAL_HOST.test(hostname) && username === '' && password === '' ? address : null
}

// Browsers of the years before 2024 have no URL.canParse.
function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** How one line of typed text is judged; `blank: null` where it may stay empty. */
type LineRule = {
  /** The input's name on the wire. */
  readonly field: string
  /** Characters, in code points. */
  readonly max: number
  readonly blank: string | null
  readonly tooLong: string
}

// A text that turns the reading direction could pass for another one on the stage screen.
const INVISIBLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u
const SOMETHING_TO_SEE = /[^\p{Cf}\p{Z}]/u

/**
 * Takes text as it was typed or pasted and gives one tidy line: no spaces at the ends, one space
 * between words, line breaks and tabs become spaces.
 * Refuses VALIDATION at the rule's field: nothing to see, too long, or control characters.
 */
export function checkLine(text: string, rule: LineRule): string {
  const line = limitMarks(text).normalize('NFC').replace(/\s+/gu, ' ').trim()
  if (INVISIBLE.test(line)) {
    throw new Refusal('VALIDATION', 'Уберите из текста невидимые символы', rule.field)
  }
  if (!SOMETHING_TO_SEE.test(line)) {
    if (rule.blank === null) return ''
    throw new Refusal('VALIDATION', rule.blank, rule.field)
  }
  if (characters(line) > rule.max) throw new Refusal('VALIDATION', rule.tooLong, rule.field)
  return line
}

// Letters of any script, since Russian domains have addresses of their own; no signs that a mail header could misread.
const EMAIL =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(xn--[a-z\d-]+|\p{L}{2,})$/u

/** Takes an address as typed and gives it trimmed and in lower case. Refuses VALIDATION at `email`. */
export function checkEmail(text: string): string {
  const email = limitMarks(text.trim()).normalize('NFC').toLowerCase()
  if (email === '') throw new Refusal('VALIDATION', 'Введите email.', 'email')
  if (email.length > 254 || email.indexOf('@') > 64 || !EMAIL.test(email)) {
    throw new Refusal('VALIDATION', 'Проверьте email: похоже, в нём опечатка.', 'email')
  }
  return email
}

/** How several lines of typed text are judged; they may stay empty. */
type TextRule = {
  /** The input's name on the wire. */
  readonly field: string
  readonly max: number
  readonly tooLong: string
  /** How long a text is. */
  readonly length: (text: string) => number
}

// All control characters but line breaks and tabs, and those that turn the reading direction.
const INVISIBLE_IN_TEXT = /[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u

/** Gives text as it is kept: composed letters, one kind of line break, nothing blank at the ends. */
export function tidyText(text: string): string {
  return limitMarks(text).normalize('NFC').replace(/\r\n?/gu, '\n').trim()
}

/** Takes several lines as typed and gives them tidied. Refuses VALIDATION at the rule's field: too long, or control characters. */
export function checkText(typed: string, rule: TextRule): string {
  const text = tidyText(typed)
  if (INVISIBLE_IN_TEXT.test(text))
    throw new Refusal('VALIDATION', 'Уберите из текста невидимые символы', rule.field)
  if (rule.length(text) > rule.max) throw new Refusal('VALIDATION', rule.tooLong, rule.field)
  return text
}

/** The length of a text in code points, so that an emoji is not counted twice. */
export function characters(text: string): number {
  return Array.from(text).length
}

/** Code points that one sign may be made of, on the average of a text: marks can be piled up without end. */
const POINTS_OF_A_SIGN = 8
/** Code points beyond which no text of ours goes, so that its signs need no exact count. */
const MOST_PARTED = 50_000

/** The length of a text in signs as a person counts them: a family of emoji is one sign, a letter with its accent too. */
export function signs(text: string): number {
  const points = characters(text)
  // Browsers of the years before 2024 may lack Intl.Segmenter.
  if (points > MOST_PARTED || !('Segmenter' in Intl)) return points
  const parts = new Intl.Segmenter('ru', { granularity: 'grapheme' })
  return Math.max([...parts.segment(text)].length, Math.ceil(points / POINTS_OF_A_SIGN))
}

/**
 * Runs every check of a form and gives their values by name.
 * Refuses VALIDATION once, with the sentence of every field that failed, in the order of the checks.
 */
export function checkTogether<T extends Record<string, unknown>>(checks: {
  readonly [K in keyof T]: () => T[K]
}): T {
  const values: Partial<T> = {}
  const refused: Record<string, string> = {}
  for (const name of Object.keys(checks) as (keyof T)[]) {
    try {
      values[name] = checks[name]()
    } catch (error) {
      if (!(error instanceof Refusal) || error.fields === undefined) throw error
      Object.assign(refused, error.fields)
    }
  }
  if (!isWhole(values, refused)) throw refuseFields(refused)
  return values
}

function isWhole<T>(values: Partial<T>, refused: Readonly<Record<string, string>>): values is T {
  return Object.keys(refused).length === 0
}
