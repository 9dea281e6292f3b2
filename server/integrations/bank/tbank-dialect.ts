import { createHash, sign } from 'node:crypto'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { sameSecret } from '#server/platform/same-secret.ts'
import type { BankOutcome } from './bank.ts'

/**
 * What the bank signs: the scalar fields of the root, sorted by name, their values joined without a separator. Objects
 * and arrays are skipped by their type, so that a field that the bank adds one day (`Data`, `Receipt`, `Params`)
 * changes nothing. A null has no text.
 */
function sortedValues(
  fields: Readonly<Record<string, unknown>>,
  leftOut: ReadonlySet<string>,
): string {
  return Object.keys(fields)
    .filter((name) => !leftOut.has(name))
    .toSorted(byCodeUnits)
    .map((name) => textOf(fields[name]))
    .join('')
}

// Orders by code units, as string sorts do by default, not as dictionaries do.
function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/**
 * What the private key signs: the digest (which is hashed once more on the way), or the text itself. Public clients of
 * the bank do it in both ways, so that one call to its test environment has to settle it.
 */
export type Signs = 'digest' | 'text'

const LEFT_OUT = new Set(['DigestValue', 'SignatureValue', 'X509SerialNumber'])

/** The two signature fields of a request about a payout. Throws where the key is no private RSA key. */
export function signatureFields(
  fields: Readonly<Record<string, unknown>>,
  privateKeyPem: string,
  signs: Signs,
): { DigestValue: string; SignatureValue: string } {
  const { text, digest } = digested(fields)
  const signature = sign('sha256', signs === 'digest' ? digest : text, privateKeyPem)
  return { DigestValue: digest.toString('base64'), SignatureValue: signature.toString('base64') }
}

function digested(fields: Readonly<Record<string, unknown>>): { text: Buffer; digest: Buffer } {
  const text = Buffer.from(sortedValues(fields, LEFT_OUT), 'utf8')
  return { text, digest: createHash('sha256').update(text).digest() }
}

const TOKEN_LEFT_OUT = new Set(['Token'])

/**
 * The `Token` of a request or a notification of T-Bank: SHA-256 in hex over the sorted scalar fields and the password
 * of the terminal. A received body has to be parsed by `parseLossless`, or a number that JavaScript prints differently
 * would change its token.
 */
export function tokenOf(fields: Readonly<Record<string, unknown>>, password: string): string {
  // The password is set last, so that no field of a body can replace it.
  const signed = sortedValues({ ...fields, Password: password }, TOKEN_LEFT_OUT)
  return createHash('sha256').update(signed, 'utf8').digest('hex')
}

const OF_PAYOUT_NOTICE = new Set([
  'TerminalKey',
  'OrderId',
  'Success',
  'Status',
  'PaymentId',
  'ErrorCode',
  'Amount',
])

/** The `Token` of a payout's notification, whose other fields (`SbpId`, `Phone`) the bank leaves unsigned. */
export function payoutNoticeToken(
  fields: Readonly<Record<string, unknown>>,
  password: string,
): string {
  const named = Object.entries(fields).filter(([name]) => OF_PAYOUT_NOTICE.has(name))
  return tokenOf(Object.fromEntries(named), password)
}

/** Whether two tokens are equal; the case of their hex digits does not matter. */
export function sameToken(a: string, b: string): boolean {
  return sameSecret(a.toLowerCase(), b.toLowerCase())
}

/** A request to the bank, or its answer, parsed without loss. */
export type BankFields = Readonly<Record<string, unknown>>

/** A word or an id as text, or null: the bank writes the same id as a number in one place and as text in another. */
export function stringOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Kopecks from a number, or from a number as text; null for anything but a whole sum of zero or more. */
export function amountOf(value: unknown): Kopecks | null {
  const digits = stringOf(value)
  if (digits === null || !/^\d+(\.0+)?$/.test(digits)) return null
  const amount = Number(digits)
  return Number.isSafeInteger(amount) ? kopecks(amount) : null
}

export function ok<T>(value: T): BankOutcome<T> {
  return { outcome: 'ok', value }
}

/** It may have been done or not. `cause` is for the log and contains no secrets. */
export function unknown(cause: string): BankOutcome<never> {
  return { outcome: 'unknown', cause }
}

/**
 * Parses JSON without loss: a number that JavaScript would print differently from the text (an id of 20 digits, `1.0`,
 * `1e3`) becomes that text, a string; every other number is a number. Ids and tokens are the same either way. Throws
 * SyntaxError where the text is no JSON.
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, numberAsText)
}

function numberAsText(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return String(value) === context.source ? value : context.source
}

/**
 * The columns of the acquirer's daily registry, named and ordered as in the bank's documentation. A reader finds columns
 * by these titles, in any order. Lines end with CR LF, fields are separated by `;`, dates are 31.12.2026, times 23:59:59
 * in the zone MSK, sums 1234.56. `fiscalFee` is only in the registries of merchants that pay one.
 */
export const REGISTRY_TITLES = {
  number: 'Порядковый номер',
  payer: 'Номер карты/телефона',
  paymentSystem: 'ПС',
  reference: 'Номер заказа',
  date: 'Дата операции',
  time: 'Время операции',
  zone: 'Временная зона',
  authCode: 'Код авторизации',
  terminal: 'Код терминала',
  processedOn: 'Дата обработки операции',
  transferredOn: 'Дата перечисления',
  gross: 'Сумма операции (руб.)',
  fee: 'Комиссия Банка (руб.)',
  fiscalFee: 'Комиссия за фискализацию (руб.)',
  net: 'К перечислению (руб.)',
  operation: 'Тип операции',
  rrn: 'RRN',
  bankPaymentId: 'Payment ID',
  terminalName: 'Название терминала',
  cardType: 'Тип карты',
  extra: 'DATA',
  description: 'Описание',
} as const

export type RegistryColumn = keyof typeof REGISTRY_TITLES

/** The registry's bytes as text. */
export function cp1251Text(bytes: Uint8Array): string {
  return new TextDecoder('windows-1251').decode(bytes)
}
