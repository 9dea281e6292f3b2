import { useRouteLoaderData, useMatches } from 'react-router'
import type { MessengerName } from '#domain/messengers.ts'

/** Tiles of another provider, drawn over the map's own ground. */
export type TileFacts = {
  /** Who owns the tiles, and where the terms are. */
  credit: string
  creditUrl: string
  /** Above this zoom the tiles are scaled up. */
  maxZoom: number
  /** Whether tiles of twice as many pixels are available too. */
  large: boolean
}

/** Who owns the site and how to reach its people; what is not configured is null. */
export type SiteFacts = {
  /** The public address of the site, without a slash at the end. */
  publicUrl: string
  supportEmail: string | null
  /** A messenger for support. */
  supportUrl: string | null
  social: { vk: string | null; telegram: string | null; youtube: string | null }
  /** The nickname of the artist whose page is shown as an example. */
  demoArtist: string | null
  /** Our own page or an address elsewhere. */
  offerUrl: string
  privacyUrl: string
  tiles: TileFacts | null
  /** Where our bots are; absent where there are none. */
  messengers?: readonly MessengerName[]
  /** Whether payers get a receipt, and may say where it goes. */
  receipts?: boolean
  /** Whether payouts wait until an artist has stated his status for the tax office. */
  needsStatus?: boolean
}

/** What root's loader returns to every page, once. */
export type RootFacts = SiteFacts & {
  cookiesAccepted: boolean
  /** When the page was made, in ms since 1970, to the hour. */
  now: number
}

const SILENT: SiteFacts = {
  publicUrl: '',
  supportEmail: null,
  supportUrl: null,
  social: { vk: null, telegram: null, youtube: null },
  demoArtist: null,
  offerUrl: '/offer',
  privacyUrl: '/privacy',
  tiles: null,
}

/** Undefined where even root's loader failed. */
export function useRootFacts(): RootFacts | undefined {
  return useRouteLoaderData<RootFacts>('root')
}

/** The same on every page of the visit; never loaded again. */
export function useSiteFacts(): SiteFacts {
  return useRootFacts() ?? SILENT
}

const MESSENGERS: Readonly<Record<string, string | undefined>> = {
  't.me': 'в Telegram',
  'vk.me': 'ВКонтакте',
  'vk.com': 'ВКонтакте',
  'wa.me': 'в WhatsApp',
  'max.ru': 'в MAX',
}

/** Where to write for support, and how that place is called («в Telegram»); null where the site names none. */
export function supportContact({
  supportUrl,
  supportEmail,
}: Pick<SiteFacts, 'supportUrl' | 'supportEmail'>): { href: string; where: string } | null {
  if (supportUrl !== null && URL.canParse(supportUrl))
    return { href: supportUrl, where: MESSENGERS[new URL(supportUrl).host] ?? 'в мессенджере' }
  return supportEmail === null ? null : { href: `mailto:${supportEmail}`, where: 'на почту' }
}

export type Theme = 'stage' | 'lamp' | undefined

/** What a route declares about its page beside its content: `export const handle: PageHandle = { theme: … }`. */
export type PageHandle = {
  /** Stage is always dark; without a theme the page follows the phone. May depend on the loader's data and the address. */
  theme?: Theme | ((loaded: unknown, search: URLSearchParams) => Theme)
  /** The screen is unattended: no question is shown there. */
  unattended?: true
}

/** Whether the open page is unattended. */
export function useUnattended(): boolean {
  return useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.unattended === true)
}

/** The theme of the page that is open: the innermost route that names one wins. */
export function usePageTheme(search: URLSearchParams): Theme {
  for (const match of useMatches().toReversed()) {
    const named = (match.handle as PageHandle | undefined)?.theme
    const theme = typeof named === 'function' ? named(match.loaderData, search) : named
    if (theme !== undefined) return theme
  }
  return undefined
}
