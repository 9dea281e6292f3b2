import { LRUCache } from 'lru-cache'
import { Refusal } from '#domain/refusal.ts'
import { semaphore, singleFlight } from '#server/platform/concurrency.ts'

export type DrawnCard = { readonly version: string; readonly bytes: Uint8Array }

/** The most cards that wait to be drawn; the next request is refused. */
const WAITING_MOST = 60
const MOST_PICTURES = 200
const CACHE_MAX_BYTES = 50 * 1024 * 1024

/** Draws one card at a time, caches recent ones, and draws a card once for all concurrent requests. */
export function makeDrawingQueue() {
  const cache = new LRUCache<string, DrawnCard>({
    max: MOST_PICTURES,
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const drawings = singleFlight<DrawnCard>()
  const oneAtATime = semaphore(1)

  return {
    /** Returns the picture of `version` of what `key` names. Refuses OVERLOADED where too many wait already. */
    async take(key: string, version: string, draw: () => Promise<Uint8Array>): Promise<DrawnCard> {
      const known = cache.get(key)
      if (known?.version === version) return known
      const drawing = `${key} ${version}`
      if (drawings.running(drawing) === undefined && drawings.size() >= WAITING_MOST)
        throw new Refusal(
          'OVERLOADED',
          'Картинка ещё рисуется. Зайдите за ней чуть позже.',
          undefined,
          {
            retryAfterSeconds: 5,
          },
        )
      return drawings.run(drawing, async () => {
        const picture = await oneAtATime.run(async () => ({ version, bytes: await draw() }))
        cache.set(key, picture)
        return picture
      })
    },
    /** The size of the cache. */
    size: () => ({ pictures: cache.size, bytes: cache.calculatedSize }),
  }
}
