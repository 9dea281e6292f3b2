import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { OwnGoal } from '#contract/goals.ts'
import { api } from '#contract/index.ts'
import type { BalanceEntry, Earnings } from '#contract/payout.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { usePoll, usePresses } from '#web/lib/value-hooks.ts'

/** The lines loaded so far, newest first, and the cursor of the older ones. */
type BalanceLines = {
  readonly entries: readonly BalanceEntry[]
  readonly cursor: string | null
}

/**
 * Puts a reloaded first page above the older lines that were loaded already. When the two no longer overlap, drops the
 * older ones, so that no line is missing in between.
 */
export function renewed(known: BalanceLines, firstPage: BalanceLines): BalanceLines {
  const oldest = firstPage.entries.at(-1)
  const seam = known.entries.findIndex(({ id }) => id === oldest?.id)
  if (seam < 0 || seam === known.entries.length - 1) return firstPage
  // A line that was refunded since is among the newest.
  const shown = new Set(firstPage.entries.map(({ id }) => id))
  const older = known.entries.slice(seam + 1).filter(({ id }) => !shown.has(id))
  return {
    entries: [...firstPage.entries, ...older],
    cursor: known.cursor,
  }
}

/** A line that is being refunded; after a payout it stays as it was, and the refund is a line of its own. */
const markOf = (newer: readonly BalanceEntry[]) =>
  newer.some(({ cause }) => cause.startsWith('payout'))
    ? ({ state: 'given_back' } as const)
    : ({ state: 'returning', amount: 0 } as const)

/** Appends the next page of older lines, without duplicates. */
export function continued(known: BalanceLines, page: BalanceLines): BalanceLines {
  const shown = new Set(known.entries.map(({ id }) => id))
  return {
    entries: [...known.entries, ...page.entries.filter(({ id }) => !shown.has(id))],
    cursor: page.cursor,
  }
}

export type BalanceView = AnswerOf<typeof api.payment.balance>

export type Splits = AnswerOf<typeof api.payment.splits>

export type OwnMoney = {
  balance: BalanceView
  /** Null when the request failed: the balance is shown all the same. */
  earnings: readonly Earnings[] | null
  splits: Splits | null
  goal: OwnGoal | null | 'failed'
}

const askBalance = () => call(api.payment.balance, { query: {} })
const askEarnings = () => call(api.payment.earnings, { query: {} })

/** `month`: «2026-11»; '' for all time. */
export const askSplits = (month: string) =>
  call(api.payment.splits, { query: month === '' ? {} : { month } })

export async function loadBalance(): Promise<OwnMoney> {
  const [balance, earnings, splits, goal] = await Promise.all([
    askBalance(),
    orWhenUnavailable(askEarnings(), null),
    orWhenUnavailable(askSplits(''), null),
    orWhenUnavailable(call(api.artist.goal, {}), 'failed' as const),
  ])
  return { balance, earnings, splits, goal }
}

const LOOK_MS = 4000

export type OwnBalance = Pick<OwnMoney, 'balance' | 'earnings'> & {
  lines: BalanceLines
  loadingMore: boolean
  more(): void
  /** Reloads the figures, the newest lines and the concerts' earnings. */
  refresh(): Promise<void>
  /** Marks a line as being refunded: it may be older than the lines that `refresh` reloads. */
  returned(id: string): Promise<void>
}

/** The loaded balance, polled while money is on its way. */
export function useBalance(loaded: OwnMoney): OwnBalance {
  const [balance, setBalance] = useState(loaded.balance)
  const [lines, setLines] = useState<BalanceLines>(loaded.balance)
  const [earnings, setEarnings] = useState(loaded.earnings)
  const { press, isPending } = usePresses()

  async function refresh() {
    const [now, sums] = await Promise.all([askBalance(), orWhenUnavailable(askEarnings(), null)])
    setBalance(now)
    setLines((known) => renewed(known, now))
    setEarnings((known) => sums ?? known)
  }

  const isOnItsWay =
    balance.inFlight > 0 || lines.entries.some(({ state }) => state === 'returning')
  usePoll(isOnItsWay, LOOK_MS, () => {
    void orWhenUnavailable(refresh(), undefined)
  })

  return {
    balance,
    lines,
    earnings,
    refresh,
    returned: (id) => {
      setLines(({ entries, cursor }) => ({
        cursor,
        entries: entries.map((entry, place) =>
          entry.id === id ? { ...entry, ...markOf(entries.slice(0, place)) } : entry,
        ),
      }))
      return refresh()
    },
    loadingMore: isPending('more'),
    more: () =>
      void press('more', async () => {
        if (lines.cursor === null) return
        const page = await call(api.payment.balance, { query: { cursor: lines.cursor } })
        setLines((known) => continued(known, page))
      }),
  }
}
