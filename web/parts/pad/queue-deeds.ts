import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf, waiting } from '#domain/queue.ts'
import type { Deed } from './press.ts'

export type QueueDeeds = {
  /** The song that sounds is played, the first that waits begins; null where there is neither. */
  next(): Deed | null
  /** The song that sounds is played, this one begins. */
  play(entry: QueueEntry): Deed
  /** One place up; null for the first one. */
  oneUp(entry: QueueEntry): Deed | null
}

/** What a press means for the songs as they are shown. */
export function deedsOn(queue: readonly QueueEntry[]): QueueDeeds {
  const played = nowOf(queue)
  return {
    next() {
      const started = waiting(queue)[0] ?? null
      if (played === null && started === null) return null
      return { kind: 'next', chosen: false, played, started }
    },
    play: (entry) => ({ kind: 'next', chosen: true, played, started: entry }),
    oneUp(entry) {
      const queued = queue.filter(({ status }) => status === 'QUEUED')
      const above = queued[queued.findIndex(({ id }) => id === entry.id) - 1]
      return above === undefined ? null : { kind: 'up', entry, above: above.id }
    },
  }
}
