import { limitMarks } from '#packages/song-search/song-text.ts'
import { Refusal, refuseFields } from './refusal.ts'

const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#][^\s\p{C}]*)?$/u
// A browser drops invisible characters and repairs «http:host» by itself, so that the shown text would not be the
// link's target.
const WHOLE = /^https?:\/\/[^\s\p{C}]+$/iu
const REAL_HOST = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/u

/**
 * Returns a typed web address in full: «example.ru/x» gets https://. Null for a text that is no address, has another
 * scheme, a name and password in it, or no host that the open web could know (a number, a name without a dot).
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

/** The rule for one line of typed text; `blank: null` where it may stay empty. */
type LineRule = {
  /** The input's API name. */
  readonly field: string
  /** Characters, in code points. */
  readonly max: number
  readonly blank: string | null
  readonly tooLong: string
}

// A text with bidirectional controls could pass for another one on the stage screen.
const INVISIBLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u
// Fillers (U+3164, U+115F) are letters without a look, the blank Braille pattern a sign without one.
const SOMETHING_TO_SEE = /[^\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Returns typed or pasted text as one normalized line: no spaces at the ends, one space between words, line breaks and
 * tabs become spaces. Refuses VALIDATION at the rule's field: nothing visible, too long, or control characters.
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

// Letters of any script, since Russian domains have their own addresses; no characters that a mail header could
// misread.
const EMAIL =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(xn--[a-z\d-]+|\p{L}{2,})$/u

/** Returns a typed address trimmed and in lower case. Refuses VALIDATION at `email`. */
export function checkEmail(text: string): string {
  const email = limitMarks(text.trim()).normalize('NFC').toLowerCase()
  if (email === '') throw new Refusal('VALIDATION', 'Введите email.', 'email')
  if (email.length > 254 || email.indexOf('@') > 64 || !EMAIL.test(email)) {
    throw new Refusal('VALIDATION', 'Проверьте адрес почты: похоже, в нём опечатка.', 'email')
  }
  return email
}

/** Providers that ignore dots before the @, and the domain by which each stands here for all of its own. */
const DOTLESS: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
}
/** Those of Yandex are one mailbox, in which a hyphen is a dot. */
const YANDEX = /^(?:ya\.ru|yandex\.(?:ru|com|by|kz|ua|uz|com\.tr))$/u

/** Returns one key for all spellings of an address that lead to the same mailbox: without `+…`, and as its provider reads dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()]
  const plain = name.replace(/\+.*$/u, '') || name
  const dotless = DOTLESS[domain]
  if (dotless !== undefined) return `${plain.replaceAll('.', '')}@${dotless}`
  return YANDEX.test(domain) ? `${plain.replaceAll('-', '.')}@yandex.ru` : `${plain}@${domain}`
}

const LIKE_ADDRESS =
  /https?:|www\.|\S@\S+\.|[\p{L}\p{N}-]{2,}\s?[.。]\s?(?:ru|su|рф|com|net|org|info|biz|io|me|site|online|shop|store|xyz|top|club|pro|app|dev|link|live|space|website|example)(?![\p{L}\p{N}])|(?:^|\s)t\.me/iu
const LIKE_SUM =
  /[$€₽]\s?\d|\d(?:[\s.,]?\d)*\s?(?:[$€₽]|(?:тыс\S*\s?)?(?:руб\S*|р\.|доллар\S*|евро|rub|usd|eur)(?![\p{L}\p{N}]))/iu

/** Whether a name reads as an address of the web or as a sum of money: e-mails to strangers would advertise it. */
export function looksLikeOffer(text: string): boolean {
  const plain = text.normalize('NFKC')
  return LIKE_ADDRESS.test(plain) || LIKE_SUM.test(plain)
}

/** The rule for several lines of typed text; they may stay empty. */
type TextRule = {
  /** The input's API name. */
  readonly field: string
  readonly max: number
  readonly tooLong: string
  /** Returns the length of a text. */
  readonly length: (text: string) => number
}

// All control characters but line breaks and tabs, and bidirectional controls.
const INVISIBLE_IN_TEXT = /[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u

/** Returns text in its stored form: composed letters, one kind of line break, trimmed. */
export function tidyText(text: string): string {
  return limitMarks(text).normalize('NFC').replace(/\r\n?/gu, '\n').trim()
}

/** Returns several typed lines, normalized. Refuses VALIDATION at the rule's field: too long, or control characters. */
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

/** Code points of one grapheme, on the average of a text: combining marks can be stacked without end. */
const POINTS_OF_A_SIGN = 8
/** No text of ours has more code points than this, so that longer ones need no exact count of graphemes. */
const MOST_PARTED = 50_000

/** Returns the length of a text in graphemes: a family of emoji counts as one, and so does a letter with its accent. */
export function signs(text: string): number {
  const points = characters(text)
  // Browsers of the years before 2024 may lack Intl.Segmenter.
  if (points > MOST_PARTED || !('Segmenter' in Intl)) return points
  const parts = new Intl.Segmenter('ru', { granularity: 'grapheme' })
  return Math.max([...parts.segment(text)].length, Math.ceil(points / POINTS_OF_A_SIGN))
}

/**
 * Runs every check of a form and returns their values by name. Refuses VALIDATION once, with the text of every failed
 * field, in the order of the checks.
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
