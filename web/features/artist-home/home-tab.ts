const HOME_TABS = ['profile', 'concert', 'announcement'] as const

export type HomeTab = (typeof HOME_TABS)[number]

/** The tab that the address names; without a name the pad while a concert runs, else the profile. */
export function homeTab(search: URLSearchParams, concertRuns: boolean): HomeTab {
  const named = search.get('tab')
  return HOME_TABS.find((tab) => tab === named) ?? (concertRuns ? 'concert' : 'profile')
}
