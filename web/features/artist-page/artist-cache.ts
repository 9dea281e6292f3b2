import { tabOf } from './tabs/artist-tab.ts'
import type { ArtistView } from './artist-view.ts'

// Browser only: one page is open at a time, and its parts survive a change of the tab.
let cached: ArtistView | null = null
let stale = false

/** Browser only. Caches the page, together with the parts of the other tabs that were loaded before. */
export function cacheArtist(view: ArtistView): void {
  cached = mergedWithCache(view)
  stale = false
}

/** Browser only. Makes the next change of a tab ask the server again. */
export function expireArtistCache(): void {
  stale = true
}

/** Browser only. Whether the cache has everything that this URL of the artist shows. */
export function cachesTab(username: string, search: URLSearchParams): boolean {
  const view = cachedView(username)
  return !stale && view !== null && view[tabOf(search, view.current !== null)] !== null
}

/** Everything that the browser has cached of this artist, for when the server cannot be reached. */
export function cachedView(username: string): ArtistView | null {
  return cached?.head.username.toLowerCase() === username.toLowerCase() ? cached : null
}

/** The fresh view, completed with the parts that only the cached one has; orders are of one concert. */
export function mergedWithCache(fresh: ArtistView): ArtistView {
  const before = cachedView(fresh.head.username)
  if (before === null) return fresh
  return {
    ...fresh,
    profile: fresh.profile ?? before.profile,
    afisha: fresh.afisha ?? before.afisha,
    order: fresh.order ?? (fresh.current?.id === before.current?.id ? before.order : null),
  }
}
