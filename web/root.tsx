import type { ReactNode } from 'react'
import { useContext } from 'react'
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { usePageTheme } from './lib/page-handle.ts'
import { PageStyles } from './lib/page-styles.ts'
import { BrokenView } from './parts/broken-view.tsx'
import { NotFoundView } from './parts/not-found-view.tsx'
import { PageStylesLink } from './parts/page-styles-link.tsx'
import { SiteLink } from './parts/site-link.tsx'
import { LinkContext } from './ui/link-context.ts'
import { ToastHost } from './ui/toast-host.tsx'
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
        <LinkContext value={SiteLink}>
          <ToastHost>{children}</ToastHost>
        </LinkContext>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundView /> : <BrokenView />
}
