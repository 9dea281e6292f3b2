import type { HrefOf, OrderAddress } from '#web/features/ordering/address.ts'
import { orderSearch } from '#web/features/ordering/address.ts'
import { passOf } from '#web/lib/calls/token.ts'

const TABS = ['profile', 'order', 'afisha'] as const

export type ArtistTab = (typeof TABS)[number]

/** The tab names of the specification: its links lead to the same tabs. */
const OTHER_NAMES = new Map<string | null, ArtistTab>([
  ['artistInfo', 'profile'],
  ['orderSong', 'order'],
  ['upcomingPerformances', 'afisha'],
])

function isTab(text: string | null): text is ArtistTab {
  return TABS.some((tab) => tab === text)
}

/**
 * The tab that a URL shows. Without a known `tab` it is the profile, or the order tab while a concert is on: the
 * visitor is then most likely in its dark hall.
 */
export function tabOf(search: URLSearchParams, concertIsOn: boolean): ArtistTab {
  const tab = search.get('tab')
  const asked = OTHER_NAMES.get(tab) ?? tab
  if (isTab(asked)) return asked
  return concertIsOn ? 'order' : 'profile'
}

/** Further parameters of a tab's URL. */
type TabAddress = OrderAddress & {
  /** The concert that ended while its listener was on this tab. */
  over?: string
  /** The pass of the code at the door. */
  pass?: string
}

/** The URL of a tab, relative to the artist's page. */
export function tabHref(tab: ArtistTab, more: TabAddress = {}): string {
  const search = new URLSearchParams({ tab })
  for (const [name, value] of orderSearch(more)) search.set(name, value)
  return `?${search}`
}

/** The URL of a tab when the concert begins: the pass that came before it admits to it only now. */
export const startedHref = (tab: ArtistTab, search: URLSearchParams) => tabHref(tab, passOf(search))

/** The URL of the profile with all songs of a long repertoire. */
export const ALL_SONGS_HREF = '?tab=profile&songs=all'

export function asksForAllSongs(search: URLSearchParams): boolean {
  return search.get('songs') === 'all'
}

/** The URL of the order tab in one of its states. */
export const orderHref: HrefOf = (address) => tabHref('order', address)
