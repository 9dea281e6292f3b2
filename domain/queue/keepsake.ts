import type { OrderFacts } from './my-order.ts'
import { myOrderState } from './my-order.ts'

/**
 * The outcome of an order, as its listener sees it after the concert; `RETURNING`: the money is on its way back.
 * `REFUNDING` and `REFUNDED`: the order was behind no song, which may have been played for others.
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

/** The text beside the title of a song that was not played. */
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

/** Returns null where the order was taken off, or never paid. */
function keptState(order: OrderFacts): KeptState | null {
  const { song, payment } = order
  const state = myOrderState(order)
  if (state === 'PLAYED' || state === 'SKIPPED') return state
  if (state !== 'RETURNED') return null
  const back = payment === 'returned'
  if (song === null || song === 'PLAYED') return back ? 'REFUNDED' : 'REFUNDING'
  return back ? 'RETURNED' : 'RETURNING'
}

/** Returns the keepsake lines of one device's orders, each line once: played songs in their order, then the others, without a time. */
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
