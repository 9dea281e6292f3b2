import { useEffect, useMemo, useState } from 'react'
import type { PlaceAhead } from '#contract/songs.ts'
import type { Pace, WaitRange } from '#domain/queue/forecast.ts'
import { waiting } from '#domain/queue/queue.ts'
import { placeInWords } from '#domain/queue/place-words.ts'
import { clockTime } from '#domain/russian.ts'
import { useNow } from '#web/lib/format.ts'
import { useNetworkIdle } from '#web/ui/use-network-idle.ts'
import type { ShownQueue } from './moves.ts'

type AheadOptions = {
  /** As the page was rendered; null where it is unknown. */
  told: PlaceAhead | null
  queue: ShownQueue
  /** All entries of the queue are known. */
  whole: boolean
  running: boolean
}

/** What was told, before how many songs, and the pace as of a queue, which came `at`. */
type Base = { told: PlaceAhead; waits: number; pace: Pace | undefined; queue: ShownQueue; at: Date }

// Browser only: the count of a rendering outlives the tab that shows it, and moves on with the queue meanwhile.
let lastBase: Base | null = null
let loaded: typeof import('./moves.ts') | null = null

/** The wait at a place, as of the last change of the queue. */
export type WaitOf = (place: number) => WaitRange

export type Ahead = {
  /** Null while it is unknown. */
  ahead: PlaceAhead | null
  /** Undefined while the pace is unknown. */
  waitOf: WaitOf | undefined
  /** Keeps the pace of a newer answer. */
  learn: (pace: Pace | undefined) => void
}

/** Until the wait can be moved too. */
const movedBy = (told: PlaceAhead, more: number): PlaceAhead =>
  more === 0 ? told : { ...told, place: Math.max(1, told.place + more), waitMinutes: null }

/** The place that this device's next order would get, kept up with the queue without asking again: thousands of phones would. */
export function useAhead({ told, queue, whole, running }: AheadOptions): Ahead {
  const [moves, setMoves] = useState(loaded)
  const [known, setBase] = useState(lastBase)
  const at = useNow()
  let base = told && known
  if (told !== null && (!whole || base?.told !== told))
    base = { told, waits: waiting(queue).length, pace: told.pace, queue, at }
  else if (base !== null && moves !== null && base.queue !== queue)
    base = { ...base, pace: moves.paceNow(base.pace, base.queue, queue, at), queue, at }
  if (whole && base !== null && base !== known) setBase(base)
  useEffect(() => {
    lastBase = known
  }, [known])
  const networkIdle = useNetworkIdle()
  useEffect(() => {
    if (moves !== null || !whole || !networkIdle) return
    void import('./moves.ts').then(
      (came) => setMoves((loaded = came)),
      () => undefined,
    )
  }, [moves, whole, networkIdle])
  const { pace, at: movedAt = at } = base ?? {}
  const waitOf = useMemo(
    () => (pace && moves ? (place: number) => moves.waitAt(pace, place, movedAt) : undefined),
    [pace, moves, movedAt],
  )
  const more = waiting(queue).length - (base?.waits ?? 0)
  return {
    ahead:
      told &&
      (moves ? moves.aheadNow(told, { more, running, pace, now: at }) : movedBy(told, more)),
    waitOf,
    learn(newer) {
      if (newer) setBase((before) => before && { ...before, pace: newer, queue, at })
    },
  }
}

/** «играет до 23:00», under a place that is on the screen all the time. */
export function playsUntilText(endsAt: string | undefined, zone: string): string | null {
  return endsAt === undefined ? null : `играет до ${clockTime(new Date(endsAt), zone)}`
}

/** «2 из 2 заказано. Третью можно после первой»; null while more can be ordered. */
export function limitText(left: PlaceAhead['left']): string | null {
  if (left === undefined || left.ordered < left.most) return null
  const next = placeInWords(left.most + 1, 'what')
  return `${left.ordered} из ${left.most} заказано. ${next[0]?.toUpperCase()}${next.slice(1)} можно после первой`
}
