import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import { anyAddress } from '#test/support/product/product.ts'
import type { KnownOrder } from './final-orders.ts'
import type { TestDataset } from './dataset.ts'
import { performAction } from './concert-actions.ts'
import type { ConcertAction } from './concert-actions.ts'
import { callOverWire } from './wire-call.ts'

const PAUSE_MOST_MS = 40

/** One request, its start, its end and its outcome; status null: no answer. */
export type LoadRequest = {
  readonly what: 'order' | 'page' | 'search' | 'queue'
  readonly invokedMs: number
  readonly endedMs: number
  readonly status: number | null
  readonly code: string | null
}

/** Phones that read, search and order, without retries. `urlOf` returns the address to use. */
export function startPlainLoad(dataset: TestDataset, workers: number, urlOf: () => string) {
  const asked: LoadRequest[] = []
  const orders: KnownOrder[] = []
  const over = new AbortController()
  const { artist, songIds } = dataset

  async function order() {
    const songId = songIds[Math.floor(Math.random() * songIds.length)] ?? ''
    const action: ConcertAction = {
      kind: 'order',
      songId,
      phone: 0,
      cookie: null,
      key: randomUUID(),
    }
    const reply = await performAction(urlOf(), dataset, action)
    orders.push({ action, outcome: reply.outcome, answer: reply.data as KnownOrder['answer'] })
    return reply
  }

  async function page() {
    try {
      const headers = { accept: 'text/html', 'x-forwarded-for': anyAddress() }
      const answer = await fetch(`${urlOf()}/user/${artist.username}`, { headers })
      await answer.text()
      return { status: answer.status, code: null }
    } catch {
      return { status: null, code: null }
    }
  }

  const ask: Record<
    LoadRequest['what'],
    () => Promise<{ status: number | null; code: string | null }>
  > = {
    order,
    page,
    search: () =>
      callOverWire(
        urlOf(),
        api.songs.findSong,
        { query: { input: 'Пять' } },
        { address: anyAddress() },
      ),
    queue: () =>
      callOverWire(
        urlOf(),
        api.page.getInfo,
        { query: { artistUsername: artist.username } },
        { address: anyAddress() },
      ),
  }
  const kinds = Object.keys(ask) as LoadRequest['what'][]

  async function work(worker: number): Promise<void> {
    for (let turn = worker; !over.signal.aborted; turn++) {
      const what = kinds[turn % kinds.length] ?? 'order'
      const invokedMs = performance.now()
      const { status, code } = await ask[what]()
      asked.push({ what, invokedMs, endedMs: performance.now(), status, code })
      await sleep(Math.random() * PAUSE_MOST_MS)
    }
  }
  const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))

  return {
    asked,
    orders,
    order,
    async stop(): Promise<void> {
      over.abort()
      await working
    },
  }
}
