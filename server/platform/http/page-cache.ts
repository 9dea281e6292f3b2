import { LRUCache } from 'lru-cache'
import { singleFlight } from '../concurrency.ts'

/** The tags of what entries are made of: a change of one evicts them. `AFISHA`: the lists of concerts of all artists. */
export const AFISHA = 'afisha'
export const artistTag = (usernameKey: string): string => `artist:${usernameKey}`
export const concertTag = (concertId: string): string => `concert:${concertId.toLowerCase()}`

/** Milliseconds since the making of an entry began: until `freshMs` it is returned directly, until `staleMs` while it is refreshed. */
type Lifetime = { freshMs: number; staleMs: number }

/** `live`: a concert that is on changes the entry by the second. */
const LIFETIMES: Readonly<Record<'live' | 'settled', Lifetime>> = {
  live: { freshMs: 1000, staleMs: 2000 },
  settled: { freshMs: 5000, staleMs: 15_000 },
}

/**
 * The result of making a value. `keep`: cache it. `other` (not found, moved) and `failed`: for the waiting callers, not
 * cached; `other` evicts the entry before it. `personal`: one visitor's own, for no caller.
 */
export type Made<V> =
  | { verdict: 'keep'; value: V; bytes: number; tags: readonly string[]; live: boolean }
  | { verdict: 'other' | 'failed'; value: V }
  | { verdict: 'personal' }

type Lookup<V> = {
  key: string
  /** Tags that are known before the value is made. */
  tags: readonly string[]
  make: () => Promise<Made<V>>
}

type Entry<V> = {
  value: V
  tags: ReadonlySet<string>
  lifetime: keyof typeof LIFETIMES
  madeAt: number
}

/** `invalidatedBy`: the number of the last drop of one of its tags while it was made; 0 for none. */
type Outcome<V> = { value: V | null; invalidatedBy: number }

type PageCacheOptions = {
  /** Milliseconds, monotonic. */
  now?: () => number
  maxBytes: number
  /** False while a change on another process may be missed: then every entry has the `live` lifetime. */
  busIsHealthy?: () => boolean
}

export type PageCache<V> = ReturnType<typeof makePageCache<V>>

/**
 * A least-recently-used cache with tags: one making at a time for a key, stale entries while they are refreshed, and no
 * value whose making began before a drop for a caller that came after the drop.
 */
export function makePageCache<V>(options: PageCacheOptions) {
  const { now = () => performance.now(), maxBytes, busIsHealthy = () => true } = options
  const keysByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry<V>>({
    maxSize: maxBytes,
    dispose({ tags }, key) {
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },
  })
  const making = singleFlight<Outcome<V>>()
  /** The number of the last drop of each tag, while something is being made. */
  const dropOfTag = new Map<string, number>()
  let drops = 0
  let dropOfAll = 0
  const lookups = { cached: 0, made: 0 }

  function store(key: string, entry: Entry<V>, size: number) {
    // `set` disposes of the replaced entry late, and would remove the new tags.
    entries.delete(key)
    entries.set(key, entry, { size })
    if (!entries.has(key)) return
    for (const tag of entry.tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key))
  }

  async function make({ key, tags: known, make: ask }: Lookup<V>): Promise<Outcome<V>> {
    const begunAfter = drops
    const madeAt = now()
    const made = await ask()
    if (made.verdict === 'personal') return { value: null, invalidatedBy: 0 }
    const { value } = made
    if (made.verdict === 'other') entries.delete(key)
    if (made.verdict !== 'keep') return { value, invalidatedBy: 0 }
    const tags = new Set([...known, ...made.tags])
    const lastDrop = Math.max(dropOfAll, ...[...tags].map((tag) => dropOfTag.get(tag) ?? 0))
    if (lastDrop > begunAfter) return { value, invalidatedBy: lastDrop }
    const lifetime = made.live ? 'live' : 'settled'
    store(key, { value, tags, lifetime, madeAt }, made.bytes)
    return { value, invalidatedBy: 0 }
  }

  function makeOnce(lookup: Lookup<V>): Promise<Outcome<V>> {
    if (making.size() === 0) dropOfTag.clear()
    return making.run(lookup.key, () => make(lookup))
  }

  function stored(key: string): { value: V; fresh: boolean } | null {
    const entry = entries.get(key)
    if (entry === undefined) return null
    const { freshMs, staleMs } = LIFETIMES[busIsHealthy() ? entry.lifetime : 'live']
    const age = now() - entry.madeAt
    if (age < staleMs) return { value: entry.value, fresh: age < freshMs }
    entries.delete(key)
    return null
  }

  return {
    /** Returns the value, or null where it is one visitor's own. Rejects where it could not be made. */
    async get(lookup: Lookup<V>): Promise<V | null> {
      const askedAfter = drops
      const found = stored(lookup.key)
      lookups[found === null ? 'made' : 'cached'] += 1
      if (found !== null) {
        // A failure in the background is ignored: the stale entry stays until `staleMs`.
        if (!found.fresh) makeOnce(lookup).catch(() => {})
        return found.value
      }
      const { value, invalidatedBy } = await makeOnce(lookup)
      const outdated = invalidatedBy > 0 && invalidatedBy <= askedAfter
      return outdated ? (await makeOnce(lookup)).value : value
    },

    /** Evicts every entry with one of these tags. */
    drop(tags: readonly string[]): void {
      drops += 1
      for (const tag of tags) {
        if (making.size() > 0) dropOfTag.set(tag, drops)
        for (const key of keysByTag.get(tag) ?? []) entries.delete(key)
      }
    },

    dropAll(): void {
      drops += 1
      dropOfAll = drops
      entries.clear()
    },

    /** Lookups that were answered from the cache (`cached`) and those that were not (`made`); its current size. */
    figures: () => ({ ...lookups, entries: entries.size, bytes: entries.calculatedSize }),
  }
}
