import { useState } from 'react'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { usePoll } from '#web/lib/use-poll.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import type { BalanceLines } from './balance-pages.ts'
import { continued, renewed } from './balance-pages.ts'
import type { BalanceView } from './load-balance.ts'
import { askBalance } from './load-balance.ts'

const LOOK_MS = 4000

export type OwnBalance = {
  balance: BalanceView
  lines: BalanceLines
  loadingMore: boolean
  more(): void
  /** Reads the figures and the newest lines anew. */
  refresh(): Promise<void>
}

/** The balance as the page came with it, read anew while money is on its way. */
export function useBalance(loaded: BalanceView): OwnBalance {
  const [balance, setBalance] = useState(loaded)
  const [lines, setLines] = useState<BalanceLines>(loaded)
  const { press, isPending } = usePresses()

  async function refresh() {
    const now = await askBalance()
    setBalance(now)
    setLines((known) => renewed(known, now))
  }

  usePoll(balance.inFlight > 0, LOOK_MS, () => {
    refresh().catch(() => undefined)
  })

  return {
    balance,
    lines,
    refresh,
    loadingMore: isPending('more'),
    more: () =>
      void press('more', async () => {
        if (lines.cursor === null) return
        const page = await call(api.payment.balance, { query: { cursor: lines.cursor } })
        setLines((known) => continued(known, page))
      }),
  }
}
