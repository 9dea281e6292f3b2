import { setImmediate as turnOfLoop } from 'node:timers/promises'

/** How one of a round ended. */
export type Ended<R> =
  | { readonly status: 'fulfilled'; readonly value: R }
  | { readonly status: 'rejected'; readonly reason: unknown }

type Waiting<A, R> = {
  readonly ask: A
  resolve(value: R): void
  reject(reason: unknown): void
}

/**
 * Does what is asked under one key in rounds: what comes while a round is under way waits for the
 * next, and that takes all of them at once (`most` at the most, in the order they came). A hall that
 * orders at once then costs a few transactions, and not one connection each until the pool is empty.
 * `alone`: never in a round with others. Only a courtesy inside this process: what must not happen
 * twice is guarded by the database.
 */
export function makeRounds<A, R>(deps: {
  readonly most: number
  readonly alone?: (ask: A) => boolean
  /** The ends, in the order of what was asked; what it throws is the end of all. */
  readonly go: (key: string, asks: readonly A[]) => Promise<readonly Ended<R>[]>
}) {
  const { most, alone = () => false, go } = deps
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
      await go(
        key,
        round.map(({ ask }) => ask),
      ).then(
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
