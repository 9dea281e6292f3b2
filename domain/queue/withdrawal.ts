import type { Kopecks } from '../money.ts'
import { arrange, byContribution } from './arrangement.ts'
import type { Arrangeable, TurnRules } from './arrangement.ts'
import type { Queue, SongStatus } from './queue.ts'
import { waiting } from './queue.ts'

/** What stands behind a song once money behind it went. */
export type LeftBehind = {
  readonly song: SongStatus
  /** The artist listed the song himself. */
  readonly listed: boolean
  /** An order of the whole price is among them. */
  readonly whole: boolean
  /** A vote in a battle that runs is among them. */
  readonly voted: boolean
  readonly sum: Kopecks
}

/** What a new order would meet: whether it is paid, what its song costs or was collected for, and whether a part of that may wait. */
type PriceOfNow = {
  readonly paid: boolean
  readonly goal: Kopecks
  readonly collects: boolean
}

/**
 * What becomes of a song after an order behind it went: judged as a new order of the rest would be. It `stays`, it
 * `collects` outside the queue again, or it `goes`, and the rest goes back to who paid it.
 */
export function judgeLeft(left: LeftBehind, price: PriceOfNow): 'stays' | 'collects' | 'goes' {
  if (left.song !== 'SCHEDULED' && left.song !== 'QUEUED') return 'stays'
  if (left.listed || left.whole || !price.paid || left.sum >= price.goal) return 'stays'
  return (price.collects || left.voted) && left.sum > 0 ? 'collects' : 'goes'
}

/**
 * Returns the queue after the sum behind an entry fell. Where the larger sum goes first, a locked place that an order
 * behind it outbids now is given up: the entry goes where its sum puts it among the orders without one.
 */
export function placedAnew<E extends Arrangeable>(
  queue: Queue<E>,
  rules: TurnRules,
  entryId: string,
): Queue<E> {
  const places = waiting(queue)
  const at = places.findIndex(({ id }) => id === entryId)
  const fallen = places[at]
  if (rules.turn !== 'contribution' || fallen?.status !== 'SCHEDULED' || at >= rules.lock)
    return queue
  const outbid = places
    .slice(at + 1)
    .some((later) => later.status === 'SCHEDULED' && byContribution(later, fallen) < 0)
  if (!outbid) return queue
  const others = queue.filter((entry) => entry !== fallen)
  return arrange([...others, fallen], { ...rules, lock: rules.lock - 1 })
}
