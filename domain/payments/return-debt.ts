import { commissionOf, formatRubles, kopecks } from '../money.ts'
import type { Kopecks } from '../money.ts'

/** The most that an artist owes for returns where the operator sets nothing else. */
export const RETURN_DEBT_RUBLES = 3000

/** The days whose credits bound what an artist may come to owe for returns. */
export const RETURN_DEBT_DAYS = 30

type ReturnDebtFacts = {
  /** The service's own limit for one artist; zero: no return may be owed. */
  readonly limit: Kopecks
  /** What other payments credited him in those days, not given back. */
  readonly earned: Kopecks
  /** What he owes already. */
  readonly debt: Kopecks
  /** Of what he was credited, also if it was paid out, what stands in dispute. */
  readonly inDispute: Kopecks
}

/**
 * What an artist may still come to owe for returns to listeners, taken from his next credits: never more than the
 * limit or than he earned of others lately, since he may never be credited again; nothing while the bank disputes his
 * money.
 */
export function mayOwe({ limit, earned, debt, inDispute }: ReturnDebtFacts): Kopecks {
  if (inDispute > 0) return kopecks(0)
  return kopecks(Math.max(0, Math.min(limit, earned) - debt))
}

/** Returns the kopecks that leave the artist's balance where he gives a credited payment back whole; we return our commission. */
export function costOfReturn({
  amount,
  commissionBps,
}: {
  readonly amount: Kopecks
  readonly commissionBps: number
}): Kopecks {
  return kopecks(amount - commissionOf(amount, commissionBps))
}

/** The text that a balance (kopecks) is too small for a return of `cost`. */
export function balanceTooSmallText(available: Kopecks, cost: Kopecks): string {
  return `На балансе ${formatRubles(available)}, а вернуть нужно ${formatRubles(cost)}`
}

/** Of a return of `cost`: what leaves the balance at once, and what is taken from the next credits. */
export function splitReturn(
  cost: Kopecks,
  available: Kopecks,
): { readonly now: Kopecks; readonly owed: Kopecks } {
  const now = Math.min(Math.max(0, available), cost)
  return { now: kopecks(now), owed: kopecks(cost - now) }
}

/** «Удержим ещё 450 ₽»: what is still taken from the next credits. */
export function owedText(debt: Kopecks): string {
  return `Удержим ещё ${formatRubles(debt)}`
}
