import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { matchRoutes } from 'react-router'
import { DESK, PHONE } from './browser.ts'
import type { TestSite } from './journey.ts'

const WIDTHS = [320, 390, 1280] as const
/** A desk at 200 % zoom. */
const DESK_AT_200 = { width: DESK.width / 2, height: DESK.height / 2 }
/** Both themes at both sizes, every rule on a desk too, and the smallest common phone: takes twice as long. */
const WHOLE = process.env['LOOKS_WHOLE'] === '1'
const SMALL_PHONE = WHOLE ? { width: 360, height: 740 } : PHONE
const BRIEFLY = [
  [SMALL_PHONE, 'light'],
  [DESK, 'dark'],
] as const
const DAY = WHOLE ? ([...BRIEFLY, [SMALL_PHONE, 'dark'], [DESK, 'light']] as const) : BRIEFLY
/** The stage is dark whatever the phone's theme. */
const STAGE = BRIEFLY

/** A listener's own phone: not the artist's area and pads, nor what follows the size of its screen. */
const OF_LISTENERS = /^\/(?!artist|second-pad|admin|user\/[^/]+\/(?:screen|tablet))/u

export type Screen = {
  name: string
  path: string
  /** Text that is there once the screen is. */
  sign: string | RegExp
  /** Presses what opens it. */
  open?: (page: Page) => Promise<void>
  stage?: true
}

/** Enters with reduced motion, so that no colour is measured during a transition. */
export const enterStill = (site: TestSite, name: string, options: BrowserContextOptions = {}) =>
  site.enter(name, { reducedMotion: 'reduce', ...options })

type RunOptions = Parameters<AxeBuilder['options']>[0]

/** A second theme changes only the colours of a page, and a second size only what scrolls. */
const OF_LOOK: Pick<RunOptions, 'runOnly'> = {
  runOnly: { type: 'rule', values: ['color-contrast', 'scrollable-region-focusable'] },
}

async function seriousViolations(page: Page, only: typeof OF_LOOK): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], ...only })
    .setLegacyMode()
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** Whether the page renders within a second. */
const drawsAtOnce = () =>
  new Promise<boolean>((tell) => {
    requestAnimationFrame(() => requestAnimationFrame(() => tell(true)))
    setTimeout(() => tell(false), 1000)
  })

/** Resizes the screen and waits until the page has rendered for it. */
async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  // A background tab is rendered once a second, or never.
  while (!(await page.evaluate(drawsAtOnce))) await page.bringToFront()
}

/** The names of controls that are still covered by something else once scrolled to. */
function coveredPresses(): string[] {
  const modal = document.querySelector('dialog:modal, [role="menu"]')
  const presses = [...(modal ?? document).querySelectorAll<HTMLElement>('a[href], button, input')]
  return presses
    .filter((press) => {
      // Map pins lie where their places do, one over another, and a field's open list over what follows it.
      const away = press.closest(
        '.leaflet-container, [inert], [hidden], fieldset:disabled, :has([role=listbox]) ~ *',
      )
      if (away !== null || !press.checkVisibility({ visibilityProperty: true })) return false
      press.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { x, y, width, height } = press.getBoundingClientRect()
      // For screen readers alone, or shown on focus.
      if (width <= 2 || height <= 2 || y + height < 0) return false
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      if (top === null) return true
      const label = press instanceof HTMLInputElement ? [...(press.labels ?? [])] : []
      return ![press, ...label].some((one) => one.contains(top) || top.contains(one))
    })
    .map((press) => press.getAttribute('aria-label') ?? press.textContent.slice(0, 60))
}

function widerThanScreen(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const over = scrollWidth - clientWidth
  return over > 0 ? [`${over} px wider than a screen of ${clientWidth} px`] : []
}

/** Texts that stand out of the pill or card around them, or that something cuts off. */
function cutTexts(): string[] {
  const draws = (box: Element) => {
    const { display, overflowX, backgroundColor, borderTopWidth } = getComputedStyle(box)
    const plain = backgroundColor === 'rgba(0, 0, 0, 0)' && borderTopWidth === '0px'
    return display !== 'inline' && (!plain || overflowX !== 'visible')
  }
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  const found: string[] = []
  const modal = document.querySelector('dialog:modal')
  const texts = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const { parentElement: within, textContent } = texts.currentNode
    // A map is a picture with its own words.
    const away = within?.closest('noscript, .leaflet-container, [data-over-map]')
    if (!within?.checkVisibility({ visibilityProperty: true }) || away) continue
    let frame: Element = within
    while (frame !== document.body && !draws(frame)) frame = frame.parentElement ?? document.body
    const box = frame.getBoundingClientRect()
    // For screen readers alone.
    if (box.width <= 2 && box.height <= 2) continue
    const { overflowX, overflowY } = getComputedStyle(frame)
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const half = Number.parseFloat(getComputedStyle(within).fontSize) / 3
    const isOut = [...range.getClientRects()].some(({ left, right, top, height, width }) => {
      const middle = top + height / 2
      const beside = left < box.left - 2 || right > box.right + 2
      const over = middle - half < box.top - 2 || middle + half > box.bottom + 2
      return width > 2 && ((beside && !scrolls(overflowX)) || (over && !scrolls(overflowY)))
    })
    if (isOut) found.push((textContent ?? '').trim().slice(0, 60))
  }
  return found
}

const MOMENT_MS = 500

/** Returns only faults that are found twice: a concert goes on meanwhile, and its songs change their places. */
async function twice(look: () => Promise<string[]>): Promise<string[]> {
  const first = await look()
  if (first.length === 0) return []
  await sleep(MOMENT_MS)
  const second = new Set(await look())
  return first.filter((fault) => second.has(fault))
}

const inspected = new Set<string>()

/** It only takes a form and redirects back. */
const NO_PAGE = 'cookie-consent'

/** The files of the site's pages of which no address was inspected in this process. */
export function leftOut(routes: readonly RouteConfigEntry[]): string[] {
  const known = routes.map(({ path = '', index = false, file }) =>
    index ? { index: true as const, id: file } : { path, id: file },
  )
  const looked = new Set([...inspected].map((path) => matchRoutes(known, path)?.at(-1)?.route.id))
  return routes
    .filter(({ path, file }) => path !== NO_PAGE && !looked.has(file))
    .map(({ file }) => file)
}

/** Inspects one screen in its themes, on a phone and a desk, at 200 % zoom, at twice the size of text, and for overflow at its edges. */
async function inspect(page: Page, url: string, screen: Screen): Promise<string[]> {
  const { name, path, sign, open, stage } = screen
  const found: string[] = []
  inspected.add(new URL(path, url).pathname)
  await page.setViewportSize(SMALL_PHONE)
  await page.goto(`${url}${path}`)
  await open?.(page)
  await page.getByText(sign).first().waitFor()
  // The page is inspected after its scripts have run, not as the server sent it.
  await page.waitForLoadState('networkidle')
  for (const [size, colorScheme] of stage ? STAGE : DAY) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await resize(page, size)
    const first = size === SMALL_PHONE && colorScheme === 'light'
    const asked = first || (WHOLE && (stage ?? colorScheme === 'light')) ? {} : OF_LOOK
    for (const fault of await twice(() => seriousViolations(page, asked)))
      found.push(`${name}, ${size.width}, ${colorScheme}: ${fault}`)
  }
  const sizes = [...WIDTHS.map((width) => ({ width, height: PHONE.height })), DESK_AT_200]
  for (const size of sizes) {
    await resize(page, size)
    // With a clock of its own a page answers to its new size only in the turn after it was drawn.
    for (const wider of await twice(() => page.evaluate(widerThanScreen)))
      found.push(`${name}: ${wider}`)
  }
  for (const press of await twice(() => page.evaluate(coveredPresses)))
    found.push(`${name}: «${press}» stays under something at twice the size`)
  if (!OF_LISTENERS.test(path)) return found
  await resize(page, { width: WIDTHS[0], height: PHONE.height })
  const wire = await page.context().newCDPSession(page)
  await wire.send('Page.enable')
  await wire.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const look of [widerThanScreen, cutTexts])
    for (const fault of await twice(() => page.evaluate(look)))
      found.push(`${name}, text at twice its size: ${fault}`)
  await wire.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await wire.detach()
  return found
}

/** Inspects every screen, in two tabs at once. */
export async function inspectAll(
  page: Page,
  url: string,
  screens: readonly Screen[],
): Promise<void> {
  const found: string[] = []
  const left = [...screens]
  const lookOn = async (tab: Page) => {
    for (let screen = left.shift(); screen !== undefined; screen = left.shift())
      found.push(...(await inspect(tab, url, screen)))
  }
  await Promise.all([lookOn(page), lookOn(await page.context().newPage())])
  assert.deepEqual(found, [])
}
