const TABS = ['profile', 'order', 'afisha'] as const

export type ArtistTab = (typeof TABS)[number]

function isTab(text: string | null): text is ArtistTab {
  return TABS.some((tab) => tab === text)
}

/**
 * The tab that an address shows. Without a wish it is the profile, but the order tab while a concert
 * is on: who opens the page then most likely stands in its dark hall.
 */
export function tabOf(search: URLSearchParams, concertIsOn: boolean): ArtistTab {
  const asked = search.get('tab')
  if (isTab(asked)) return asked
  return concertIsOn ? 'order' : 'profile'
}

/** What an address of the order tab may say besides. */
export type OrderAddress = {
  /** The text of the search. */
  q?: string
  /** The song whose sheet is open. */
  song?: string
  /** The sheet for one's own song is open. */
  suggest?: true
  /** The concert that ended while its listener stood here. */
  over?: string
  /** The song that was ordered by the form itself, `own` for one's own. */
  ordered?: string
}

/** The address of a tab, relative to the artist's page. */
export function tabHref(tab: ArtistTab, more: OrderAddress = {}): string {
  const search = new URLSearchParams({ tab })
  for (const [name, value] of Object.entries(more)) {
    if (value === true) search.set(name, '1')
    else if (value !== '') search.set(name, value)
  }
  return `?${search}`
}
