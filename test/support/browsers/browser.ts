import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** The headless shell first: the journeys take two thirds of the time that a whole Chromium needs. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The folder for screenshots of a failed journey. */
export const RESULTS = fileURLToPath(new URL('../../../test-results', import.meta.url))

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 800 }
/** A tablet on a music stand. */
export const TABLET = { viewport: { width: 1180, height: 820 } }

const COOKIES_ANSWERED = { name: 'cookie_consent', value: 'accepted' }

/** The timeout of a person's step, after which the journey fails; a passing step never waits it out. */
const STEP_MS = 30_000

/** Returns the path of Chromium on this machine. */
export function chromiumPath(): string {
  const found = [process.env['CHROMIUM'] ?? '', ...BROWSERS].find((path) => existsSync(path))
  if (found === undefined) throw new Error('no Chromium: name it in CHROMIUM')
  return found
}

/** For pages that live for seconds: optimizing their scripts is a seventh of the renderers' processor time. */
export const UNOPTIMIZED = ['--js-flags=--no-maglev --no-turbofan']

export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    // The format of date fields is that of the machine's language; this one is in every build.
    env: { ...process.env, LANGUAGE: 'en-US' },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}

/** The longest wait for hydration: a journey may hold scripts back. */
const SCRIPTS_MS = 10_000

/**
 * True once React has hydrated the whole page, or where there is nothing to hydrate. React stores its root on the
 * document under a key of its own.
 */
function isHydrated(): boolean {
  if (document.querySelector('#modules') === null) return true
  const kept = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))
  return kept?.[1].stateNode.current.memoizedState.isDehydrated === false
}

/** Waits for hydration: scripts start after the first paint, maybe after the load event, and an earlier press has no handler. */
function loadWithScripts(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  async function loaded<T>(answer: T, waitUntil?: string): Promise<T> {
    const until = performance.now() + SCRIPTS_MS
    if (waitUntil === 'commit' || waitUntil === 'domcontentloaded') return answer
    // While a page redirects by itself, `evaluate` fails.
    while (!(await page.evaluate(isHydrated).catch(() => false)) && performance.now() < until)
      await sleep(20)
    return answer
  }
  page.goto = async (url, options) => loaded(await goto(url, options), options?.waitUntil)
  page.reload = async (options) => loaded(await reload(options), options?.waitUntil)
}

/** Opens one person's browser context, with its own cookies and storage: a phone in Moscow unless `options` say otherwise. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // Animations take processor time from the other journeys.
    reducedMotion: 'reduce',
    // Its cache would hide from a journey what the network does; a journey about it allows it.
    serviceWorkers: 'block',
    // All that a journey does not name is refused. Left to itself a headless shell refuses what a whole Chromium
    // grants unasked, such as the wake lock.
    permissions: [],
    ...options,
  })
  context.setDefaultTimeout(STEP_MS)
  if (options.javaScriptEnabled !== false) context.on('page', loadWithScripts)
  // The cookie notice counts as answered; a journey about it clears its cookies first. The web fonts load with the
  // page, as on a second visit: a font swap during a press moves the button away. Not every system has a share sheet;
  // a journey about it brings its own.
  await context.addInitScript(`try { localStorage.webFonts = 1 } catch {}
    delete Navigator.prototype.share
    delete Navigator.prototype.canShare`)
  await context.addCookies([{ ...COOKIES_ANSWERED, domain: '127.0.0.1', path: '/' }])
  return context
}

/** A whole Chromium requests the icon of a page by itself, when and as often as it likes; a headless shell never does. */
export const isIcon = (url: string) => new URL(url).pathname === '/art/favicon.svg'

/** A request that its own page aborted, such as the search for half a word, is no fault. */
const GIVEN_UP = 'net::ERR_ABORTED'

/** Records what a developer would see in this browser but a person would not: console errors, uncaught exceptions, failed requests. */
export function guard(name: string, context: BrowserContext, faults: string[]): void {
  const note = (what: string) => faults.push(`${name}: ${what}`)
  context.on('console', (line) => {
    if (line.type() === 'error') note(`console: ${line.text()} (${line.location().url})`)
  })
  context.on('weberror', (thrown) =>
    note(`uncaught: ${String(thrown.error())} (${thrown.page()?.url() ?? ''})`),
  )
  context.on('response', (answer) => {
    if (answer.status() < 400) return
    note(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed'
    if (why !== GIVEN_UP) note(`${why} ${request.method()} ${request.url()}`)
  })
}
