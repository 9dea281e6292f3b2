import type { Sql } from '#server/platform/db/open.ts'
import { accountSums, everyPayment, everyPayout, rowSums } from './accounts.store.ts'

/** The merchant's opening balance in kopecks; the migration inserts it. */
export const FLOAT = 100_000_000

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
  readonly payments: Awaited<ReturnType<typeof everyPayment>>
  readonly payouts: Awaited<ReturnType<typeof everyPayout>>
}

export async function totalsOf(sql: Sql): Promise<Totals> {
  const rows = await rowSums(sql)
  return {
    merchant: rows.balance,
    owed: rows.captured - rows.refunded - rows.chargedBack - rows.settledGross,
    taken: rows.captured,
    refunded: rows.refunded,
    chargedBack: rows.chargedBack,
    held: rows.held,
    fees: rows.settledFee,
    phones: rows.phones,
    inFlight: rows.inFlight,
  }
}

export async function booksOf(sql: Sql): Promise<SandboxBooks> {
  const totals = await totalsOf(sql)
  return { ...totals, payments: await everyPayment(sql), payouts: await everyPayout(sql) }
}

/**
 * Whether no kopeck has appeared or vanished: what left the payers is on other accounts, and the moves agree with the
 * payments, the payouts and the registry for every account.
 */
export async function booksBalance(sql: Sql): Promise<boolean> {
  return sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const moves = await accountSums(tx)
      const totals = await totalsOf(tx)
      const { merchant, owed, fees, held, inFlight, phones } = totals
      const lostByPayers = totals.taken + held - totals.refunded - totals.chargedBack
      const everywhere = merchant + owed + fees + held + inFlight + phones
      return (
        lostByPayers + FLOAT === everywhere &&
        moves.payers === -lostByPayers &&
        moves.held === held &&
        moves.owed === owed &&
        moves.fees === fees &&
        moves.merchant + FLOAT === merchant &&
        moves.in_flight === inFlight &&
        moves.phones === phones
      )
    })
}
