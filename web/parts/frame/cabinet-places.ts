/** The five places of the artist's area. */
export const PLACES = ['today', 'songs', 'evenings', 'money', 'settings'] as const
export type Place = (typeof PLACES)[number]

export const PLACE_HREFS: Record<Place, string> = {
  today: '/artist?tab=today',
  songs: '/artist/favorite_songs',
  evenings: '/artist?tab=announcement',
  money: '/artist/balance',
  settings: '/artist/account-settings',
}

/** The ways back of inner pages. */
export const TO_EVENINGS = { href: PLACE_HREFS.evenings, name: 'Вечера' }
export const TO_SECURITY = { href: '/artist/security', name: 'Безопасность' }

const INNER: readonly (readonly [start: string, place: Place])[] = [
  ['/artist/favorite_songs', 'songs'],
  ['/artist/sets', 'songs'],
  ['/artist/songbook', 'songs'],
  ['/artist/balance', 'money'],
  ['/artist/members', 'money'],
  ['/artist/account-settings', 'settings'],
  ['/artist/security', 'settings'],
  ['/artist/devices', 'settings'],
  ['/artist/webhooks', 'settings'],
  ['/artist/change-password', 'settings'],
  ['/artist/leave', 'settings'],
  ['/artist/rehearsal', 'today'],
  ['/artist/qr', 'today'],
  ['/artist/', 'evenings'],
]

/** «Моя страница», which is none of the five. */
export const OWN_PAGE = '/artist?tab=profile'

const TABS: Readonly<Record<string, Place | 'own'>> = { announcement: 'evenings', profile: 'own' }

/** The place that an address belongs to, and whether it is the place itself; null outside of the artist's area. */
export function placeOf(
  pathname: string,
  search: URLSearchParams,
): { place: Place | 'own'; isInner: boolean } | null {
  if (pathname === '/artist')
    return { place: TABS[search.get('tab') ?? ''] ?? 'today', isInner: false }
  const found = INNER.find(([start]) => pathname.startsWith(start))
  if (found === undefined) return null
  const [, place] = found
  return { place, isInner: pathname !== PLACE_HREFS[place] }
}
