import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { cookiesAccepted } from './lib/cookie-consent.ts'
import { usePageTheme } from './lib/page-handle.ts'
import { serverDoor } from './lib/server-door.ts'
import type { RootFacts } from './lib/site-facts.ts'
import { BrokenView } from './parts/broken-view.tsx'
import { CookieNotice } from './features/cookie-consent/index.ts'
import { NotFoundView } from './parts/not-found-view.tsx'
import { PageStylesLink } from './parts/page-styles-link.tsx'
import { SiteLink } from './parts/site-link.tsx'
import { ThemeColour } from './parts/theme-colour.tsx'
import { LinkContext } from './ui/link-context.ts'
import { ToastHost } from './ui/toast-host.tsx'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/global.css'

/** What every page knows of the site; asked for once, since a visit changes nothing of it. */
export function loader({ request, context }: LoaderFunctionArgs): RootFacts {
  const accepted = cookiesAccepted(request.headers.get('cookie'))
  return { ...context.get(serverDoor).site, cookiesAccepted: accepted }
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const [search] = useSearchParams()
  const theme = usePageTheme(search)
  return (
    <html lang="ru" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <Meta />
        <ThemeColour theme={theme} />
        <link rel="icon" href="/art/favicon.svg" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <PageStylesLink />
      </head>
      <body>
        <LinkContext value={SiteLink}>
          <ToastHost>{children}</ToastHost>
          <CookieNotice />
        </LinkContext>
        <ScrollRestoration />
        <Scripts />
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
