import { noArtist, usernameKey } from '#domain/accounts/account.ts'
import type { FlagName } from '#domain/flags.ts'
import { FLAGS, flagValue, isFlag } from '#domain/flags.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { StoredFlag } from './features.store.ts'
import {
  dropFlag,
  allSetFlags,
  readFlag,
  saveFlagForAll,
  saveFlagForArtist,
} from './features.store.ts'

const TOPIC = 'flags'
const CACHE_MS = 30_000
/** While the bus with the changes of other processes is down. */
const CACHE_MS_WITHOUT_BUS = 2_000

type FlagState = {
  name: FlagName
  byDefault: boolean
  /** What an admin set, or null. */
  forAll: boolean | null
  forArtists: { username: string; enabled: boolean }[]
}

type CachedFlag = { readAt: number; flag: Promise<StoredFlag> }

function known(name: string): FlagName {
  if (!isFlag(name)) throw new Refusal('NOT_FOUND', 'Такого флага нет')
  return name
}

/** Feature flags, cached for at most 30 s in each process (2 s while the bus is down); a change clears the cache everywhere. */
export function makeFeatures({ sql, now, bus }: { sql: Sql; now: () => Date; bus: Bus }) {
  const cache = new Map<string, CachedFlag>()
  bus.subscribe(TOPIC, (name) => cache.delete(name))
  // An artist's flags are looked up by nickname.
  bus.subscribe('usernames', () => cache.clear())
  bus.onGap(() => cache.clear())

  // Caches the promise, not its value: a read that began before a flag was set is dropped with the cache entry.
  function read(name: FlagName): Promise<StoredFlag> {
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
  }

  function forget(name: FlagName): void {
    cache.delete(name)
    bus.publish(TOPIC, name)
  }

  return {
    /** Whether the flag is on, for the given artist if any; an unknown flag is off. */
    async isOn(name: string, username?: string): Promise<boolean> {
      if (!isFlag(name)) return false
      const { forAll, forArtists } = await read(name)
      return flagValue(
        { forAll, forArtist: forArtists.get(usernameKey(username ?? '') ?? '') },
        name,
      )
    },

    /** Refuses NOT_FOUND for an unknown flag. */
    async setForAll(name: string, enabled: boolean): Promise<void> {
      const flag = known(name)
      await saveFlagForAll(sql, flag, enabled)
      forget(flag)
    },

    /** Refuses NOT_FOUND for an unknown flag or artist. */
    async setForArtist(name: string, username: string, enabled: boolean): Promise<void> {
      const flag = known(name)
      if (!(await saveFlagForArtist(sql, { name: flag, username, enabled })))
        throw noArtist('username')
      forget(flag)
    },

    /** Every flag with its settings, read from the database, not the cache. */
    async all(): Promise<FlagState[]> {
      const set = await allSetFlags(sql)
      return Object.entries(FLAGS).map(([flag, byDefault]) => {
        const own = set.filter(({ name }) => name === flag)
        return {
          name: flag as FlagName,
          byDefault,
          forAll: own.find(({ username }) => username === null)?.enabled ?? null,
          forArtists: own.flatMap(({ username, enabled }) =>
            username === null ? [] : [{ username, enabled }],
          ),
        }
      })
    },

    /** Removes a setting: for all, or for one artist. Refuses NOT_FOUND for an unknown flag, and when nothing was set. */
    async reset(name: string, username?: string): Promise<void> {
      const flag = known(name)
      if (!(await dropFlag(sql, { name: flag, username })))
        throw new Refusal('NOT_FOUND', 'Такой настройки нет')
      forget(flag)
    },

    /** Makes every process read the flag again. Refuses NOT_FOUND for an unknown one. */
    invalidate(name: string): void {
      forget(known(name))
    },
  }
}

export type Features = ReturnType<typeof makeFeatures>
