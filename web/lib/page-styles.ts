import { createContext, useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'

const LONGEST_MS = 5000

const failed = new Set<HTMLLinkElement>()

function noteFailure({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
}

// A link says that it failed to itself alone, and only at that moment.
if (typeof document !== 'undefined') document.addEventListener('error', noteFailure, true)

/** Comes to its end with the link: come or lost once more. */
function asked(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve())
    setTimeout(resolve, LONGEST_MS)
  })
}

/** Asks again for the stylesheets that a lost network kept back: a part that is asked for anew brings its scripts alone. */
export async function retryStylesheets(): Promise<void> {
  const links = [...failed].filter(({ isConnected }) => isConnected)
  failed.clear()
  const fresh = links.map((link) => {
    const again = document.createElement('link')
    again.rel = 'stylesheet'
    again.href = link.href
    link.replaceWith(again)
    return again
  })
  await Promise.all(fresh.map(asked))
}

/** The addresses of the stylesheets of the page that is open. */
export function usePageSheets(): readonly string[] {
  const framework = useContext(FrameworkContext)
  const matches = useMatches()
  return [...new Set(matches.flatMap(({ id }) => framework?.manifest.routes[id]?.css ?? []))]
}

/** The router marks by a # the stylesheets that a part of the page loaded later has in common with it. */
export function fileOf(sheet: string): string {
  return sheet.replace(/#$/u, '')
}

export type Styles = {
  /** Marks an inline style as ours; on the server only. */
  nonce: string | undefined
  /** The text of each stylesheet, on the server only. */
  styles: ReadonlyMap<string, string>
  /** The addresses of the stylesheets of each part that is loaded later, by its source file; on the server only. */
  partSheets: ReadonlyMap<string, readonly string[]>
}

const Context = createContext<Styles>({
  nonce: undefined,
  styles: new Map(),
  partSheets: new Map(),
})

/** What the server knows of the build's stylesheets, so that the first HTML can hold their text. */
export const PageStyles = Context
