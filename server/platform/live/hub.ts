import type { Bus, LiveLog } from './bus.ts'
import { makeCrowd } from './presence.ts'
import { openHall } from './channel.ts'
import type { Hall, HallDeps, Watcher } from './channel.ts'
import { lookForUnheard } from './revision-poll.ts'
import type { LookingDeps } from './revision-poll.ts'

const CONCERT_TOPIC = 'concert'
/** Beside the word of a change and before it: when what changed it came in, by the clock of the process that took it. */
const CAME_TOPIC = 'came'

const SAFETY_MS = 15_000
const REST_MS = 60_000

export type HubDeps = Pick<HallDeps, 'readQueue' | 'readSession' | 'log' | 'meter'> & {
  bus: Bus
  /** Without it a change that nobody told of is found by reading each concert again, which is seldom. */
  readRevisions?: LookingDeps['readRevisions']
  /** Milliseconds that never step back. */
  now?: () => number
  /** The least time between two arrays of one concert; 100 makes at most 10 a second. */
  minGapMs?: number
  /** The least time between two frames that tell a new count of listeners and nothing else. */
  countGapMs?: number
  log: LiveLog
}

/** Who watches which concert, in this process. A concert that nobody here watches costs nothing here. */
export type Hub = {
  /**
   * After the commit: every process that has watchers of this concert reads it and tells them. `cameAt`:
   * when the call that changed it came in (ms of `Date.now()`), so that it is measured how long that took.
   */
  changed(concertId: string, cameAt?: number): void
  /** Sends the current state at once and every later one; gives back the function that ends it. Never rejects. */
  watch(concertId: string, watcher: Watcher): Promise<() => void>
  /** How many watch this concert on this process; `listeners` of the session event counts all processes. */
  watchers(concertId: string): number
  /** How many concerts somebody watches on this process. */
  concerts(): number
  close(): void
}

export function makeHub(deps: HubDeps): Hub {
  const { bus, readQueue, readSession, readRevisions, log, meter } = deps
  const { now = () => performance.now(), minGapMs = 100, countGapMs = 2_000 } = deps
  const halls = new Map<string, Hall>()
  const crowd = makeCrowd({
    bus,
    now,
    gapMs: countGapMs,
    here: () => [...halls].map(([concertId, hall]) => [concertId, hall.size()]),
    hereOf: (concertId) => halls.get(concertId)?.size() ?? 0,
    changed: (concertId) => halls.get(concertId)?.recount(),
  })

  function hallOf(concertId: string): Hall {
    const open = halls.get(concertId)
    if (open !== undefined) return open
    const hall = openHall({
      concertId,
      readQueue,
      readSession,
      now,
      minGapMs,
      countGapMs,
      elsewhere: () => crowd.elsewhere(concertId),
      log,
      ...(meter && { meter }),
    })
    halls.set(concertId, hall)
    return hall
  }

  function wakeAll() {
    for (const hall of halls.values()) hall.wake()
  }

  // A process that dies between its commit and its word leaves the others with an old copy: so each looks by itself too.
  function lookAgain() {
    const rested = now() - REST_MS
    for (const hall of halls.values()) if (!bus.healthy() || hall.readAt() <= rested) hall.wake()
  }

  const deafen = bus.subscribe(CONCERT_TOPIC, (concertId) => halls.get(concertId)?.wake())
  const forget = bus.subscribe(CAME_TOPIC, (body) => {
    const [concertId = '', cameAt = ''] = body.split(' ')
    const ms = Date.now() - Number(cameAt)
    if (ms >= 0) halls.get(concertId)?.came(now() - ms)
  })
  const ignoreGaps = bus.onGap(wakeAll)
  const safety = setInterval(lookAgain, SAFETY_MS)
  safety.unref()
  const looking = readRevisions === undefined ? null : lookForUnheard({ halls, readRevisions, log })

  return {
    changed(concertId, cameAt) {
      if (cameAt !== undefined) bus.publish(CAME_TOPIC, `${concertId} ${cameAt}`)
      bus.publish(CONCERT_TOPIC, concertId)
    },
    async watch(concertId, watcher) {
      const hall = hallOf(concertId)
      const entered = hall.enter(watcher)
      crowd.moved(concertId)
      await entered
      return () => {
        hall.leave(watcher)
        crowd.moved(concertId)
        if (hall.size() > 0 || halls.get(concertId) !== hall) return
        hall.close()
        halls.delete(concertId)
      }
    },
    watchers: (concertId) => halls.get(concertId)?.size() ?? 0,
    concerts: () => halls.size,
    close() {
      deafen()
      forget()
      ignoreGaps()
      crowd.close()
      clearInterval(safety)
      looking?.stop()
      for (const hall of halls.values()) hall.close()
      halls.clear()
    },
  }
}
