/** What was told before one queue, before another: loaded after the page, which is rendered with what is told. */
import type { QueueEntry } from '#contract/shapes.ts'
import type { PlaceAhead } from '#contract/songs.ts'
import { endAhead, waitAt } from '#domain/queue/forecast.ts'
import type { Pace } from '#domain/queue/forecast.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'

export { waitAt }

export type ShownQueue = readonly QueueEntry[]

/** The pace that was told before the queue `then`, before the queue `now`, which came `at`. */
export function paceNow(
  pace: Pace | undefined,
  then: ShownQueue,
  now: ShownQueue,
  at: Date,
): Pace | undefined {
  if (pace === undefined) return undefined
  const { since, noted, breaks, ...rest } = pace
  const playing = nowOf(now)?.id
  const same = playing === nowOf(then)?.id
  const placeOf = (id: string | undefined) => waiting(then).findIndex((one) => one.id === id)
  const places = waiting(now).map(({ id }) => placeOf(id))
  return {
    ...rest,
    ...(playing !== undefined && { since: same && since !== undefined ? since : at.toISOString() }),
    ...(noted && {
      noted: {
        ...noted,
        playing: same ? noted.playing : (noted.waiting[placeOf(playing)] ?? null),
        waiting: places.map((was) => noted.waiting[was] ?? null),
      },
    }),
    ...(breaks && { breaks: places.map((was) => breaks[was] ?? 0) }),
  }
}

type Moved = {
  /** How many more songs wait than when it was told. */
  more: number
  /** The concert is on and not paused. */
  running: boolean
  /** The pace of this moment; undefined: unknown. */
  pace: Pace | undefined
  now: Date
}

/** What an order would get now, by what was told earlier; that itself where nothing has changed. */
export function aheadNow(told: PlaceAhead, { more, running, pace, now }: Moved): PlaceAhead {
  const place = Math.max(1, told.place + more)
  const waitMinutes = running && pace ? waitAt(pace, place, now) : null
  const { endsAt, mayMiss, ...rest } = told
  const end = endAhead(endsAt === undefined ? null : new Date(endsAt), waitMinutes, now)
  const next = { ...rest, place, waitMinutes, ...end }
  const isStill =
    place === told.place &&
    waitMinutes?.from === told.waitMinutes?.from &&
    waitMinutes?.to === told.waitMinutes?.to &&
    end.endsAt === endsAt &&
    end.mayMiss === mayMiss
  return isStill ? told : next
}
