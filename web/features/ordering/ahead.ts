import { useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import type { MyOrder, PlaceAhead } from '#contract/songs.ts'
import { waiting } from '#domain/queue/queue.ts'
import { placeInWords } from '#domain/queue/place-words.ts'
import { clockTime } from '#domain/russian.ts'

type Wait = MyOrder['waitMinutes']

/** Scales a wait that was told for one place to another, until the server tells it anew. */
export function waitAtPlace(wait: Wait, told: number | null, place: number | null): Wait {
  if (place === null || told === null || wait === null) return null
  const share = place / told
  return {
    from: Math.floor(wait.from * share),
    to: Math.max(1, Math.ceil(wait.to * share)),
  }
}

/** What an order would get now: what was told for a queue of `counted` waiting songs, moved on with the queue. */
export function aheadNow(
  told: PlaceAhead,
  { counted, waits, running }: { counted: number; waits: number; running: boolean },
): PlaceAhead {
  const place = Math.max(1, told.place + waits - counted)
  const waitMinutes = running ? waitAtPlace(told.waitMinutes, told.place, place) : null
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

/** The place that this device's next order would get, kept up with the queue without asking again: thousands of phones would. */
export function useAhead({ told, queue, whole, running }: AheadOptions): PlaceAhead | null {
  const [base, setBase] = useState<{ told: PlaceAhead | null; counted: number } | null>(null)
  const waits = waiting(queue).length
  if (whole && base?.told !== told) setBase({ told, counted: waits })
  if (told === null) return null
  const counted = whole && base?.told === told ? base.counted : waits
  return aheadNow(told, { counted, waits, running })
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
