import type { OrderFacts } from './my-order.ts'
import { myOrderState } from './my-order.ts'

/**
 * What became of an order, as its listener is told after the concert; `RETURNING`: the money is on its way back.
 * `REFUNDING` and `REFUNDED`: it stood behind no song, which may have been played for others.
 */
export const KEPT_STATES = [
  'PLAYED',
  'SKIPPED',
  'RETURNING',
  'RETURNED',
  'REFUNDING',
  'REFUNDED',
] as const

export type KeptState = (typeof KEPT_STATES)[number]

/** Beside the title of a song that did not sound. */
export const KEPT_WORDS: Readonly<Record<Exclude<KeptState, 'PLAYED'>, string>> = {
  SKIPPED: 'не сыграна',
  RETURNING: 'не сыграна, деньги возвращаются',
  RETURNED: 'не сыграна, деньги вернулись',
  REFUNDING: 'деньги возвращаются',
  REFUNDED: 'деньги вернулись',
}

export type KeptFacts = OrderFacts & {
  readonly songId: string
  readonly startedAt: Date | null
}

/** Null where it was taken off, or never paid. */
function keptState(order: OrderFacts): KeptState | null {
  const { song, payment } = order
  const state = myOrderState(order)
  if (state === 'PLAYED' || state === 'SKIPPED') return state
  if (state !== 'RETURNED') return null
  const back = payment === 'returned'
  if (song === null || song === 'PLAYED') return back ? 'REFUNDED' : 'REFUNDING'
  return back ? 'RETURNED' : 'RETURNING'
}

/** What is kept of the orders of one device, each line once: those that sounded in their order, then the others, without a time. */
export function keptOrders<Order extends KeptFacts>(
  orders: readonly Order[],
): (Order & { state: KeptState })[] {
  const seen = new Set<string>()
  return orders
    .flatMap((order) => {
      const state = keptState(order)
      if (state === null) return []
      return { ...order, state, startedAt: state === 'PLAYED' ? order.startedAt : null }
    })
    .toSorted((one, other) => soundedAt(one) - soundedAt(other))
    .filter(({ songId, state, startedAt }) => {
      const line = `${songId} ${state} ${startedAt?.getTime()}`
      const fresh = !seen.has(line)
      seen.add(line)
      return fresh
    })
}

const soundedAt = ({ startedAt }: Pick<KeptFacts, 'startedAt'>) =>
  startedAt?.getTime() ?? Number.MAX_SAFE_INTEGER
