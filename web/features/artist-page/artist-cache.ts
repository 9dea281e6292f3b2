import { tabOf } from './artist-tab.ts'
import type { ArtistView } from './artist-view.ts'

// In the browser alone: one page is open at a time, and its parts outlive the change of a tab.
let cached: ArtistView | null = null
let stale = false

/** Keeps what the page shows, together with the parts of the other tabs that came before. In the browser. */
export function cacheArtist(view: ArtistView): void {
  cached = mergedWithCache(view)
  stale = false
}

/** The next change of a tab asks the server again. In the browser. */
export function expireArtistCache(): void {
  stale = true
}

/** The page has everything that this address of the artist shows. In the browser. */
export function cachesTab(username: string, search: URLSearchParams): boolean {
  const view = cachedView(username)
  return !stale && view !== null && view[tabOf(search, view.current !== null)] !== null
}

/** What the browser has of this artist at all, for when the server cannot be reached. */
export function cachedView(username: string): ArtistView | null {
  return cached?.head.username.toLowerCase() === username.toLowerCase() ? cached : null
}

/** A fresh view with the parts that only the held one has. */
export function mergedWithCache(fresh: ArtistView): ArtistView {
  const before = cachedView(fresh.head.username)
  if (before === null || before === fresh) return fresh
  return {
    ...fresh,
    profile: fresh.profile ?? before.profile,
    afisha: fresh.afisha ?? before.afisha,
    order: fresh.order ?? before.order,
  }
}
