/** How long what was made may stand for what is: milliseconds from its making. */
type Life = { freshMs: number; goneMs: number }

/** Of a page whose content moves by itself, and of the others: past `freshMs` it is made anew behind the visitor's back, past `goneMs` before his eyes. */
const LIVES: Readonly<Record<'brief' | 'quiet', Life>> = {
  brief: { freshMs: 1000, goneMs: 2000 },
  quiet: { freshMs: 5000, goneMs: 15_000 },
}

/**
 * What became of making a page: `keep` it; hand it to those who wait but keep nothing (`other`: it is
 * gone, `failed`: it could not be made this time); or hand it to nobody, since it is somebody's own.
 */
export type Made<P> =
  | { verdict: 'keep'; page: P; bytes: number; tags: readonly string[]; brief: boolean }
  | { verdict: 'other' | 'failed'; page: P }
  | { verdict: 'personal' }

export type PageWish<P> = {
  key: string
  /** What the address alone says of its content. */
  tags: readonly string[]
  make: () => Promise<Made<P>>
}

type Kept<P> = {
  page: P
  bytes: number
  tags: ReadonlySet<string>
  life: keyof typeof LIVES
  madeAt: number
}
/** `outdatedAt`: the last drop that was heard of this content while it was made; 0 for none. */
type Flown<P> = { page: P | null; outdatedAt: number }

export type PageCacheDeps = {
  /** Milliseconds that never step back. */
  now?: () => number
  /** All that is kept at once. */
  mostBytes: number
  /** False while a change on another process may go unheard: everything is kept briefly then. */
  hearsAll?: () => boolean
}

export type PageCache<P> = ReturnType<typeof makePageCache<P>>

/**
 * Pages that many see, made once for all of them. Each is made by one at a time, dropped at once when
 * one of its tags is, and never older than seconds where nobody dropped it. What was begun before a
 * drop is not given to those who asked after it.
 */
export function makePageCache<P>(deps: PageCacheDeps) {
  const { now = () => performance.now(), mostBytes, hearsAll = () => true } = deps
  // The one that was asked for last stands last.
  const kept = new Map<string, Kept<P>>()
  const keysOf = new Map<string, Set<string>>()
  const flights = new Map<string, Promise<Flown<P>>>()
  /** The number of the last drop of each tag, while something is being made. */
  const dropped = new Map<string, number>()
  let drops = 0
  let allDropped = 0
  let bytes = 0
  const given = { kept: 0, made: 0 }

  function forget(key: string) {
    const gone = kept.get(key)
    if (gone === undefined) return
    kept.delete(key)
    bytes -= gone.bytes
    for (const tag of gone.tags) {
      const keys = keysOf.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(tag)
    }
  }

  function keep(key: string, page: Kept<P>) {
    forget(key)
    if (page.bytes > mostBytes) return
    kept.set(key, page)
    bytes += page.bytes
    for (const tag of page.tags) keysOf.set(tag, (keysOf.get(tag) ?? new Set()).add(key))
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break
      forget(oldest)
    }
  }

  function lastDropOf(tags: ReadonlySet<string>): number {
    let last = allDropped
    for (const tag of tags) last = Math.max(last, dropped.get(tag) ?? 0)
    return last
  }

  async function make({ key, tags: known, make: ask }: PageWish<P>): Promise<Flown<P>> {
    const began = { drops, at: now() }
    const made = await ask()
    if (made.verdict === 'personal') return { page: null, outdatedAt: 0 }
    const { page } = made
    // What could not be made this time says nothing of what was made before.
    if (made.verdict === 'other') forget(key)
    if (made.verdict !== 'keep') return { page, outdatedAt: 0 }
    const tags = new Set([...known, ...made.tags])
    const last = lastDropOf(tags)
    if (last > began.drops) return { page, outdatedAt: last }
    const life = made.brief ? 'brief' : 'quiet'
    keep(key, { page, bytes: made.bytes, tags, life, madeAt: began.at })
    return { page, outdatedAt: 0 }
  }

  function fly(wish: PageWish<P>): Promise<Flown<P>> {
    const flying = flights.get(wish.key)
    if (flying !== undefined) return flying
    const flight = make(wish).finally(() => {
      flights.delete(wish.key)
      if (flights.size === 0) dropped.clear()
    })
    flights.set(wish.key, flight)
    return flight
  }

  function standing(key: string): { page: P; fresh: boolean } | null {
    const one = kept.get(key)
    if (one === undefined) return null
    const { freshMs, goneMs } = LIVES[hearsAll() ? one.life : 'brief']
    const age = now() - one.madeAt
    if (age >= goneMs) {
      forget(key)
      return null
    }
    kept.delete(key)
    kept.set(key, one)
    return { page: one.page, fresh: age < freshMs }
  }

  return {
    /** The page, or null where it turned out to be everybody's own. Rejects where it could not be made. */
    async get(wish: PageWish<P>): Promise<P | null> {
      const asked = drops
      const found = standing(wish.key)
      given[found === null ? 'made' : 'kept'] += 1
      if (found !== null) {
        // Who asked behind a visitor's back is told of no failure: the page stands for its short time.
        if (!found.fresh) fly(wish).catch(() => {})
        return found.page
      }
      const first = await fly(wish)
      const outdated = first.outdatedAt > 0 && first.outdatedAt <= asked
      return outdated ? (await fly(wish)).page : first.page
    },

    /** What bears one of these tags is not given out again. */
    drop(tags: readonly string[]): void {
      drops += 1
      if (flights.size > 0) for (const tag of tags) dropped.set(tag, drops)
      for (const tag of tags) for (const key of keysOf.get(tag) ?? []) forget(key)
    },

    dropAll(): void {
      drops += 1
      allDropped = drops
      kept.clear()
      keysOf.clear()
      bytes = 0
    },

    /** Pages and bytes at this moment. */
    size: () => ({ pages: kept.size, bytes }),

    /** How many were there when they were asked for, how many were not, and the memory they take. */
    figures: () => ({ ...given, bytes }),
  }
}
