import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import type { BankOutcome } from '../bank.ts'

/** A question to the bank, or what it answered, read without loss. */
export type BankFields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is BankFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A word or an id as text, or null: the bank writes the same id as a number here and as text there. */
export function wordOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Kopecks out of a number, or out of one that came as text; null for anything but a whole sum of zero or more. */
export function amountOf(value: unknown): Kopecks | null {
  const word = wordOf(value)
  if (word === null || !/^\d+(\.0+)?$/.test(word)) return null
  const amount = Number(word)
  return Number.isSafeInteger(amount) ? kopecks(amount) : null
}

export function ok<T>(value: T): BankOutcome<T> {
  return { outcome: 'ok', value }
}

/** Nobody knows whether it was done. `cause` is for the log and names nothing secret. */
export function unknown(cause: string): BankOutcome<never> {
  return { outcome: 'unknown', cause }
}

/**
 * JSON without loss: a number that JavaScript would print otherwise than it stands in the text (an id
 * of 20 digits, `1.0`, `1e3`) comes as that text, a string; every other number is a number. Ids and tokens
 * are the same either way. Throws SyntaxError where the text is no JSON.
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, asItStands)
}

function asItStands(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return String(value) === context.source ? value : context.source
}
