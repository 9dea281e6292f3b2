import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueEntry } from '#contract/shapes.ts'
import type { KnownOrder } from './final-orders.ts'
import type { TestDataset } from './dataset.ts'
import { randomAction, performAction } from './concert-actions.ts'
import type { ConcertAction } from './concert-actions.ts'
import { makeHistory } from './history.ts'
import { stepOf } from './watcher.ts'

const CUT = 0.1
const CUT_MOST_MS = 40
const PAUSE_MOST_MS = 60
const AGAIN_MS = 200

/**
 * Starts phones and a pad that continue whatever happens: an order is retried with its key until there is an answer, a
 * press is made once. `urlOf` returns the address that a worker uses.
 */
export function startFreeLoad(
  dataset: TestDataset,
  workers: number,
  urlOf: (turn: number) => string,
) {
  const history = makeHistory<ConcertAction>()
  const orders: KnownOrder[] = []
  /** The furthest step of each song in any answer. */
  const reached = new Map<string, number>()
  const over = new AbortController()

  function learn(queue: unknown): void {
    if (!Array.isArray(queue)) return
    for (const { id, status } of queue as Partial<QueueEntry>[])
      if (id !== undefined && status !== undefined)
        reached.set(id, Math.max(reached.get(id) ?? 0, stepOf(status)))
  }

  async function order(action: ConcertAction, turn: number): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const cut =
        attempt === 0 && Math.random() < CUT ? { cutMs: 1 + Math.random() * CUT_MOST_MS } : {}
      const { outcome, data } = await history.record(action, () =>
        performAction(urlOf(turn + attempt), dataset, action, cut),
      )
      if (outcome !== 'info') {
        orders.push({ action, outcome, answer: data as KnownOrder['answer'] })
        return
      }
      await sleep(AGAIN_MS)
    }
  }

  async function work(worker: number): Promise<void> {
    for (let turn = worker; !over.signal.aborted; turn++) {
      const action = randomAction(dataset, [null], null)
      if (action.kind === 'order') {
        await order(action, turn)
      } else {
        const { outcome, data } = await history.record(action, () =>
          performAction(urlOf(turn), dataset, action),
        )
        if (outcome === 'ok') learn(data)
        if (outcome === 'info') await sleep(AGAIN_MS)
      }
      await sleep(Math.random() * PAUSE_MOST_MS)
    }
  }
  const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))

  return {
    history,
    orders,
    reached,
    /** Stops once every worker has finished its current action. */
    async stop(): Promise<void> {
      over.abort()
      await working
    },
  }
}

export type FreeLoad = ReturnType<typeof startFreeLoad>
