import type { Locator, Page } from 'playwright-core'
import { eventually, SOON_MS } from '../eventually.ts'

/** The titles in a list of the screen, from the top; short words are bound to the next ones. */
async function songsIn(page: Page, list: string): Promise<string[]> {
  const region = page.getByRole('region', { name: list, exact: true })
  const rows = await region.getByRole('listitem').allInnerTexts()
  return rows
    .map((row) => row.split('\n').find((line) => !/^\d*$/.test(line.trim())) ?? '')
    .map((title) => title.replaceAll('\u00A0', ' '))
}

/** Waits until the list has just these songs in this order. */
export async function showsList(page: Page, list: string, titles: readonly string[]) {
  await eventually(() => songsIn(page, list), [...titles])
}

/** Waits until the words are on the screen. */
export async function shows(place: Page | Locator, words: string | RegExp) {
  await place.getByText(words).first().waitFor({ timeout: SOON_MS })
}

export async function showsNoMore(what: Locator) {
  await what.waitFor({ state: 'hidden', timeout: SOON_MS })
}

/** A finger's tap where the element is, whatever lies over it there. */
export async function tapAt(what: Locator) {
  const box = await what.boundingBox()
  if (box === null) throw new Error(`${String(what)} is not on the screen`)
  await what.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

export const isFocused = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element === document.activeElement)

const MOST_TABS = 60

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, what: Locator) {
  await what.waitFor()
  for (let step = 0; step < MOST_TABS; step++) {
    if (await isFocused(what)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(what)}`)
}
