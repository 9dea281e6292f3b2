import { setImmediate as turnOfLoop } from 'node:timers/promises'

/** The result of one item of a batch. */
export type Settled<R> =
  | { readonly status: 'fulfilled'; readonly value: R }
  | { readonly status: 'rejected'; readonly reason: unknown }

/** A batch is statements of at most 20 s each: one that takes longer has lost its connection. */
const TIMEOUT_MS = 30_000

type Waiting<A, R> = {
  readonly item: A
  resolve(value: R): void
  reject(reason: unknown): void
}

/**
 * Runs the items of one key in batches: items that arrive during a batch wait for the next one, which
 * takes up to `most` of them in order of arrival. A burst of orders then costs a few transactions
 * instead of one connection each. `alone`: the item is never batched with others. A batch that hangs
 * fails after `timeoutMs`, and the next one starts beside it. An optimisation within this process:
 * uniqueness is enforced by the database.
 */
export function makeBatcher<A, R>(deps: {
  readonly most: number
  readonly alone?: (item: A) => boolean
  readonly timeoutMs?: number
  /** The results, in the order of the items; a thrown error rejects all of them. */
  readonly go: (key: string, items: readonly A[]) => Promise<readonly Settled<R>[]>
}) {
  const { most, alone = () => false, timeoutMs = TIMEOUT_MS, go } = deps
  const queues = new Map<string, Waiting<A, R>[]>()

  function nextOf(queue: Waiting<A, R>[]): Waiting<A, R>[] {
    const first = queue[0]
    if (first === undefined || alone(first.item)) return queue.splice(0, 1)
    const others = queue.findIndex(({ item }) => alone(item))
    return queue.splice(0, others === -1 ? most : Math.min(others, most))
  }

  async function run(key: string, queue: Waiting<A, R>[]): Promise<void> {
    while (queue.length > 0) {
      // The embedded database runs in this thread: yield, so that items can arrive between batches.
      await turnOfLoop()
      const batch = nextOf(queue)
      const items = batch.map(({ item }) => item)
      await withTimeout(go(key, items), timeoutMs).then(
        (results) => settleAll(batch, results),
        (reason: unknown) => {
          for (const { reject } of batch) reject(reason)
        },
      )
    }
    queues.delete(key)
  }

  return function inBatch(key: string, item: A): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    const queue = queues.get(key)
    const waiting = { item, resolve, reject }
    if (queue !== undefined) queue.push(waiting)
    else {
      const fresh = [waiting]
      queues.set(key, fresh)
      void run(key, fresh)
    }
    return promise
  }
}

function settleAll<A, R>(batch: readonly Waiting<A, R>[], results: readonly Settled<R>[]): void {
  for (const [at, { resolve, reject }] of batch.entries()) {
    const result = results[at]
    if (result === undefined) reject(new Error('a batch returned fewer results than items'))
    else if (result.status === 'fulfilled') resolve(result.value)
    else reject(result.reason)
  }
}

/** Rejects after `timeoutMs`: otherwise a hung connection blocks the queue of this key. */
async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(Object.assign(new Error('batch timed out'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  )
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
