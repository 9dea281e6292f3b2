import { randomUUIDv7 } from 'node:crypto'
import { disputed, settled } from '#domain/payments/ledger.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { DAY_MS, MOSCOW_OFFSET, MOSCOW_OFFSET_MS, moscowDay } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { RegistryLine } from '#server/integrations/bank/bank.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inLongTransaction } from '#server/platform/db/tx.ts'
import { claimMark, mark, post } from '../ledger/ledger.service.ts'
import { lockPayments, requestStatusChecks } from '../payments/payments.service.ts'
import type { StoredPayment } from '../payments/payments.service.ts'
import { ASKED, auditBooks, auditOfNight } from './audit.service.ts'
import { addQuestion, unknownMoney } from './manual-review.store.ts'
import {
  addRegistryLine,
  bookedLines,
  closeFound,
  correctLine,
  firstPaymentAt,
  lastRegistryDay,
  moveRemovedLine,
  partsUnmatched,
  paymentsOfBank,
  saveRegistryDay,
  takeRegistryDay,
  unmatched,
} from './registry.store.ts'
import type { KnownPayment } from './registry.store.ts'
import { oweAgain, SENT_BACK, sentBackText } from './sent-back.service.ts'

export { refundedInRegistries } from './registry.store.ts'

/** The night's work begins at this hour in Moscow: the bank has closed its day by then. */
const NIGHT_WORK_HOUR = 5
/** The bank's code for a card that it declined: no money moved, only its fee counts. */
const DECLINED = 'AUTH_FAIL'
/** Operations that are the bank's own price, and those that take a payment back after the payer's complaint or return it. */
const FEE = /_Fee$|^ServiceFee$/u
const DISPUTE = /^2?Chargeback(?:_Reversal)?$|^Representment(?:_Reversal)?$/u
/** What our books have and no registry contains. */
const MISSING = {
  payment: { about: 'registry missing', what: 'Платёж получен, а в реестрах банка его нет.' },
  part: {
    about: 'registry missing part of',
    what: 'По ответу банка часть платежа вернулась слушателю, а в реестрах её нет.',
  },
} as const
/** How many days back the registries are read after a long gap. */
const DAYS_BACK = 14

type Sums = { readonly gross: number; readonly fee: number }
/** `isRemoved`: the line was booked, and the corrected registry no longer has it. */
type ReportedLine = Pick<RegistryLine, 'key' | 'bankPaymentId' | 'operation' | 'gross' | 'fee'> & {
  readonly isRemoved?: true
}
type BookedLines = Awaited<ReturnType<typeof bookedLines>>
const NO_LINES: BookedLines = new Map()

/** The work of a night, done once by whichever process comes first: checks the bank's registry against our books, and the whole ledger against itself. */
export async function runNightWork(ctx: Context): Promise<void> {
  const moment = new Date(ctx.now().getTime() + MOSCOW_OFFSET_MS)
  if (moment.getUTCHours() < NIGHT_WORK_HOUR) return
  try {
    await matchRegistries(ctx)
  } finally {
    // A registry that cannot be read must not prevent the audit of the books.
    await auditOfNight(ctx)
  }
}

/** The mark with what was begun of what an operator asked for. */
const ASKED_BEGUN = 'audit-asked-begun'

/** Does what an operator asked for, once, by whichever process comes first. */
export async function runAskedAudit(ctx: Context): Promise<void> {
  const asked = await mark(ctx.sql, ASKED)
  if (asked === undefined) return
  if (!(await claimMark(ctx.sql, ASKED_BEGUN, asked.value, ctx.now()))) return
  try {
    await matchRegistries(ctx)
  } finally {
    await auditBooks(ctx)
  }
}

/** Reads the past days that were not read yet; returns their number. */
export async function matchRegistries(ctx: Context): Promise<number> {
  const { sql, bank } = ctx
  if (bank === null) return 0
  const today = moscowDay(ctx.now())
  const last = await lastRegistryDay(sql)
  const oldest = dayBefore(today, DAYS_BACK)
  let read = 0
  const first = last === null ? await firstPaymentAt(sql) : null
  // Before the first payment nothing can be missing.
  const next = last === null ? moscowDay(first ?? ctx.now()) : dayBefore(last, -1)
  for (let day = next < oldest ? oldest : next; day < today; day = dayBefore(day, -1)) {
    const registry = await bank.registry(day)
    // A day without operations has no registry; what was charged on it all the same is asked about with the next.
    if (registry.outcome === 'declined' && day < dayBefore(today, 1)) continue
    if (registry.outcome !== 'ok' || registry.value === null) break
    if (await bookRegistryDay(ctx, day, registry.value)) read += 1
  }
  return read
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

/** When a day begins in Moscow. */
const startOf = (day: string) => new Date(`${day}T00:00:00${MOSCOW_OFFSET}`)

/** What a command needs to work on the books of its own database. */
type Books = Pick<Context, 'sql' | 'now'>

/**
 * Books one day of the bank: the money received and its cost; disagreements become questions. A corrected registry of
 * a booked day is booked as its difference. False where nothing changed.
 */
export function bookRegistryDay(
  ctx: Books,
  day: string,
  lines: readonly RegistryLine[],
): Promise<boolean> {
  return inLongTransaction(ctx.sql, async (sql) => {
    const at = ctx.now()
    const sum = (of: (line: RegistryLine) => number) =>
      lines.reduce((total, line) => total + of(line), 0)
    const sums = {
      day,
      lines: lines.length,
      gross: sum(({ gross }) => gross),
      fee: sum(({ fee }) => fee),
    }
    const isFirst = await takeRegistryDay(sql, sums, at)
    const booked = isFirst ? NO_LINES : await bookedLines(sql, day)
    const isBack = ({ operation }: ReportedLine) => Number(SENT_BACK.test(operation))
    // A refund is read before what came back of it.
    const reported: ReportedLine[] = [...lines, ...removedLines(lines, booked)].toSorted(
      (a, b) => isBack(a) - isBack(b),
    )
    const known = await paymentsOfBank(
      sql,
      reported.map(({ bankPaymentId }) => bankPaymentId),
    )
    // Before anything is posted: payments are locked before the accounts everywhere.
    await requestStatusChecks(sql, newsOf(lines, known), at)
    const sentBackIds = reported.flatMap(({ operation, bankPaymentId }) =>
      SENT_BACK.test(operation) ? (known.get(bankPaymentId)?.id ?? []) : [],
    )
    const locked = new Map((await lockPayments(sql, sentBackIds)).map((one) => [one.id, one]))
    let [matched, changed] = [0, isFirst]
    for (const line of reported) {
      const payment = known.get(line.bankPaymentId)
      const wrong = disagreement(line, payment, locked.get(payment?.id ?? ''))
      if (wrong === null) matched += 1
      const of = { line, day, before: booked.get(line.key) }
      const change = await bookLine(sql, of, payment, at)
      if (change === null) continue
      changed = true
      if (SENT_BACK.test(line.operation) && (await oweAgain(sql, locked, payment?.id, change, at)))
        continue
      const isUnknownPayment = payment === undefined && line.operation === 'Debit'
      if (wrong !== null)
        await addQuestion(
          sql,
          {
            about: isUnknownPayment
              ? unknownMoney(line.bankPaymentId)
              : `registry ${line.isRemoved ? 'gone ' : ''}${line.key}`,
            subject: 'registry',
            what: wrong,
            amount: line.gross,
            paymentId: payment?.id ?? null,
            bankId: line.bankPaymentId,
          },
          at,
        )
    }
    if (!changed) return false
    await saveRegistryDay(sql, { ...sums, matched })
    const ids = [...known.values()].map(({ id }) => id)
    await closeFound(sql, ids, { payment: MISSING.payment.about, part: MISSING.part.about }, at)
    // What was charged before this day, since the last one that was booked began, has had a night to appear.
    const oldest = dayBefore(day, DAYS_BACK)
    const last = (await lastRegistryDay(sql, day)) ?? dayBefore(day, 1)
    const time = { from: startOf(last < oldest ? oldest : last), to: startOf(day) }
    const missing = [
      ...(await unmatched(sql, time)).map((payment) => ({ ...payment, ...MISSING.payment })),
      ...(await partsUnmatched(sql, time)).map((payment) => ({ ...payment, ...MISSING.part })),
    ]
    for (const { id, about, what, amount, bankPaymentId: bankId } of missing)
      await addQuestion(
        sql,
        { about: `${about} ${id}`, subject: 'registry', what, amount, paymentId: id, bankId },
        at,
      )
    return true
  })
}

function removedLines(lines: readonly RegistryLine[], booked: BookedLines): ReportedLine[] {
  const here = new Set(lines.map(({ key }) => key))
  return [...booked]
    .filter(([key, { gross, fee }]) => !here.has(key) && (gross !== 0 || fee !== 0))
    .map(([key, line]) => ({ ...line, key, gross: kopecks(0), fee: kopecks(0), isRemoved: true }))
}

/** The payments whose money the bank has moved without our knowledge: a reason to look, as a notification is. */
function newsOf(
  lines: readonly RegistryLine[],
  known: ReadonlyMap<string, KnownPayment>,
): readonly string[] {
  return lines.flatMap(({ bankPaymentId, gross }) => {
    const payment = known.get(bankPaymentId)
    if (payment === undefined) return []
    const { id, state, funds } = payment
    const over = state === 'returned' || (state === 'released' && funds === 'none')
    const missed = gross < 0 || funds !== 'charged'
    return !over && missed ? [id] : []
  })
}

function disagreement(line: ReportedLine, payment?: { amount: number }, back?: StoredPayment) {
  if (line.isRemoved === true)
    return `Операции «${line.operation}» нет в исправленном реестре: её проводка отменена.`
  if (line.operation === DECLINED || FEE.test(line.operation)) return null
  if (payment === undefined) return `Операция банка «${line.operation}», о которой мы не знаем.`
  if (SENT_BACK.test(line.operation)) return sentBackText(line, back)
  if (line.operation !== 'Debit' && line.operation !== 'Credit')
    return `Операция банка «${line.operation}»: спор или поправка по платежу.`
  // A part given back in the bank's cabinet: the look that this line requests books it.
  const isPart = line.operation === 'Credit' && Math.abs(line.gross) < payment.amount
  if (!isPart && Math.abs(line.gross) !== payment.amount)
    return `Сумма в реестре не та: наш платёж на ${formatRubles(kopecks(payment.amount))}.`
  return null
}

/** Books a new line, one that another day has lost, or the difference of a corrected one; null where there is none. */
async function bookLine(
  sql: Sql,
  { line, day, before }: { line: ReportedLine; day: string; before: Sums | undefined },
  payment: KnownPayment | undefined,
  at: Date,
): Promise<{ id: string; gross: Kopecks } | null> {
  const gross = kopecks(line.gross - (before?.gross ?? 0))
  const fee = kopecks(line.fee - (before?.fee ?? 0))
  const { key, operation } = line
  const ofDay = { ...line, day, paymentId: payment?.id ?? null }
  const isNew = before === undefined && (await addRegistryLine(sql, ofDay))
  const id = isNew ? key : `${key}@${randomUUIDv7()}`
  // A card that was declined without a fee moves no money.
  if (gross === 0 && fee === 0) return isNew ? { id, gross } : null
  if (before !== undefined) await correctLine(sql, line)
  else if (!isNew && !(await moveRemovedLine(sql, ofDay))) return null
  // What the bank takes for itself is its fee, whatever the operation is about.
  const postings = FEE.test(operation)
    ? [settled({ id, gross: kopecks(0), fee: kopecks(fee - gross) })]
    : [settled({ id, gross, fee })]
  // A refund that was our loss, and came back, is won like a dispute; any other is still owed.
  const isDispute =
    DISPUTE.test(operation) || (SENT_BACK.test(operation) && payment?.state === 'released')
  if (payment !== undefined && gross !== 0 && isDispute)
    postings.push(disputed({ id, paymentId: payment.id, amount: kopecks(0 - gross) }))
  await post(sql, postings, payment === undefined ? {} : { paymentId: payment.id }, at)
  return { id, gross }
}

/** The last day (YYYY-MM-DD) whose registry is booked, or that of the first payment; null before it. */
export async function settledDay({ sql }: Pick<Context, 'sql'>): Promise<string | null> {
  const last = await lastRegistryDay(sql)
  const first = last === null ? await firstPaymentAt(sql) : null
  return first === null ? last : moscowDay(first)
}
