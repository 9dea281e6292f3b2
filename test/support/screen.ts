import type { Locator, Page } from 'playwright-core'
import { eventually, SOON_MS } from './eventually.ts'

/** The titles in a list of the screen, from the top. */
async function songsIn(page: Page, list: string): Promise<string[]> {
  const region = page.getByRole('region', { name: list, exact: true })
  const rows = await region.getByRole('listitem').allInnerTexts()
  return rows.map((row) => row.split('\n').find((line) => !/^\d*$/.test(line.trim())) ?? '')
}

/** The list holds just these songs in this order, or is about to. */
export async function showsList(page: Page, list: string, titles: readonly string[]) {
  await eventually(() => songsIn(page, list), [...titles])
}

/** The words are on the screen, or are about to. */
export async function shows(place: Page | Locator, words: string | RegExp) {
  await place.getByText(words).first().waitFor({ timeout: SOON_MS })
}

export async function showsNoMore(what: Locator) {
  await what.waitFor({ state: 'hidden', timeout: SOON_MS })
}
