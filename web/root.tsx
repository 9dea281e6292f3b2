import { HIDDEN_TEXT, NO_ARTIST_TEXT } from '#domain/accounts/hidden-page.ts'
import { HOUR_MS } from '#domain/time.ts'
import { useContext, useEffect, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import {
  Link,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useLocation,
  useRouteError,
  useSearchParams,
} from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { CookieNotice, cookiesAccepted } from './features/cookie-consent/index.ts'
import {
  FONTS_ID,
  inlinedStyles,
  KEEP_TAPPED,
  LEAVE_LAYERS,
  LOAD_FAILED_ID,
  ORDERING_FILES,
  RETRY_SCRIPTS,
  USE_CACHED_FONTS,
  splitFonts,
  PageStyles,
  fileOf,
  usePageSheets,
} from './lib/pages/page-styles.ts'
import type { Theme, RootFacts } from './lib/pages/site-facts.ts'
import { usePageTheme, useUnattended } from './lib/pages/site-facts.ts'
import { serverApi } from './lib/calls/server-api.ts'
import { useViewFocus } from './lib/value-hooks.ts'
import { BrokenView, NotFoundView } from './parts/error-views.tsx'
import type { AnchorProps } from './ui/buttons/anchor.tsx'
import { LinkContext } from './ui/buttons/anchor.tsx'
import { ToastHost } from './ui/overlays/toast-host.tsx'
import { focusMain } from './ui/overlays/use-modal.ts'
import './ui/styles/tokens.css'
import './ui/styles/fonts.css'
import './ui/styles/global.css'

/** A link inside the site, opened without loading the whole page again. */
function SiteLink({ href, ...rest }: AnchorProps) {
  return <Link discover="none" to={href} {...rest} />
}

const DAY = '#eef2f6'
const STAGE = '#130e0a'
const LAMP = '#ff7a1a'

/** The colour of the browser's own bar above a page of this theme; the page's background, as in tokens.css. */
function ThemeColour({ theme }: { theme: Theme }) {
  if (theme !== undefined)
    return <meta name="theme-color" content={theme === 'stage' ? STAGE : LAMP} />
  return (
    <>
      <meta name="theme-color" content={DAY} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={STAGE} media="(prefers-color-scheme: dark)" />
    </>
  )
}

/**
 * The stylesheets of the page. The first HTML inlines them, since a stylesheet file delays the first paint on a phone
 * by a second and a half; pages opened later link theirs.
 */
function PageStylesLink() {
  const { nonce, styles } = useContext(PageStyles)
  const sheets = usePageSheets()
  const [first] = useState(
    inlinedStyles ??
      splitFonts(sheets, sheets.map((sheet) => styles.get(fileOf(sheet))).join('\n')),
  )
  const onServer = typeof document === 'undefined'
  const later = sheets.filter((sheet) => !first.sheets.includes(sheet))
  return (
    <>
      <style
        data-sheets={first.sheets.join(' ')}
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: first.text }}
      />
      <style
        id={FONTS_ID}
        media={onServer ? 'not all' : 'all'}
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: first.fonts }}
      />
      {import.meta.env.SSR && (
        <script
          nonce={nonce}
          dangerouslySetInnerHTML={{
            __html: USE_CACHED_FONTS + RETRY_SCRIPTS + KEEP_TAPPED + LEAVE_LAYERS,
          }}
        />
      )}
      {later.map((sheet) => (
        <link key={sheet} rel="stylesheet" href={sheet} />
      ))}
    </>
  )
}

/** The parts that stand together in a file have no styles of their own in the HTML: without scripts they come at once. */
function ScriptlessStyles() {
  const { partFiles } = useContext(PageStyles)
  const files = new Set(ORDERING_FILES.flatMap((name) => partFiles.get(name) ?? []))
  return (
    <noscript>
      {[...files]
        .filter((file) => file.endsWith('.css'))
        .map((sheet) => (
          <link key={sheet} rel="stylesheet" href={sheet} />
        ))}
    </noscript>
  )
}

/** The site's own values on every page; loaded once, since a visit changes none of them. */
export function loader({ request, context }: LoaderFunctionArgs): RootFacts {
  const accepted = cookiesAccepted(request.headers.get('cookie'))
  const { site, now } = context.get(serverApi)
  const hour = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS
  return { ...site, cookiesAccepted: accepted, now: hour }
}

export const shouldRevalidate = () => false

const TEXT_FIELD = 'input:read-write, textarea:read-write'
/** A press outside of the field ends before the page restores its layout (ms). */
const TYPING_REST_MS = 300

/** Marks the page with the type of the focused text field: a keyboard then leaves it little room. */
function useTypingMark(): void {
  useEffect(() => {
    const page = document.documentElement
    let timer = 0
    const ended = new AbortController()
    const field = () => document.activeElement?.closest<HTMLInputElement>(TEXT_FIELD)
    const mark = () => {
      const type = field()?.type
      if (type === undefined) return
      clearTimeout(timer)
      page.dataset['typing'] = type
    }
    const rest = ({ target }: FocusEvent) => {
      // Whatever else loses the focus meanwhile would put it off: a page that moves long after a press startles.
      if (!(target instanceof Element) || !target.matches(TEXT_FIELD)) return
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        if (!field()) delete page.dataset['typing']
      }, TYPING_REST_MS)
    }
    mark()
    addEventListener('focusin', mark, { signal: ended.signal })
    addEventListener('focusout', rest, { signal: ended.signal })
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [])
}

function skipToMain(event: MouseEvent) {
  event.preventDefault()
  focusMain()
}

export function Layout({ children }: { children: ReactNode }) {
  const [search] = useSearchParams()
  const theme = usePageTheme(search)
  const unattended = useUnattended()
  useTypingMark()
  return (
    <html lang="ru" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content"
        />
        <Meta />
        <ThemeColour theme={theme} />
        <link rel="icon" href="/art/favicon.svg" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <PageStylesLink />
        <ScriptlessStyles />
      </head>
      <body>
        <a href="#main" className="sr skip" onClick={skipToMain}>
          К содержанию
        </a>
        <LinkContext value={SiteLink}>
          <ToastHost>{children}</ToastHost>
          {!unattended && <CookieNotice />}
        </LinkContext>
        <p id={LOAD_FAILED_ID} role="alert" hidden className="lost">
          Нет связи. Проверьте интернет, дальше загрузим сами.
        </p>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useViewFocus(useLocation().pathname)
  return <Outlet />
}

const TITLES_OF_404 = [HIDDEN_TEXT, NO_ARTIST_TEXT]

export function ErrorBoundary() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <NotFoundView title={TITLES_OF_404.find((title) => title === error.data)} />
  ) : (
    <BrokenView />
  )
}
