import { useEffect, useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import type { PlaceAhead } from '#contract/songs.ts'
import { waitAtPlace } from '#domain/queue/my-order.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { placeInWords } from '#domain/queue/place-words.ts'
import { clockTime } from '#domain/russian.ts'

/** What stands before the next order: how many songs wait, and whether one plays. */
type Hall = { waits: number; playing: boolean }

/** What an order would get now: what was told before the queue `then`, moved on with the queue; itself where nothing has moved. */
export function aheadNow(
  told: PlaceAhead,
  then: Hall,
  { running, ...now }: Hall & { running: boolean },
): PlaceAhead {
  const place = Math.max(1, told.place + now.waits - then.waits)
  const still = place === told.place && then.playing === now.playing
  if (still && (running || told.waitMinutes === null)) return told
  const waitMinutes = running
    ? waitAtPlace(told.waitMinutes, { ...then, place: told.place }, { ...now, place })
    : null
  return { ...told, place, waitMinutes }
}

type AheadOptions = {
  /** As the page was rendered; null where it is unknown. */
  told: PlaceAhead | null
  queue: readonly QueueEntry[]
  /** All entries of the queue are known. */
  whole: boolean
  running: boolean
}

type Base = Hall & { told: PlaceAhead | null }

// Browser only: the count of a rendering outlives the tab that shows it, and moves on with the queue meanwhile.
let lastBase: Base | null = null

/** The place that this device's next order would get, kept up with the queue without asking again: thousands of phones would. */
export function useAhead({ told, queue, whole, running }: AheadOptions): PlaceAhead | null {
  const [base, setBase] = useState(lastBase)
  const now = { waits: waiting(queue).length, playing: nowOf(queue) !== null }
  if (whole && base?.told !== told) setBase({ told, ...now })
  useEffect(() => {
    lastBase = base
  }, [base])
  if (told === null) return null
  return aheadNow(told, whole && base?.told === told ? base : now, { ...now, running })
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
