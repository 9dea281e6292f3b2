import type { Theme } from '../lib/page-handle.ts'

const DAY = '#eef2f6'
const STAGE = '#130e0a'
const LAMP = '#ff7a1a'

/** The colour of the browser's own bar above a page of this theme; the ground of the page, as in tokens.css. */
export function ThemeColour({ theme }: { theme: Theme }) {
  if (theme !== undefined)
    return <meta name="theme-color" content={theme === 'stage' ? STAGE : LAMP} />
  return (
    <>
      <meta name="theme-color" content={DAY} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={STAGE} media="(prefers-color-scheme: dark)" />
    </>
  )
}
