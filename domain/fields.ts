import { Refusal, refuseFields } from './refusal.ts'

/** How one line of typed text is judged; `blank: null` where it may stay empty. */
export type LineRule = {
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
  const line = text.normalize('NFC').replace(/\s+/gu, ' ').trim()
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

/** The length of a text in code points, so that an emoji is not counted twice. */
export function characters(text: string): number {
  return Array.from(text).length
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
