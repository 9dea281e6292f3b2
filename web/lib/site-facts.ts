import { useRouteLoaderData, useMatches } from 'react-router'

/** Tiles that somebody else draws, over the map's own ground. */
export type TileFacts = {
  /** Whose they are, and where their terms are. */
  credit: string
  creditUrl: string
  /** Nearer than this they are drawn larger. */
  maxZoom: number
  /** Squares of twice as many pixels are to be had too. */
  large: boolean
}

/** Whose site this is and where its people are reached; what is not told is null. */
export type SiteFacts = {
  /** The address that people see, without a slash at the end. */
  publicUrl: string
  supportEmail: string | null
  /** A messenger in which people are helped. */
  supportUrl: string | null
  social: { vk: string | null; telegram: string | null; youtube: string | null }
  /** The nickname of the artist whose page is shown as an example. */
  demoArtist: string | null
  /** Our own page or an address elsewhere. */
  offerUrl: string
  privacyUrl: string
  tiles: TileFacts | null
  /** Payers get a receipt, and may say where. */
  receipts?: boolean
  /** Payouts wait until an artist has said who he is to the tax office. */
  needsStatus?: boolean
}

/** What root's loader tells every page, once. */
export type RootFacts = SiteFacts & { cookiesAccepted: boolean }

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

/** Undefined where not even root's loader could answer. */
export function useRootFacts(): RootFacts | undefined {
  return useRouteLoaderData<RootFacts>('root')
}

/** The same on every page of the visit; never asked for again. */
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

/** Where people who need help are sent and how that place is called («в Telegram»); null where nobody is told. */
export function supportWay({
  supportUrl,
  supportEmail,
}: Pick<SiteFacts, 'supportUrl' | 'supportEmail'>): { href: string; where: string } | null {
  if (supportUrl !== null && URL.canParse(supportUrl))
    return { href: supportUrl, where: MESSENGERS[new URL(supportUrl).host] ?? 'в мессенджере' }
  return supportEmail === null ? null : { href: `mailto:${supportEmail}`, where: 'на почту' }
}

export type Theme = 'stage' | 'lamp' | undefined

/** What a route says about its page beside its content: `export const handle: PageHandle = { theme: … }`. */
export type PageHandle = {
  /** Stage is always dark; without a theme the page follows the phone. May depend on the loader's answer and the address. */
  theme?: Theme | ((loaded: unknown, search: URLSearchParams) => Theme)
  /** No hand is near its screen: nothing is asked there. */
  unattended?: true
}

/** Whether a page is open that nobody touches. */
export function useUnattended(): boolean {
  return useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.unattended === true)
}

/** The theme of the page that is open: the innermost route that names one wins. */
export function usePageTheme(search: URLSearchParams): Theme {
  for (const match of useMatches().toReversed()) {
    const theme = (match.handle as PageHandle | undefined)?.theme
    const message = typeof theme === 'function' ? theme(match.loaderData, search) : theme
    if (message !== undefined) return message
  }
  return undefined
}
