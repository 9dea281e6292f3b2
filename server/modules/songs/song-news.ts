import { randomUUID } from 'node:crypto'
import type { Bus } from '../../platform/live/bus.ts'
import type { IdRange } from './song-pages.store.ts'

const TOPIC = 'songs'
const BODY = /^(\S+) ([0-9a-f-]{36}) ([0-9a-f-]{36})$/u

/**
 * Tells every process that songs were added, after the commit. Ids that one process makes are a dense
 * run in time, so that the first and the last of them name a batch of any size; what others added in
 * between is read once more, which changes nothing.
 */
export function tellOfSongs(bus: Pick<Bus, 'publish'>, ids: readonly string[], teller = '-'): void {
  if (ids.length === 0) return
  const sorted = ids.toSorted()
  bus.publish(TOPIC, `${teller} ${sorted[0]} ${sorted.at(-1)}`)
}

/** What other processes add, as ranges of ids. */
export function songNews(bus: Pick<Bus, 'publish' | 'subscribe'>) {
  const own = randomUUID()
  return {
    tell: (ids: readonly string[]) => tellOfSongs(bus, ids, own),
    /** Not told of what this process added. Gives back the function that ends it. */
    hear: (hear: (range: IdRange) => void) =>
      bus.subscribe(TOPIC, (body) => {
        const [, teller, first, last] = BODY.exec(body) ?? []
        if (teller !== own && first !== undefined && last !== undefined) hear({ first, last })
      }),
  }
}
