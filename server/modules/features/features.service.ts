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
const KEEP_MS = 30_000
/** While the bus with the changes of other processes is down. */
const KEEP_DEAF_MS = 2_000

type FlagState = {
  name: FlagName
  byDefault: boolean
  /** What an admin set, or null. */
  forAll: boolean | null
  forArtists: { username: string; enabled: boolean }[]
}

type Remembered = { readAt: number; flag: Promise<StoredFlag> }

function known(name: string): FlagName {
  if (!isFlag(name)) throw new Refusal('NOT_FOUND', 'Такого флага нет')
  return name
}

/** Feature flags, cached for at most 30 s in each process (2 s while the bus is down); a change clears the cache everywhere. */
export function makeFeatures({ sql, now, bus }: { sql: Sql; now: () => Date; bus: Bus }) {
  const remembered = new Map<string, Remembered>()
  bus.subscribe(TOPIC, (name) => remembered.delete(name))
  // An artist's flags are looked up by nickname.
  bus.subscribe('usernames', () => remembered.clear())
  bus.onGap(() => remembered.clear())

  // Caches the promise, not its value: a read that began before a flag was set is dropped with the cache entry.
  function read(name: FlagName): Promise<StoredFlag> {
    const at = now().getTime()
    const kept = remembered.get(name)
    const keepMs = bus.healthy() ? KEEP_MS : KEEP_DEAF_MS
    if (kept !== undefined && Math.abs(at - kept.readAt) < keepMs) return kept.flag
    const fresh = { readAt: at, flag: readFlag(sql, name) }
    remembered.set(name, fresh)
    fresh.flag.catch(() => {
      if (remembered.get(name) === fresh) remembered.delete(name)
    })
    return fresh.flag
  }

  function forget(name: FlagName): void {
    remembered.delete(name)
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
