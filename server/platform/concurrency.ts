import { LRUCache } from 'lru-cache'

type CachedAnswersOptions = {
  now: () => Date
  ttlMs: number
  /** The maximum number of cached answers; beyond it the least recently used one is dropped. */
  max: number
}

/** Returns the cached answer to a question, or asks. */
type CachedAnswers<Answer> = (question: string, ask: () => Promise<Answer>) => Promise<Answer>

/** Caches answers, but no failures; concurrent requests for one answer share one call. */
export function cachedAnswers<Answer>({
  now,
  ttlMs,
  max,
}: CachedAnswersOptions): CachedAnswers<Answer> {
  const cache = new LRUCache<string, { answer: Answer }, () => Promise<Answer>>({
    max,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async (_question, _stale, { context: ask }) => ({ answer: await ask() }),
  })
  return async (question, ask) => (await cache.forceFetch(question, { context: ask })).answer
}

/** Concerts in one query: a few milliseconds of the database, and of this process with the result. */
const MOST = 50
/** So a slow query does not block all the others, and one result is read while the next is queried. */
const AT_ONCE = 2

/**
 * Batches concurrent reads into one query. A thousand concerts that change together cost the database twenty queries
 * and not a thousand; while two are in progress the next one collects ids. A read never gets the result of a query that
 * began before it, so the change that caused the read is in it. Undefined for what is not found.
 */
export function batchReads<T>(
  readMany: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): (id: string) => Promise<T | undefined> {
  const waiting = new Map<string, PromiseWithResolvers<T | undefined>>()
  let underway = 0
  let begun = false

  function begin() {
    begun = false
    while (underway < AT_ONCE && waiting.size > 0) {
      const some = [...waiting.entries().take(MOST)]
      for (const [id] of some) waiting.delete(id)
      underway += 1
      void read(some)
    }
  }

  async function read(some: readonly [string, PromiseWithResolvers<T | undefined>][]) {
    try {
      const found = await readMany(some.map(([id]) => id))
      for (const [id, { resolve }] of some) resolve(found.get(id))
    } catch (error) {
      for (const [, { reject }] of some) reject(error)
    }
    underway -= 1
    begin()
  }

  return (id) => {
    const asked = waiting.get(id)
    if (asked !== undefined) return asked.promise
    const asking = Promise.withResolvers<T | undefined>()
    waiting.set(id, asking)
    // Once all readers that were notified in this tick have asked.
    if (!begun) queueMicrotask(begin)
    begun = true
    return asking.promise
  }
}

/** Callers with one key share one running call; a finished one is not cached. */
export function singleFlight<T>() {
  const running = new Map<string, Promise<T>>()
  return {
    /** The number of running calls. */
    size: () => running.size,
    running: (key: string): Promise<T> | undefined => running.get(key),
    run(key: string, call: () => Promise<T>): Promise<T> {
      const same = running.get(key)
      if (same !== undefined) return same
      const made = Promise.try(call).finally(() => running.delete(key))
      running.set(key, made)
      return made
    },
  }
}

type SemaphoreQueue = {
  /** The most calls that wait. */
  max: number
  /** What a call beyond them is refused with. */
  full: () => Error
}

/** Lets `places` calls run at once; others wait in the order of arrival, without `queue` however many there are. */
export function semaphore(places: number, queue?: SemaphoreQueue) {
  let taken = 0
  const waiting = new Set<() => void>()

  /** False where the signal aborted while it waited. */
  async function enter(signal?: AbortSignal): Promise<boolean> {
    if (taken < places) {
      taken += 1
      return true
    }
    if (queue !== undefined && waiting.size >= queue.max) throw queue.full()
    return new Promise((resolve) => {
      const go = () => resolve(true)
      waiting.add(go)
      signal?.addEventListener('abort', () => waiting.delete(go) && resolve(false), { once: true })
    })
  }

  function leave(): void {
    const [next] = waiting
    if (next === undefined) {
      taken -= 1
      return
    }
    // The place goes straight to the next in the queue, so that a newcomer cannot take it.
    waiting.delete(next)
    next()
  }

  async function inside<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      await enter()
      return inside(work)
    },
    /** Null where the signal aborted before its turn. */
    async runUnlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
      return (await enter(signal)) ? inside(work) : null
    },
  }
}

/** Milliseconds to wait after this number of failures in a row, from 1: `first`, doubled with each, `most` at most. */
export function backOffMs(failures: number, { first, most }: { first: number; most: number }) {
  return Math.min(first * 2 ** (failures - 1), most)
}
