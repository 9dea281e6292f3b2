import { setImmediate as turnOfLoop } from 'node:timers/promises'

/** How one of a round ended. */
export type Ended<R> =
  | { readonly status: 'fulfilled'; readonly value: R }
  | { readonly status: 'rejected'; readonly reason: unknown }

/** Of a round that is done by statements of at most 20 s: one that takes longer was lost with its connection. */
const PATIENCE_MS = 30_000

type Waiting<A, R> = {
  readonly ask: A
  resolve(value: R): void
  reject(reason: unknown): void
}

/**
 * Does what is asked under one key in rounds: what comes while a round is under way waits for the
 * next, and that takes all of them at once (`most` at the most, in the order they came). A hall that
 * orders at once then costs a few transactions, and not one connection each until the pool is empty.
 * `alone`: never in a round with others. One that does not end fails after `patienceMs`, and the next
 * begins beside it. Only a courtesy inside this process: what must not happen twice is guarded by the
 * database.
 */
export function makeRounds<A, R>(deps: {
  readonly most: number
  readonly alone?: (ask: A) => boolean
  readonly patienceMs?: number
  /** The ends, in the order of what was asked; what it throws is the end of all. */
  readonly go: (key: string, asks: readonly A[]) => Promise<readonly Ended<R>[]>
}) {
  const { most, alone = () => false, patienceMs = PATIENCE_MS, go } = deps
  const lines = new Map<string, Waiting<A, R>[]>()

  function nextOf(line: Waiting<A, R>[]): Waiting<A, R>[] {
    const first = line[0]
    if (first === undefined || alone(first.ask)) return line.splice(0, 1)
    const others = line.findIndex(({ ask }) => alone(ask))
    return line.splice(0, others === -1 ? most : Math.min(others, most))
  }

  async function run(key: string, line: Waiting<A, R>[]): Promise<void> {
    while (line.length > 0) {
      // The embedded database works in this thread: without a turn nobody could come meanwhile.
      await turnOfLoop()
      const round = nextOf(line)
      const asks = round.map(({ ask }) => ask)
      await inTime(go(key, asks), patienceMs).then(
        (ends) => tell(round, ends),
        (reason: unknown) => {
          for (const { reject } of round) reject(reason)
        },
      )
    }
    lines.delete(key)
  }

  return function inRound(key: string, ask: A): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    const line = lines.get(key)
    const waiting = { ask, resolve, reject }
    if (line !== undefined) line.push(waiting)
    else {
      const fresh = [waiting]
      lines.set(key, fresh)
      void run(key, fresh)
    }
    return promise
  }
}

function tell<A, R>(round: readonly Waiting<A, R>[], ends: readonly Ended<R>[]): void {
  for (const [at, { resolve, reject }] of round.entries()) {
    const end = ends[at]
    if (end === undefined) reject(new Error('a round left one of its questions without an end'))
    else if (end.status === 'fulfilled') resolve(end.value)
    else reject(end.reason)
  }
}

/** A network that swallows what is said ends nothing: without this nobody of that line would ever be answered. */
async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(Object.assign(new Error('a round never ended'), { code: 'ETIMEDOUT' })),
    patienceMs,
  )
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
