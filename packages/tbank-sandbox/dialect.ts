import { randomBytes, randomInt } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from './moscow.ts'
import { parseExact } from './signatures.ts'

export type DialectFields = Readonly<Record<string, unknown>>

/** The fields of a request, or null if the body is not a JSON object. */
export function readFields(body: string): DialectFields | null {
  try {
    const read = parseExact(body)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : null
  } catch {
    return null
  }
}

/** A refusal of the bank, in its own codes. */
export type Refused = { readonly code: string; readonly message: string; readonly details: string }

function newRefusal(code: string, message: string, details = message): Refused {
  return { code, message, details }
}

export const REFUSALS = {
  wrongStatus: (details: string) => newRefusal('8', 'Неверный статус транзакции', details),
  wrongDueDate: newRefusal('12', 'Неверный параметр RedirectDueDate'),
  repeatedOrder: newRefusal('20', 'Ошибка повторного идентификатора заказа'),
  empty: (field: string) => newRefusal('201', 'Неверные параметры', `Поле ${field} не заполнено`),
  wrongField: (field: string) =>
    newRefusal('201', 'Неверные параметры', `Поле ${field} заполнено неверно`),
  wrongToken: newRefusal('204', 'Неверный токен. Проверьте пару TerminalKey/SecretKey'),
  wrongAmount: (details: string) => newRefusal('251', 'Неверная сумма', details),
  noPayment: newRefusal('255', 'Платеж не найден'),
  noReceipt: newRefusal('309', 'Неверные параметры', 'Поле Receipt не должно быть пустым'),
  noReceiptAddress: newRefusal(
    '329',
    'Неверные параметры',
    'Email или Phone обязательны при передаче чека',
  ),
  otherReceiptSum: newRefusal('334', 'Неверные параметры', 'Суммы в чеке и в платеже не совпадают'),
  closedBefore: newRefusal('308', 'Неверные параметры', 'Закрывающий чек уже отправлен'),
  tooMuchBack: newRefusal('330', 'Неверная сумма', 'Вернуть можно не больше, чем осталось'),
  noOrder: newRefusal('335', 'Заказ не найден'),
  noTerminal: newRefusal('501', 'Терминал не найден'),
  notEnoughForPayout: newRefusal('1116', 'Сумма превышает остаток на счете'),
  repeatedPayout: newRefusal('4005', 'Выплата по данному OrderId уже инициирована'),
  notRefunded: (code: string) =>
    newRefusal(code, 'Вернуть деньги не получилось', REFUNDS[code] ?? ''),
} as const

const REFUNDS: Readonly<Record<string, string>> = {
  '3002': 'На счете недостаточно денег для возврата',
  '3028': 'Банк плательщика отказался принять возврат',
  '3029': 'Неудачных возвратов больше одного за час',
  '3030': 'Неудачных возвратов больше пяти за день',
}

/** A refusal as the fields of an answer. */
export function refusal({ code, message, details }: Refused): DialectFields {
  return { Success: false, ErrorCode: code, Message: message, Details: details }
}

/** Thirteen digits: at most twenty are published, and more than fifteen lose precision in a client that reads them as a double. */
export function newBankId(): string {
  return `${randomInt(1_000_000, 10_000_000)}${String(randomInt(1_000_000)).padStart(6, '0')}`
}

const LINK = /^[\w-]{22}$/

/** Whether it can be the last path segment of a payer's page: the database rejects some characters. */
export function isLink(piece: string): boolean {
  return LINK.test(piece)
}

/** An unguessable last path segment of a payer's page. */
export function newLink(): string {
  return randomBytes(16).toString('base64url')
}

/** A request that the bank refuses to process further. */
export class BankRefusal extends Error {
  override readonly name = 'BankRefusal'
  readonly refused: Refused

  constructor(refused: Refused) {
    super(refused.details)
    this.refused = refused
  }
}

/** The value of a field as text, '' where it is missing: an id may be a number or text. */
export function stringIn(fields: DialectFields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A required field of at most `longest` characters. */
export function neededText(fields: DialectFields, name: string, longest: number): string {
  const given = stringIn(fields, name)
  if (given === '') throw new BankRefusal(REFUSALS.empty(name))
  if (given.length > longest || given.includes('\0'))
    throw new BankRefusal(REFUSALS.wrongField(name))
  return given
}

/** An optional field; '' if it is missing or empty. */
export function text(fields: DialectFields, name: string, longest: number): string {
  return stringIn(fields, name) === '' ? '' : neededText(fields, name, longest)
}

/** An address of the merchant, or ''. */
export function webAddress(fields: DialectFields, name: string): string {
  const address = text(fields, name, 2048)
  if (address !== '' && !(URL.canParse(address) && /^https?:/.test(address)))
    throw new BankRefusal(REFUSALS.wrongField(name))
  return address
}

/** Kopecks, an integer of at most ten digits; null if the field is missing. */
export function kopecksIn(fields: DialectFields, name: string): number | null {
  const given = stringIn(fields, name)
  if (given === '') return null
  if (!/^\d{1,10}$/.test(given) || Number(given) === 0)
    throw new BankRefusal(REFUSALS.wrongAmount('Сумма должна быть целым числом копеек больше нуля'))
  return Number(given)
}

const DUE_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
// A date without fractions of a second may be up to this much under the minimum of one minute.
const FRACTION_MS = 1000

/** The expiry of the link by the merchant's clock: from a minute to ninety days ahead, a day by default. */
export function dueDate(fields: DialectFields, merchantNow: Date): Date {
  const given = text(fields, 'RedirectDueDate', 40)
  if (given === '') return new Date(merchantNow.getTime() + DAY_MS)
  const due = new Date(DUE_DATE.test(given) ? given : '')
  const ahead = due.getTime() - merchantNow.getTime()
  if (!(ahead >= MINUTE_MS - FRACTION_MS && ahead <= 90 * DAY_MS))
    throw new BankRefusal(REFUSALS.wrongDueDate)
  return due
}
