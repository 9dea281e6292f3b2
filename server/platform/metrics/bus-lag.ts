import { randomUUID } from 'node:crypto'
import type { Bus } from '#packages/live-broadcast/bus.ts'

const BEAT_MS = 5000
const KEPT_MS = 30_000
const TOPIC = 'beat'

/** How long what another process says takes to be heard here: each says now and then what time it is. */
export function watchBus(bus: Pick<Bus, 'publish' | 'subscribe'>) {
  const own = randomUUID().slice(0, 8)
  const heard = new Map<string, { seconds: number; at: number }>()
  const deafen = bus.subscribe(TOPIC, (body) => {
    const [from = '', sentAt = ''] = body.split(' ')
    if (from === own) return
    const seconds = Math.max(0, (Date.now() - Number(sentAt)) / 1000)
    if (Number.isFinite(seconds)) heard.set(from, { seconds, at: performance.now() })
  })
  const beat = setInterval(() => bus.publish(TOPIC, `${own} ${Date.now()}`), BEAT_MS)
  beat.unref()

  function living() {
    const since = performance.now() - KEPT_MS
    for (const [from, { at }] of heard) if (at < since) heard.delete(from)
    return [...heard.values()]
  }

  return {
    /** The other processes that were heard of within half a minute. */
    neighbours: () => living().length,
    /** The slowest of them; null where nobody else is heard. */
    seconds(): number | null {
      const lags = living().map(({ seconds }) => seconds)
      return lags.length === 0 ? null : Math.max(...lags)
    },
    close(): void {
      clearInterval(beat)
      deafen()
    },
  }
}
