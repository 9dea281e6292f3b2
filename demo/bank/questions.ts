import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { DialectFields } from './dialect.ts'
import { NO } from './dialect.ts'
import type { Refused } from './dialect.ts'

/** A question that the bank will not look into further. */
export class Unanswerable extends Error {
  override readonly name = 'Unanswerable'
  readonly refused: Refused

  constructor(refused: Refused) {
    super(refused.details)
    this.refused = refused
  }
}

/** The value of a field as text, '' where it is missing: an id may be a number or text. */
export function wordIn(fields: DialectFields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A field that has to be there, of at most `longest` characters. */
export function neededText(fields: DialectFields, name: string, longest: number): string {
  const word = wordIn(fields, name)
  if (word === '') throw new Unanswerable(NO.empty(name))
  if (word.length > longest || word.includes('\0')) throw new Unanswerable(NO.wrongField(name))
  return word
}

/** A field that may be missing or empty; '' then. */
export function text(fields: DialectFields, name: string, longest: number): string {
  return wordIn(fields, name) === '' ? '' : neededText(fields, name, longest)
}

/** An address of the merchant, or ''. */
export function webAddress(fields: DialectFields, name: string): string {
  const address = text(fields, name, 2048)
  if (address !== '' && !(URL.canParse(address) && /^https?:/.test(address)))
    throw new Unanswerable(NO.wrongField(name))
  return address
}

/** Kopecks, whole and at most ten digits; null where the field is missing. */
export function kopecksIn(fields: DialectFields, name: string): number | null {
  const word = wordIn(fields, name)
  if (word === '') return null
  if (!/^\d{1,10}$/.test(word) || Number(word) === 0)
    throw new Unanswerable(NO.wrongAmount('Сумма должна быть целым числом копеек больше нуля'))
  return Number(word)
}

const DUE_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
// A date without fractions of a second may be that much before the minute is over.
const FRACTION_MS = 1000

/** The end of the link by the merchant's clock: from a minute to ninety days ahead, a day where it is not named. */
export function dueDate(fields: DialectFields, merchantNow: Date): Date {
  const word = text(fields, 'RedirectDueDate', 40)
  if (word === '') return new Date(merchantNow.getTime() + DAY_MS)
  const due = new Date(DUE_DATE.test(word) ? word : '')
  const ahead = due.getTime() - merchantNow.getTime()
  if (!(ahead >= MINUTE_MS - FRACTION_MS && ahead <= 90 * DAY_MS))
    throw new Unanswerable(NO.wrongDueDate)
  return due
}
