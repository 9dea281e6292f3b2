import { merchantBalance } from './books.ts'
import type { SandboxOperation } from './documents.ts'
import { moscowDate, moscowTime } from './moscow.ts'
import type { BankSession, State } from './state.ts'

/** The columns as in the bank's documentation, in its order. */
const TITLES = {
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

type Column = keyof typeof TITLES
/** Who receives the money. */
type Merchant = { readonly terminalKey: string; readonly shop: string }

const COLUMNS = Object.keys(TITLES) as Column[]
const LINE_END = '\r\n'

/** Settles the operations of days before today to the merchant's account, net of the fee; returns their number. */
export function settleDays({ state, now }: BankSession): number {
  const operations = state.operation.due(now)
  const net = operations.reduce((total, { gross, fee }) => total + gross - fee, 0)
  // The refunds exceed the account's balance: settled with the next day's income.
  if (merchantBalance(state) + net < 0) return 0
  for (const operation of operations)
    state.operation.put({ ...operation, dueAt: null, settledAt: now })
  return operations.length
}

/** The registry of a day in the bank's format: CP1251, a line of titles, a line for each operation. */
export function registryFile(state: State, day: string, merchant: Merchant): Uint8Array {
  const settled = state.operation
    .all()
    .filter((operation) => operation.day === day && operation.settledAt !== null)
    .toSorted((one, other) => one.at - other.at)
  const lines = settled.map((operation, at) => {
    const cells = { ...cellsOf(state, operation, merchant), number: String(at + 1) }
    return COLUMNS.map((column) => plain(cells[column] ?? '')).join(';')
  })
  const titles = COLUMNS.map((column) => TITLES[column]).join(';')
  return cp1251([titles, ...lines, ''].join(LINE_END))
}

function cellsOf(
  state: State,
  { paymentId, kind, gross, fee, rrn, at, settledAt }: SandboxOperation,
  { terminalKey, shop }: Merchant,
): Partial<Record<Column, string>> {
  const payment = state.payment.get(paymentId)
  const { pan = '', source = null, orderId = '', description = '' } = payment ?? {}
  return {
    payer: pan,
    paymentSystem: source === 'qrsbp' ? 'SBP' : systemOf(pan),
    reference: orderId,
    date: moscowDate(at),
    time: moscowTime(at),
    zone: 'MSK',
    authCode: rrn.slice(-6),
    terminal: terminalKey,
    processedOn: moscowDate(at),
    transferredOn: moscowDate(settledAt ?? at),
    gross: sum(gross),
    fee: sum(fee),
    fiscalFee: sum(0),
    net: sum(gross - fee),
    operation: kind,
    rrn,
    bankPaymentId: paymentId,
    terminalName: shop,
    cardType: source === 'qrsbp' ? '' : 'Debit',
    description,
  }
}

/** The days that have a registry, newest first. */
export function registryDays({ operation }: State): string[] {
  const settled = operation.all().filter(({ settledAt }) => settledAt !== null)
  return [...new Set(settled.map(({ day }) => day))].toSorted().toReversed()
}

function systemOf(pan: string): string {
  if (pan.startsWith('2')) return 'Mir'
  return pan.startsWith('4') ? 'Visa' : 'MC'
}

/** 1234.56, without floating-point arithmetic. */
function sum(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

// The file has no quotes: a character that would break a line or a cell becomes a space.
function plain(cell: string): string {
  return cell.replaceAll(/[;\r\n"]/g, ' ')
}

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const BYTES = new Map(
  Array.from(new TextDecoder('windows-1251').decode(ALL_BYTES), (letter, byte) => [letter, byte]),
)
const QUESTION_MARK = 0x3f

/** A character that windows-1251 does not have becomes a question mark. */
export function cp1251(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => BYTES.get(letter) ?? QUESTION_MARK)
}
