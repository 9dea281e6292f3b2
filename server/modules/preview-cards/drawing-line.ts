import { LRUCache } from 'lru-cache'
import { Refusal } from '#domain/refusal.ts'
import { semaphore, singleFlight } from '../../platform/concurrency.ts'

export type DrawnCard = { readonly version: string; readonly bytes: Uint8Array }

/** Cards that wait to be drawn; the next one is told to come again. */
const WAITING_MOST = 60
const MOST_PICTURES = 200
const MOST_BYTES = 50 * 1024 * 1024

/** Draws one card at a time, keeps what was drawn lately, and draws a card once for all who ask meanwhile. */
export function makeDrawingLine() {
  const kept = new LRUCache<string, DrawnCard>({
    max: MOST_PICTURES,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const drawings = singleFlight<DrawnCard>()
  const oneAtATime = semaphore(1)

  return {
    /** The picture of `version` of what `key` names. Refuses OVERLOADED where too many wait already. */
    async take(key: string, version: string, draw: () => Promise<Uint8Array>): Promise<DrawnCard> {
      const known = kept.get(key)
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
        kept.set(key, picture)
        return picture
      })
    },
    /** How much is kept. */
    size: () => ({ pictures: kept.size, bytes: kept.calculatedSize }),
  }
}
