import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { DESK, PHONE } from './browser.ts'
import type { House } from './house.ts'

const WIDTHS = [320, 390, 1280]
const DAY = [
  [PHONE, 'light'],
  [PHONE, 'dark'],
  [DESK, 'light'],
  [DESK, 'dark'],
] as const
/** The stage is dark whatever the telephone is. */
const STAGE = [
  [PHONE, 'light'],
  [DESK, 'dark'],
] as const

export type Screen = {
  name: string
  path: string
  /** What is there once the screen is. */
  sign: string
  /** What is pressed to see it. */
  open?: (page: Page) => Promise<void>
  stage?: true
}

/** Everything is still, so that no colour is measured in the middle of its change. */
export const enterStill = (house: House, name: string, options: BrowserContextOptions = {}) =>
  house.enter(name, { reducedMotion: 'reduce', ...options })

async function graveFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** Another size of the screen, once the page has drawn itself for it. */
async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** Looks at one screen in its themes, on a telephone and a desk, and at its edges. */
async function inspect(page: Page, url: string, screen: Screen): Promise<string[]> {
  const { name, path, sign, open, stage } = screen
  const found: string[] = []
  await page.setViewportSize(PHONE)
  await page.goto(`${url}${path}`)
  await open?.(page)
  await page.getByText(sign).first().waitFor()
  // What the scripts make of the server's page is looked at, not the page before them.
  await page.waitForLoadState('networkidle')
  for (const [size, colorScheme] of stage ? STAGE : DAY) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await resize(page, size)
    for (const fault of await graveFaults(page))
      found.push(`${name}, ${size.width}, ${colorScheme}: ${fault}`)
  }
  for (const width of WIDTHS) {
    await resize(page, { width, height: PHONE.height })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (over > 0) found.push(`${name}: ${over} px wider than a screen of ${width} px`)
  }
  return found
}

/** Looks at every screen, in two tabs at once. */
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
