import type { FlagName } from '#domain/flags.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { StoredFlag } from './features.store.ts'
import { readFlag } from './features.store.ts'

const TOPIC = 'flags'
const CACHE_MS = 30_000
/** While the bus with the changes of other processes is down. */
const CACHE_MS_WITHOUT_BUS = 2_000

/** Caches feature flags for at most 30 s in each process (2 s while the bus is down); a change clears the cache everywhere. */
export function makeFlagCache({ sql, now, bus }: { sql: Sql; now: () => Date; bus: Bus }) {
  // Caches the promise, not its value: a read that began before a flag was set is dropped with the cache entry.
  const cache = new Map<string, { readAt: number; flag: Promise<StoredFlag> }>()
  bus.subscribe(TOPIC, (name) => cache.delete(name))
  // An artist's flags are looked up by nickname.
  bus.subscribe('usernames', () => cache.clear())
  bus.onGap(() => cache.clear())

  return {
    read(name: FlagName): Promise<StoredFlag> {
      const at = now().getTime()
      const cached = cache.get(name)
      const cacheMs = bus.healthy() ? CACHE_MS : CACHE_MS_WITHOUT_BUS
      if (cached !== undefined && Math.abs(at - cached.readAt) < cacheMs) return cached.flag
      const fresh = { readAt: at, flag: readFlag(sql, name) }
      cache.set(name, fresh)
      fresh.flag.catch(() => {
        if (cache.get(name) === fresh) cache.delete(name)
      })
      return fresh.flag
    },

    /** Makes every process read the flag again. */
    forget(name: FlagName): void {
      cache.delete(name)
      bus.publish(TOPIC, name)
    },
  }
}
