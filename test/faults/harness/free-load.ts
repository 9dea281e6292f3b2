import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueEntry } from '#contract/shapes.ts'
import type { KnownOrder } from './final-orders.ts'
import type { TestGround } from './ground.ts'
import { anyDeed, doInHall } from './hands.ts'
import type { HallDeed } from './hands.ts'
import { makeHistory } from './history.ts'
import { stepOf } from './watcher.ts'

const CUT = 0.1
const CUT_MOST_MS = 40
const PAUSE_MOST_MS = 60
const AGAIN_MS = 200

/**
 * Telephones and a pad that go on whatever happens: an order is sent again with its key until there is
 * an answer, a press is made once. `urlOf` says where a worker turns to.
 */
export function startFreeLoad(
  ground: TestGround,
  workers: number,
  urlOf: (turn: number) => string,
) {
  const history = makeHistory<HallDeed>()
  const orders: KnownOrder[] = []
  /** How far each song was, by answers that somebody got. */
  const reached = new Map<string, number>()
  const over = new AbortController()

  function learn(queue: unknown): void {
    if (!Array.isArray(queue)) return
    for (const { id, status } of queue as Partial<QueueEntry>[])
      if (id !== undefined && status !== undefined)
        reached.set(id, Math.max(reached.get(id) ?? 0, stepOf(status)))
  }

  async function order(deed: HallDeed, turn: number): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const cut =
        attempt === 0 && Math.random() < CUT ? { cutMs: 1 + Math.random() * CUT_MOST_MS } : {}
      const { outcome, data } = await history.record(deed, () =>
        doInHall(urlOf(turn + attempt), ground, deed, cut),
      )
      if (outcome !== 'info') {
        orders.push({ deed, outcome, answer: data as KnownOrder['answer'] })
        return
      }
      await sleep(AGAIN_MS)
    }
  }

  async function work(worker: number): Promise<void> {
    for (let turn = worker; !over.signal.aborted; turn++) {
      const deed = anyDeed(ground, [null], null)
      if (deed.kind === 'order') {
        await order(deed, turn)
      } else {
        const { outcome, data } = await history.record(deed, () =>
          doInHall(urlOf(turn), ground, deed),
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
    /** Lets everybody finish what he began. */
    async stop(): Promise<void> {
      over.abort()
      await working
    },
  }
}

export type FreeLoad = ReturnType<typeof startFreeLoad>
