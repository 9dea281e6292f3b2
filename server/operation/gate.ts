import type { Priority } from '#contract/endpoint.ts'

/** How late the loop may be (ms) before fewer are let in, and below which more are. */
const LATE = { mean: 200, most: 1000, well: 100 }
/** How long those who were let in may have waited to begin (ms), and under which more are let in. */
const WAITED = { most: 800, well: 300 }
/** How many of those sent away first may be under way at once; for the others a multiple of it. */
const ROOM = { least: 25, start: 100, most: 250 }
const TIMES: Record<Exclude<Priority, 'critical'>, number> = { low: 1, read: 2, write: 4 }
/** What a turn of the loop may take (ms) for each place of the room before those behind are sent away. */
const TURN_MS = 4
const LESS = 0.8
const MORE = 0.1
/** Of the heap's limit; beyond it each new answer brings the end nearer. */
const HEAP_MOST = 0.9
/** So long nobody was sent away: the crush is over. */
const OVER_MS = 5000

export type Gate = ReturnType<typeof makeGate>

export type Measured = { mean: number; most: number; heap: number; waited: number }

export type GateLog = { warn(fields: object, sentence: string): void }

/**
 * Lets in as many at once as this process answers in good time, and sends the rest away at once, the
 * least urgent first. How many that is, it learns from how late the loop is: so what was let in stays quick,
 * and the whole stays as busy as it can be. Call `turn` several times a second.
 */
export function makeGate(deps: {
  log: GateLog
  now?: () => number
  /** Calls back once this turn of the loop has read all that waited to be read. */
  afterTurn?: (done: () => void) => void
}) {
  const { log, now = () => performance.now(), afterTurn = setImmediate } = deps
  let room = ROOM.start
  let underway = 0
  let wanting = false
  let sentAway = 0
  let lastSentAway = -Infinity
  let crush = false
  let turnBegan: number | null = null

  /**
   * How long the loop has been at this turn. What waits to be read is counted nowhere, and a page may be
   * made from its first to its last line before the next request is read.
   */
  function spent(): number {
    const time = now()
    if (turnBegan === null) {
      turnBegan = time
      afterTurn(() => {
        turnBegan = null
      })
    }
    return time - turnBegan
  }

  function isFull(priority: Exclude<Priority, 'critical'>): boolean {
    const places = room * TIMES[priority]
    return underway >= places || spent() > places * TURN_MS
  }

  return {
    /** Null where the request is to be sent away, else what is called once when it is over. */
    admit(priority: Priority): (() => void) | null {
      if (priority !== 'critical' && isFull(priority)) {
        wanting = true
        sentAway += 1
        lastSentAway = now()
        if (!crush) log.warn({ underway, room }, 'too many requests at once: some are sent away')
        crush = true
        return null
      }
      underway += 1
      return () => {
        underway -= 1
      }
    },
    /** What was measured since the last turn: how late the loop was and how long who was let in waited to begin (ms), and what part of the heap is taken. */
    turn({ mean, most, heap, waited }: Measured): void {
      const late = mean > LATE.mean || most > LATE.most || waited > WAITED.most
      const well = mean < LATE.well && waited < WAITED.well
      if (heap > HEAP_MOST) room = ROOM.least
      else if (late) room = Math.max(ROOM.least, Math.floor(room * LESS))
      else if ((wanting || room < ROOM.start) && well)
        room = Math.min(wanting ? ROOM.most : ROOM.start, room + Math.ceil(room * MORE))
      wanting = false
      if (crush && now() - lastSentAway > OVER_MS) {
        log.warn({ sentAway }, 'nobody is sent away any more')
        crush = false
        sentAway = 0
      }
    },
    underway: () => underway,
    room: () => room,
    /** Whether somebody was sent away within the last seconds. */
    crush: () => crush,
  }
}
