import type { Server } from 'node:http'

/** However fast they come, nobody who is inside waits longer for it than this. */
const MOST_MS = 50

type Waiting = { begin(): void; gone(): boolean }

/**
 * A turn of the loop takes in one new connection, however many wait: were a page made in each turn, the pad and those
 * who are to be sent away would stand at the door for as many pages as there are newcomers before them. So who was let
 * in waits until all newcomers are heard, and begins alone in a turn; where nobody comes, nothing waits.
 */
export function hearArrivals(server: Server, now: () => number = () => performance.now()) {
  const waiting: (Waiting & { since: number })[] = []
  let longest = 0
  let looking = false
  let came = false
  let heardSince = 0

  function arrived() {
    came = true
    if (looking) return
    looking = true
    heardSince = now()
    setImmediate(look)
  }

  function look() {
    if (came && now() - heardSince < MOST_MS) {
      came = false
      setImmediate(look)
      return
    }
    let next = waiting.shift()
    while (next?.gone() === true) next = waiting.shift()
    if (next === undefined) {
      looking = false
      return
    }
    setImmediate(look)
    longest = Math.max(longest, now() - next.since)
    next.begin()
    heardSince = now()
  }

  server.on('connection', arrived)
  return {
    /** Begins at once where nobody came lately, else in its turn; never where it is `gone` by then. */
    after(one: Waiting): void {
      if (looking) waiting.push({ ...one, since: now() })
      else one.begin()
    },
    /** The longest that anybody waited (ms) of those who began since this was asked last. */
    waited(): number {
      const was = longest
      longest = 0
      return was
    },
    stop(): void {
      server.off('connection', arrived)
    },
  }
}
