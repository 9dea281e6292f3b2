import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { MOSCOW_OFFSET } from '#domain/time.ts'
import type { BankOutcome, RegistryLine } from './bank.ts'
import { addressOf, maintenanceOutcome, withTimeLimit } from './bank.tbank-call.ts'
import type { BankConnection } from './bank.tbank-call.ts'
import { ok, unknown, REGISTRY_TITLES, cp1251Text } from './tbank-dialect.ts'
import type { RegistryColumn } from './tbank-dialect.ts'

/** A registry with an unreadable line. Leaving the line out would hide money. */
export class BadRegistry extends Error {
  override readonly name = 'BadRegistry'
}

/**
 * The direction of the money for each kind of operation (the bank's documentation, «Правила расчета возмещений»).
 * AUTH_FAIL moves none, only its fee counts. The fees that the document's table omits are charged to us.
 */
const DIRECTIONS = new Map<string, -1 | 0 | 1>([
  ['Debit', 1],
  ['Credit', -1],
  ['CancelRefund', 1],
  ['Chargeback', -1],
  ['2Chargeback', -1],
  ['Chargeback_Reversal', 1],
  ['2Chargeback_Reversal', 1],
  ['CR_Chargeback', 1],
  ['Representment', 1],
  ['Representment_Reversal', -1],
  ['AUTH_FAIL', 0],
  ['CreditClientCorrection', -1],
  ['DebitClientCorrection', 1],
  ['CreditCorrection', -1],
  ['DebitCorrection', 1],
  ['Chargeback_Fee', -1],
  ['Chargeback_Reversal_Fee', -1],
  ['CR_Chargeback_Fee', -1],
  ['Representment_Fee', -1],
  ['ServiceFee', -1],
])

type Layout = Partial<Record<RegistryColumn, number>>
type Cell = (column: RegistryColumn) => string

/**
 * The operations of a registry file (windows-1251, or UTF-8 with its BOM). Columns are found by their titles, or by the
 * order of the document where there is no header line. Lines that are no operations are skipped; an unreadable
 * operation throws BadRegistry, as does a text with neither titles nor an operation.
 */
export function readRegistry(bytes: Uint8Array): RegistryLine[] {
  const rows = textOf(bytes)
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ number: index + 1, cells: line.split(';').map(bare) }))
  const header = rows.findIndex(({ cells }) => {
    const named = layoutOf(cells)
    return named.bankPaymentId !== undefined && named.operation !== undefined
  })
  const named = rows[header] === undefined ? null : layoutOf(rows[header].cells)
  const lines = rows.slice(header + 1).flatMap(({ cells, number }) => {
    const layout = named ?? LAYOUTS.find(({ operation }) => isOperation(cells[operation ?? -1]))
    const line = layout && lineOf((column) => cells[layout[column] ?? -1] ?? '', number)
    return line ?? []
  })
  if (named === null && lines.length === 0 && bytes.length > 0)
    throw new BadRegistry('В файле нет ни одной операции и нет заголовков реестра')
  return lines
}

function lineOf(cell: Cell, number: number): RegistryLine | null {
  const operation = cell('operation')
  const at = momentOf(cell('date'), cell('time'))
  if (at === null && !isOperation(operation)) return null
  const sum = sumOf(cell('gross'))
  const fee = sumOf(cell('fee') || '0')
  const fiscalFee = sumOf(cell('fiscalFee') || '0')
  if (at === null || operation === '' || sum === null || fee === null || fiscalFee === null)
    throw new BadRegistry(`Строка ${number} реестра не читается`)
  const direction = DIRECTIONS.get(operation)
  const gross = direction === undefined ? sum : kopecks(direction * Math.abs(sum))
  const bankPaymentId = cell('bankPaymentId')
  return {
    key: [operation, bankPaymentId, cell('date'), cell('time'), gross].join(':'),
    bankPaymentId,
    reference: cell('reference'),
    gross,
    fee: kopecks(fee + fiscalFee),
    operation,
    at,
  }
}

function textOf(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return marked ? new TextDecoder().decode(bytes) : cp1251Text(bytes)
}

function bare(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
}

function isOperation(direction: string | undefined): boolean {
  return direction !== undefined && DIRECTIONS.has(direction)
}

// Case, spaces and «(руб.)» vary.
function plain(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')
    .replace(/руб$/, '')
}

const COLUMNS = Object.keys(REGISTRY_TITLES) as RegistryColumn[]
const BY_TITLE = new Map(COLUMNS.map((column) => [plain(REGISTRY_TITLES[column]), column]))

function layoutOf(titles: readonly string[]): Layout {
  const layout: Layout = {}
  titles.forEach((title, place) => {
    const column = BY_TITLE.get(plain(title))
    if (column !== undefined) layout[column] ??= place
  })
  return layout
}

/** With the fee for receipts and without. */
const LAYOUTS = [COLUMNS, COLUMNS.filter((column) => column !== 'fiscalFee')].map((columns) =>
  layoutOf(columns.map((column) => REGISTRY_TITLES[column])),
)

/** «1 234,56», «1234.5», «-10» as kopecks, computed without fractions; null for anything else. */
function sumOf(text: string): Kopecks | null {
  const match = /^([+-]?)(\d+)(?:[.,](\d{1,2}))?$/.exec(
    text.replaceAll(/\s/g, '').replace('−', '-'),
  )
  if (match === null) return null
  const amount = Number(`${match[2]}${(match[3] ?? '').padEnd(2, '0')}`)
  if (!Number.isSafeInteger(amount)) return null
  return kopecks(match[1] === '-' ? -amount : amount)
}

/** 31.12.2026 or 2026-12-31, and 23:59 or 23:59:59, in Moscow; null for an invalid one. */
function momentOf(date: string, time: string): Date | null {
  const day = date.replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1')
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d(:\d\d)?$/.test(time)) return null
  const at = new Date(`${day}T${time}${MOSCOW_OFFSET}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Fetches and reads the registry of a day (YYYY-MM-DD); null where no address for registries is configured. */
export async function registryOf(
  line: BankConnection,
  address: string | (() => string) | null,
  day: string,
): Promise<BankOutcome<readonly RegistryLine[] | null>> {
  if (address === null) return ok(null)
  return withTimeLimit(line, async (signal) => {
    const url = new URL(addressOf(address))
    url.searchParams.set('day', day)
    const answer = await line.fetch(url, { signal })
    const closed = await maintenanceOutcome(answer, line.now())
    if (closed !== null) return closed
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (!answer.ok || bytes.length === 0) {
      const text = 'Реестра за этот день нет'
      return { outcome: 'declined', code: `http_${answer.status}`, text, final: false }
    }
    try {
      return ok(readRegistry(bytes))
    } catch (error) {
      if (error instanceof BadRegistry) return unknown(error.message)
      throw error
    }
  })
}
