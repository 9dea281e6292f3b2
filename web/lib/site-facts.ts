import { useRouteLoaderData } from 'react-router'

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
}

/** Undefined where not even root's loader could answer. */
export function useRootFacts(): RootFacts | undefined {
  return useRouteLoaderData<RootFacts>('root')
}

/** The same on every page of the visit; never asked for again. */
export function useSiteFacts(): SiteFacts {
  return useRootFacts() ?? SILENT
}
