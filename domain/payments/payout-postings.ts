import { kopecks } from '../money.ts'
import type { Kopecks } from '../money.ts'
import { minus, posting } from './ledger.ts'
import type { Posting } from './ledger.ts'

/** Where a payout's money comes from: the artist's earnings, or the ten rubles of a check. */
export type PayoutMoney = {
  readonly id: string
  readonly amount: Kopecks
  readonly source: `artist_payable:${string}` | `check:${string}`
}

export function payoutReserved({ id, amount, source }: PayoutMoney): Posting {
  return posting('payout_reserved', id, [
    [source, amount],
    [`payout_in_flight:${id}`, minus(amount)],
  ])
}

/** `fee`: the bank's fee for it, kopecks. */
export function payoutCompleted({ id, amount }: PayoutMoney, fee: Kopecks): Posting {
  return posting('payout_completed', id, [
    [`payout_in_flight:${id}`, amount],
    ['payout_fee', fee],
    ['settlement_cash', kopecks(0 - amount - fee)],
  ])
}

export function payoutRejected({ id, amount, source }: PayoutMoney): Posting {
  return posting('payout_rejected', id, [
    [`payout_in_flight:${id}`, amount],
    [source, minus(amount)],
  ])
}

/** The bank paid `more` than was reserved, or less where below zero; `debt` of it was not on the artist's balance. */
export function payoutCorrected(
  { id, source }: PayoutMoney,
  { more, debt }: { readonly more: Kopecks; readonly debt: Kopecks },
): Posting {
  const [, owner = ''] = source.split(':')
  return posting('payout_corrected', id, [
    [source, kopecks(more - debt)],
    [`artist_debt:${owner}`, debt],
    [`payout_in_flight:${id}`, minus(more)],
  ])
}
