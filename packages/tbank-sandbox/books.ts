import type {
  Move,
  SandboxAccount,
  SandboxNotice,
  SandboxOperation,
  SandboxPayment,
  SandboxPayout,
} from './documents.ts'
import { isHeld } from './payment-lifecycle.ts'
import { conditionsOf } from './state.ts'
import type { State } from './state.ts'

/** The bank's books, in kopecks. */
export type Totals = {
  /** The merchant's account, with its opening balance. */
  readonly merchant: number
  /** Taken for the merchant and not yet settled to its account; below zero after refunds of settled money. */
  readonly owed: number
  /** The total that payers were charged, refunded or not. */
  readonly taken: number
  readonly refunded: number
  /** Taken by chargebacks that still stand. */
  readonly chargedBack: number
  readonly held: number
  readonly fees: number
  readonly phones: number
  /** Payouts in flight. */
  readonly inFlight: number
}

export type SandboxBooks = Totals & {
  /** Oldest first. */
  readonly payments: readonly SandboxPayment[]
  readonly payouts: readonly SandboxPayout[]
  readonly notices: readonly SandboxNotice[]
}

/** The settlement of an operation to the merchant's account, net of the fee. */
function settlementOf({ gross, fee, settledAt }: SandboxOperation): Move[] {
  if (settledAt === null) return []
  if (gross === 0) return [{ cause: 'fee', from: 'merchant', to: 'fees', amount: fee }]
  if (gross < 0) return [{ cause: 'settled', from: 'merchant', to: 'owed', amount: -gross }]
  return [
    { cause: 'settled', from: 'owed', to: 'merchant', amount: gross - fee },
    { cause: 'fee', from: 'owed', to: 'fees', amount: fee },
  ]
}

/** The sum of all moves of each account; the payers' is below zero. */
function accountSums(state: State): Record<SandboxAccount, number> {
  const { payment, payout, operation } = state
  const merchant = conditionsOf(state).float
  const sums = { payers: 0, held: 0, owed: 0, merchant, fees: 0, in_flight: 0, phones: 0 }
  const everyMove = [
    ...payment.all().flatMap(({ moves }) => moves),
    ...payout.all().flatMap(({ moves }) => moves),
    ...operation.all().flatMap(settlementOf),
  ]
  for (const { from, to, amount } of everyMove) {
    sums[from] -= amount
    sums[to] += amount
  }
  return sums
}

/** Kopecks on the merchant's account. */
export function merchantBalance(state: State): number {
  return accountSums(state).merchant
}

function sumOf<T>(rows: readonly T[], amount: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + amount(row), 0)
}

/** The same sums from the payments, payouts and operations, without the moves. */
export function totalsOf(state: State): Totals {
  const { payment, payout, operation } = state
  const payments = payment.all()
  const payouts = payout.all()
  const settled = operation.all().filter(({ settledAt }) => settledAt !== null)
  const taken = sumOf(payments, ({ captured }) => captured)
  const refunded = sumOf(payments, (one) => one.refunded)
  const chargedBack = sumOf(
    payments.filter(({ dispute }) => dispute === 'taken'),
    (one) => one.captured - one.refunded,
  )
  const gross = sumOf(settled, (one) => one.gross)
  const fees = sumOf(settled, ({ fee }) => fee)
  const amountIn = (...statuses: readonly SandboxPayout['status'][]) =>
    sumOf(
      payouts.filter(({ status }) => statuses.includes(status)),
      ({ amount }) => amount,
    )
  const phones = amountIn('COMPLETED')
  const inFlight = amountIn('COMPLETING', 'CREDIT_CHECKING')
  return {
    merchant: conditionsOf(state).float + gross - fees - phones - inFlight,
    owed: taken - refunded - chargedBack - gross,
    taken,
    refunded,
    chargedBack,
    held: sumOf(payments.filter(isHeld), ({ amount }) => amount),
    fees,
    phones,
    inFlight,
  }
}

function oldestFirst<T extends { id: string; createdAt: number }>(rows: readonly T[]): T[] {
  return rows.toSorted(
    (one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  )
}

export function booksOf(state: State): SandboxBooks {
  return {
    ...totalsOf(state),
    payments: oldestFirst(state.payment.all()),
    payouts: oldestFirst(state.payout.all()),
    notices: oldestFirst(state.notice.all()),
  }
}

/**
 * Whether no kopeck has appeared or vanished: for every account the moves agree with the payments, the payouts and the
 * registry.
 */
export function booksBalance(state: State): boolean {
  const moves = accountSums(state)
  const totals = totalsOf(state)
  const { merchant, owed, fees, held, inFlight, phones } = totals
  const lostByPayers = totals.taken + held - totals.refunded - totals.chargedBack
  return (
    moves.payers === -lostByPayers &&
    moves.held === held &&
    moves.owed === owed &&
    moves.fees === fees &&
    moves.merchant === merchant &&
    moves.in_flight === inFlight &&
    moves.phones === phones
  )
}
