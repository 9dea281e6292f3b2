import { useContext } from 'react'
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
