import { LRUCache } from 'lru-cache'

export type CachedAnswersOptions = {
  now: () => Date
  ttlMs: number
  /** The most answers at once; beyond it the least recently used one is dropped. */
  max: number
}

/** A question that failed may be asked again; requests for one answer at a time share one question. */
export function cachedAnswers<Answer>({ now, ttlMs, max }: CachedAnswersOptions) {
  const cache = new LRUCache<string, { answer: Answer }, () => Promise<Answer>>({
    max,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async (_question, _stale, { context: ask }) => ({ answer: await ask() }),
  })
  return async (question: string, ask: () => Promise<Answer>): Promise<Answer> =>
    (await cache.forceFetch(question, { context: ask })).answer
}
