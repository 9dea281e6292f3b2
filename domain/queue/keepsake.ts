import type { MyOrderState, OrderFacts } from './my-order.ts'
import { myOrderState } from './my-order.ts'

/** What became of an order, as its listener is told after the concert; `RETURNING`: the money is on its way back. */
export const KEPT_STATES = ['PLAYED', 'SKIPPED', 'RETURNING', 'RETURNED'] as const

export type KeptState = (typeof KEPT_STATES)[number]

/** Beside the title of a song that did not sound. */
export const KEPT_WORDS: Readonly<Record<Exclude<KeptState, 'PLAYED'>, string>> = {
  SKIPPED: 'не сыграна',
  RETURNING: 'не сыграна, деньги возвращаются',
  RETURNED: 'не сыграна, деньги вернулись',
}

export type KeptFacts = OrderFacts & {
  readonly songId: string
  readonly startedAt: Date | null
}

/** Of nothing is told that was taken off, or never paid. */
const KEPT: Partial<Record<MyOrderState, KeptState>> = {
  PLAYED: 'PLAYED',
  SKIPPED: 'SKIPPED',
  RETURNED: 'RETURNED',
}

/** What is kept of the orders of one device, each line once: those that sounded in their order, then the others. */
export function keptOrders<Order extends KeptFacts>(
  orders: readonly Order[],
): (Order & { state: KeptState })[] {
  const seen = new Set<string>()
  return orders
    .flatMap((order) => {
      const state = KEPT[myOrderState(order)]
      if (state === undefined) return []
      return {
        ...order,
        state:
          order.payment === 'returning' && state === 'RETURNED' ? ('RETURNING' as const) : state,
      }
    })
    .toSorted((one, other) => soundedAt(one) - soundedAt(other))
    .filter(({ songId, state, startedAt }) => {
      const line = `${songId} ${state} ${startedAt?.getTime()}`
      const fresh = !seen.has(line)
      seen.add(line)
      return fresh
    })
}

const soundedAt = ({ state, startedAt }: { state: KeptState; startedAt: Date | null }) =>
  state === 'PLAYED' && startedAt !== null ? startedAt.getTime() : Number.MAX_SAFE_INTEGER
