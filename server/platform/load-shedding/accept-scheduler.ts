import type { Server } from 'node:http'

/** However fast connections come, no admitted request waits longer for them than this. */
const MAX_ACCEPTING_MS = 50

type Request = { begin(): void; isGone(): boolean }

/**
 * libuv accepts one new connection in a turn of the event loop. Were a page rendered in each turn, the pad
 * and the requests that are to be shed would wait in the kernel for as many pages as there are connections
 * before them. So admitted requests wait until all connections are accepted, and then begin one in a turn;
 * where no connection comes, nothing waits.
 */
export function scheduleAfterAccepts(server: Server, now: () => number = () => performance.now()) {
  const queue: (Request & { since: number })[] = []
  let longestWait = 0
  let accepting = false
  let accepted = false
  let acceptingSince = 0

  function onConnection() {
    accepted = true
    if (accepting) return
    accepting = true
    acceptingSince = now()
    setImmediate(turn)
  }

  function turn() {
    if (accepted && now() - acceptingSince < MAX_ACCEPTING_MS) {
      accepted = false
      setImmediate(turn)
      return
    }
    let next = queue.shift()
    while (next?.isGone() === true) next = queue.shift()
    if (next === undefined) {
      accepting = false
      return
    }
    setImmediate(turn)
    longestWait = Math.max(longestWait, now() - next.since)
    next.begin()
    acceptingSince = now()
  }

  server.on('connection', onConnection)
  return {
    /** Begins at once where no connection came lately, else in its turn; never where it is gone by then. */
    run(request: Request): void {
      if (accepting) queue.push({ ...request, since: now() })
      else request.begin()
    },
    /** The longest wait (ms) of the requests that began since this was asked last. */
    maxWait(): number {
      const wait = longestWait
      longestWait = 0
      return wait
    },
    stop(): void {
      server.off('connection', onConnection)
    },
  }
}
