import { MOSCOW_OFFSET_MS, moscowDay } from '#domain/time.ts'
import { REGISTRY_TITLES, cp1251Bytes } from '#server/integrations/bank/tbank-dialect.ts'
import type { RegistryColumn } from '#server/integrations/bank/tbank-dialect.ts'
import { merchantBalance } from './books.ts'
import type { SandboxOperation } from './documents.ts'
import type { BankSession, State } from './state.ts'

/** 31.12.2026 in Moscow. */
export function moscowDate(at: Date | number): string {
  return moscowDay(new Date(at)).split('-').toReversed().join('.')
}

/** 23:59:59 in Moscow. */
export function moscowTime(at: Date | number): string {
  return new Date(Number(at) + MOSCOW_OFFSET_MS).toISOString().slice(11, 19)
}

const COLUMNS = Object.keys(REGISTRY_TITLES) as RegistryColumn[]
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
export function registryFile(
  state: State,
  day: string,
  terminal: { terminalKey: string },
): Uint8Array {
  const settled = state.operation
    .all()
    .filter((operation) => operation.day === day && operation.settledAt !== null)
    .toSorted((one, other) => one.at - other.at)
  const lines = settled.map((operation, at) => {
    const cells = { ...cellsOf(state, operation, terminal), number: String(at + 1) }
    return COLUMNS.map((column) => plain(cells[column] ?? '')).join(';')
  })
  const titles = COLUMNS.map((column) => REGISTRY_TITLES[column]).join(';')
  return cp1251Bytes([titles, ...lines, ''].join(LINE_END))
}

function cellsOf(
  state: State,
  { paymentId, kind, gross, fee, rrn, at, settledAt }: SandboxOperation,
  { terminalKey }: { terminalKey: string },
): Partial<Record<RegistryColumn, string>> {
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
    terminalName: 'Бис',
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
