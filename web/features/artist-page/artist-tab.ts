import type { HrefOf, OrderAddress } from '#web/features/ordering/address.ts'
import { orderSearch } from '#web/features/ordering/address.ts'

const TABS = ['profile', 'order', 'afisha'] as const

export type ArtistTab = (typeof TABS)[number]

/** What the specification calls them: links in its words lead to the same tabs. */
const OTHER_NAMES = new Map<string | null, ArtistTab>([
  ['artistInfo', 'profile'],
  ['orderSong', 'order'],
  ['upcomingPerformances', 'afisha'],
])

function isTab(text: string | null): text is ArtistTab {
  return TABS.some((tab) => tab === text)
}

/**
 * The tab that an address shows. Without a wish it is the profile, but the order tab while a concert
 * is on: who opens the page then most likely stands in its dark hall.
 */
export function tabOf(search: URLSearchParams, concertIsOn: boolean): ArtistTab {
  const tab = search.get('tab')
  const asked = OTHER_NAMES.get(tab) ?? tab
  if (isTab(asked)) return asked
  return concertIsOn ? 'order' : 'profile'
}

/** What an address of a tab may say besides. */
type TabAddress = OrderAddress & {
  /** The concert that ended while its listener stood here. */
  over?: string
}

/** The address of a tab, relative to the artist's page. */
export function tabHref(tab: ArtistTab, more: TabAddress = {}): string {
  const search = new URLSearchParams({ tab })
  for (const [name, value] of orderSearch(more)) search.set(name, value)
  return `?${search}`
}

/** The profile with all songs of a long repertoire. */
export const ALL_SONGS_HREF = '?tab=profile&songs=all'

export function asksForAllSongs(search: URLSearchParams): boolean {
  return search.get('songs') === 'all'
}

/** The address of the order tab in one of its states. */
export const orderHref: HrefOf = (address) => tabHref('order', address)
