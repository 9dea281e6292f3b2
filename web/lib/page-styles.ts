import { createContext, useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'

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
