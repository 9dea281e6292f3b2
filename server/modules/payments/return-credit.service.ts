import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { mayOwe, RETURN_DEBT_DAYS, RETURN_DEBT_RUBLES } from '#domain/payments/return-debt.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { creditedSince } from './credits.store.ts'

export { creditedSince } from './credits.store.ts'

/** How much a return of this artist may still take from his next credits; of `paymentId`, whose own credit does not count. */
export async function returnCredit(
  { sql, now, money }: Context,
  artistId: string,
  { inDispute, paymentId = null }: { inDispute: Kopecks; paymentId?: string | null },
): Promise<Kopecks> {
  const since = new Date(now().getTime() - RETURN_DEBT_DAYS * DAY_MS)
  const credits = await creditedSince(sql, [artistId], since, paymentId)
  return mayOwe({
    limit: kopecks(money.returnDebt ?? RETURN_DEBT_RUBLES * 100),
    earned: kopecks(credits.get(artistId)?.credited ?? 0),
    debt: await balanceOf(sql, `artist_debt:${artistId}`),
    inDispute,
  })
}
