import type { OrderFacts } from './my-order.ts'
import { myOrderState } from './my-order.ts'

/**
 * The outcome of an order, as its listener sees it after the concert; `RETURNING`: the money is on its way back.
 * `REFUNDING` and `REFUNDED`: the order was behind no song, which may have been played for others.
 */
export const KEEPSAKE_STATES = [
  'PLAYED',
  'SKIPPED',
  'RETURNING',
  'RETURNED',
  'REFUNDING',
  'REFUNDED',
] as const

export type KeepsakeState = (typeof KEEPSAKE_STATES)[number]

/** The text after the title of a song that was not played. */
export const KEEPSAKE_TEXTS: Readonly<Record<Exclude<KeepsakeState, 'PLAYED'>, string>> = {
  SKIPPED: 'не успели',
  RETURNING: 'не успели, деньги возвращаются',
  RETURNED: 'не успели, деньги вернули',
  REFUNDING: 'деньги возвращаются',
  REFUNDED: 'деньги вернули',
}

export type KeepsakeFacts = OrderFacts & {
  readonly songId: string
  readonly startedAt: Date | null
}

/** Returns null where the order was taken off, or never paid. */
function keepsakeState(order: OrderFacts): KeepsakeState | null {
  const { song, payment } = order
  const state = myOrderState(order)
  if (state === 'PLAYED' || state === 'SKIPPED') return state
  if (state !== 'RETURNED') return null
  const back = payment === 'returned'
  if (song === null || song === 'PLAYED') return back ? 'REFUNDED' : 'REFUNDING'
  return back ? 'RETURNED' : 'RETURNING'
}

/** Returns the keepsake lines of one device's orders, each line once: played songs in their order, then the others, without a time. */
export function keepsakeLines<Order extends KeepsakeFacts>(
  orders: readonly Order[],
): (Order & { state: KeepsakeState })[] {
  const seen = new Set<string>()
  return orders
    .flatMap((order) => {
      const state = keepsakeState(order)
      if (state === null) return []
      return { ...order, state, startedAt: state === 'PLAYED' ? order.startedAt : null }
    })
    .toSorted((one, other) => playedAt(one) - playedAt(other))
    .filter(({ songId, state, startedAt }) => {
      const line = `${songId} ${state} ${startedAt?.getTime()}`
      const fresh = !seen.has(line)
      seen.add(line)
      return fresh
    })
}

const playedAt = ({ startedAt }: Pick<KeepsakeFacts, 'startedAt'>) =>
  startedAt?.getTime() ?? Number.MAX_SAFE_INTEGER
