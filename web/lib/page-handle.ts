import { useMatches } from 'react-router'

export type Theme = 'stage' | 'lamp' | undefined

/** What a route says about its page beside its content: `export const handle: PageHandle = { theme: … }`. */
export type PageHandle = {
  /** Stage is always dark; without a theme the page follows the telephone. May depend on the loader's answer and the address. */
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
