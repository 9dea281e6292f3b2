import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { mayOwe, RETURN_DEBT_DAYS, RETURN_DEBT_RUBLES } from '#domain/payments/return-debt.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { creditedSince } from './credits.store.ts'

export { creditedSince } from './credits.store.ts'

/** How much a return of this artist may still take from his next credits; `without`: of the payment itself. */
export async function returnCredit(
  { sql, now, money }: Context,
  artistId: string,
  { inDispute, without = kopecks(0) }: { inDispute: Kopecks; without?: Kopecks },
): Promise<Kopecks> {
  const since = new Date(now().getTime() - RETURN_DEBT_DAYS * DAY_MS)
  const credited = (await creditedSince(sql, [artistId], since)).get(artistId)?.credited ?? 0
  return mayOwe({
    limit: kopecks(money.returnDebt ?? RETURN_DEBT_RUBLES * 100),
    earned: kopecks(Math.max(0, credited - without)),
    debt: await balanceOf(sql, `artist_debt:${artistId}`),
    inDispute,
  })
}
