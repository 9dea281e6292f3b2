import type { Locator, Page } from 'playwright-core'
import { eventually, SOON_MS } from './eventually.ts'

/** The titles in a list of the screen, from the top. */
export async function songsIn(page: Page, list: string): Promise<string[]> {
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

/** The song that the musician's pad calls the one that sounds. */
export async function padPlays(page: Page, title: string) {
  const current = page.getByRole('region', { name: 'Вы исполняете' })
  await current.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: SOON_MS })
}

export async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
}

/** One of the round buttons beside a song: «В очередь», «Удалить», «В начало», «Выше на одну». */
export async function pressBeside(page: Page, title: string, what: string) {
  await press(page, `${what}: ${title}`)
}

export async function chooseInMenu(page: Page, action: string) {
  await press(page, 'Меню концерта')
  await page.getByRole('menuitem', { name: action }).click()
}
