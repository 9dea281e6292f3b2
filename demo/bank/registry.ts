import { MOSCOW_OFFSET_MS, moscowDay } from '#domain/time.ts'
import { REGISTRY_TITLES, cp1251Bytes } from '#server/integrations/bank/tbank-dialect.ts'
import type { RegistryColumn } from '#server/integrations/bank/tbank-dialect.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Conditions } from './fault.ts'
import { addToBalance, insertMoves } from './accounts.store.ts'
import type { WrittenMove } from './accounts.store.ts'
import { lockUnsettled, markSettled, settledOn } from './registry.store.ts'
import type { RegistryRow } from './registry.store.ts'

/** 31.12.2026 in Moscow. */
export function moscowDate(at: Date): string {
  return moscowDay(at).split('-').toReversed().join('.')
}

/** 23:59:59 in Moscow. */
export function moscowTime(at: Date): string {
  return new Date(at.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(11, 19)
}

const COLUMNS = Object.keys(REGISTRY_TITLES) as RegistryColumn[]
const AT_ONCE = 500
const LINE_END = '\r\n'

/** Settles the operations of days before today to the merchant's account, net of the fee; returns their number. */
export function settleDays(sql: Sql, { now }: Conditions): Promise<number> {
  return inTransaction(sql, async (tx) => {
    const operations = await lockUnsettled(tx, moscowDay(now), AT_ONCE)
    if (operations.length === 0) return 0
    const net = operations.reduce((total, { gross, fee }) => total + gross - fee, 0)
    // The refunds exceed the account's balance: settled with the next day's income.
    if (!(await addToBalance(tx, net))) return 0
    await insertMoves(tx, operations.flatMap(movesOf), now)
    await markSettled(
      tx,
      operations.map(({ id }) => id),
      now,
    )
    return operations.length
  })
}

function movesOf(operation: { paymentId: string; gross: number; fee: number }): WrittenMove[] {
  const { paymentId, gross, fee } = operation
  if (gross === 0) return [{ cause: 'fee', from: 'merchant', to: 'fees', amount: fee, paymentId }]
  if (gross < 0)
    return [{ cause: 'settled', from: 'merchant', to: 'owed', amount: -gross, paymentId }]
  return [
    { cause: 'settled', from: 'owed', to: 'merchant', amount: gross - fee, paymentId },
    { cause: 'fee', from: 'owed', to: 'fees', amount: fee, paymentId },
  ]
}

/** The registry of a day in the bank's format: CP1251, a line of titles, a line for each operation. */
export async function registryFile(
  sql: Sql,
  day: string,
  terminalKey: string,
): Promise<Uint8Array> {
  const rows = await settledOn(sql, day)
  const lines = rows.map((row, at) => {
    const cells = { ...cellsOf(row, terminalKey), number: String(at + 1) }
    return COLUMNS.map((column) => plain(cells[column] ?? '')).join(';')
  })
  const titles = COLUMNS.map((column) => REGISTRY_TITLES[column]).join(';')
  return cp1251Bytes([titles, ...lines, ''].join(LINE_END))
}

function cellsOf(row: RegistryRow, terminalKey: string): Partial<Record<RegistryColumn, string>> {
  const settledAt = row.settledAt ?? row.at
  return {
    payer: row.pan,
    paymentSystem: row.source === 'qrsbp' ? 'SBP' : systemOf(row.pan),
    reference: row.orderId,
    date: moscowDate(row.at),
    time: moscowTime(row.at),
    zone: 'MSK',
    authCode: row.rrn.slice(-6),
    terminal: terminalKey,
    processedOn: moscowDate(row.at),
    transferredOn: moscowDate(settledAt),
    gross: sum(row.gross),
    fee: sum(row.fee),
    fiscalFee: sum(0),
    net: sum(row.gross - row.fee),
    operation: row.kind,
    rrn: row.rrn,
    bankPaymentId: row.paymentId,
    terminalName: 'Бис',
    cardType: row.source === 'qrsbp' ? '' : 'Debit',
    description: row.description,
  }
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
