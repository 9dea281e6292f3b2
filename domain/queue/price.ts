import type { Kopecks } from '../money.ts'
import { kopecks, MAX_SONG_RUBLES, MIN_TIP_RUBLES, rublesToKopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { AccountRules, EveningRules } from './evening-rules.ts'
import { effectiveRules } from './evening-rules.ts'
import { collectionsAllowed } from './support.ts'

/** Whether orders are paid, and the least price of a song in rubles. */
type Price = { readonly paid: boolean; readonly minSongAmount: number }

export type PriceTerms = { readonly rules: EveningRules; readonly account: AccountRules }

/** The song's own, its tag's, the concert's or the account's. `song`: null for a listener's own. */
export function priceOf(
  { rules, account }: PriceTerms,
  song: { readonly minimum: number | null } | null,
): Price {
  const { paid, minSongAmount } = effectiveRules(rules, account)
  return { paid, minSongAmount: song?.minimum ?? minSongAmount }
}

/** Returns the kopecks of an order. Refuses AMOUNT_TOO_SMALL and AMOUNT_TOO_LARGE for a sum that pays neither the price nor, where it may, a share of it. */
export function admitSum(
  asked: { readonly amount?: number | undefined },
  { paid, minSongAmount }: Price,
  mayShare: boolean,
): Kopecks {
  const amount = kopecks(paid ? (asked.amount ?? 0) : 0)
  if (paid) admitAmount(amount, mayShare ? shareMinimum(minSongAmount) : minSongAmount)
  return amount
}

/** Whether an order may bring a share, and others the rest. */
export function mayBeShare(
  { rules }: PriceTerms,
  { collect }: { readonly collect?: boolean | undefined },
  price: Price,
): boolean {
  return price.paid && collect === true && mayCollect(rules, price.minSongAmount)
}

/** Takes kopecks, and the minimum in rubles: of `priceOf`, or a share of it. Refuses AMOUNT_TOO_SMALL and AMOUNT_TOO_LARGE at `amount`. */
export function admitAmount(amount: Kopecks, minRubles: number): void {
  if (amount < rublesToKopecks(minRubles)) {
    throw new Refusal('AMOUNT_TOO_SMALL', `Минимум ${minRubles} ₽`, 'amount')
  }
  if (amount > rublesToKopecks(MAX_SONG_RUBLES)) {
    throw new Refusal('AMOUNT_TOO_LARGE', `Максимум ${MAX_SONG_RUBLES} ₽`, 'amount')
  }
}

/** Returns the minimum of one share in rubles: a tenth of the minimum of an order. */
export function shareMinimum(minOrderRubles: number): number {
  return Math.max(MIN_TIP_RUBLES, Math.ceil(minOrderRubles / 10))
}

/** Whether a listener who cannot pay an order alone can begin to collect for it. */
export function mayCollect(
  rules: Pick<EveningRules, 'support' | 'lastCall'>,
  minOrderRubles: number,
): boolean {
  const open = { paid: true, ableGetSongs: true }
  return collectionsAllowed(rules, open) && shareMinimum(minOrderRubles) < minOrderRubles
}
