import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Earnings } from '#contract/payment.ts'
import { orWhenUnavailable } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'

export type BalanceView = AnswerOf<typeof api.payment.balance>

export type OwnMoney = {
  balance: BalanceView
  /** Null where nobody answered: the balance is shown all the same. */
  earnings: readonly Earnings[] | null
}

export const askBalance = () => call(api.payment.balance, { query: {} })
export const askEarnings = () => call(api.payment.earnings, { query: {} })

export async function loadBalance(): Promise<OwnMoney> {
  await requireArtist()
  const [balance, earnings] = await Promise.all([
    askBalance(),
    orWhenUnavailable(askEarnings(), null),
  ])
  return { balance, earnings }
}
