import type { ReactNode } from 'react'
import { Meta, Outlet, Scripts, ScrollRestoration, useSearchParams } from 'react-router'
import { useContext } from 'react'
import { usePageTheme } from './lib/page-handle.ts'
import { PageStyles } from './lib/page-styles.ts'
import { PageStylesLink } from './parts/page-styles-link.tsx'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/global.css'

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useContext(PageStyles)
  const [search] = useSearchParams()
  const theme = usePageTheme(search)
  return (
    <html lang="ru" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <Meta />
        <link rel="icon" href="/art/favicon.svg" />
        <PageStylesLink />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
