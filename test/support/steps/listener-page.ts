import type { Locator, Page } from 'playwright-core'
import { eventually, SOON_MS } from '../eventually.ts'

/** Opens the page of an artist for the first time and closes its hint. */
export async function openConcertPage(page: Page, url: string, username: string, query = '') {
  await page.goto(`${url}/user/${username}${query}`)
  await readHint(page)
}

/** Closes the hint of the first visit. */
export async function readHint(page: Page) {
  const hint = page.getByRole('dialog', { name: 'Закажите песню' })
  await hint.getByRole('button', { name: 'Понятно' }).click()
  await hint.waitFor({ state: 'hidden' })
}

/** Opens what can be done with an own order: why it has its place, its payment, its cancellation. */
export async function openOwnOrder(page: Page, title: string): Promise<Locator> {
  const screen = page.getByRole('button', { name: 'Вернуться к концерту' })
  if (await screen.isVisible()) await leaveOwnSong(page)
  await page.getByRole('link', { name: `Что можно сделать с заказом «${title}»` }).click()
  const sheet = page.getByRole('dialog', { name: title })
  await sheet.getByText('Отменить заказ').or(sheet.getByText('Забрать долю')).first().waitFor()
  return sheet
}

/** Waits until this own order has this reason for its place. */
export async function isPlaced(page: Page, title: string, why: string) {
  const sheet = await openOwnOrder(page, title)
  await sheet.getByText(why).waitFor({ timeout: SOON_MS })
  await sheet.getByRole('button', { name: 'Закрыть' }).click()
  await sheet.waitFor({ state: 'hidden' })
}

/** Goes back to the concert from the screen that an own song has become. */
export async function leaveOwnSong(page: Page) {
  const back = page.getByRole('button', { name: 'Вернуться к концерту' })
  await back.click({ timeout: SOON_MS })
  await back.waitFor({ state: 'hidden' })
}

/** The row of a song among those found. */
export function rowOf(page: Page, title: string): Locator {
  const words = page.getByText(title, { exact: true })
  return page.getByRole('listitem').filter({ has: words })
}

/** Types the beginning of a song's title and opens its sheet. */
export async function findSong(page: Page, title: string, typed: string): Promise<Locator> {
  // A sheet that closes gives the focus back, and what is typed goes to what has it.
  await eventually(() => page.locator('dialog:modal').count(), 0, SOON_MS)
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill(typed)
  await rowOf(page, title).getByRole('link').click()
  const sheet = page.getByRole('dialog', { name: title })
  await sheet.getByText('Вы хотите добавить этот трек?').waitFor()
  return sheet
}

/** Orders a song for free, found by the beginning of its title. */
export async function orderSong(page: Page, title: string, typed: string) {
  const sheet = await findSong(page, title, typed)
  await sheet.getByRole('button', { name: 'Да', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
}

/** Waits until the page shows this song as the one that plays now. */
export async function expectNow(page: Page, title: string) {
  const now = page.getByText(/^Сейчас играет/u).first()
  const back = page.getByRole('button', { name: 'Вернуться к концерту' })
  // The screen of his own song may come over it a moment later.
  const seen = async () => {
    if (await back.isVisible()) await leaveOwnSong(page)
    return now.isVisible()
  }
  await eventually(seen, true, SOON_MS)
  // Its listener's screen tells it once more.
  const heading = page.getByRole('heading', { name: title, exact: true }).first()
  await heading.waitFor({ timeout: SOON_MS })
}

/** Marks the page; returns the check that it has not been reloaded since. */
export async function withoutReload(page: Page): Promise<() => Promise<boolean>> {
  const mark = 'bis-journey-mark'
  await page.evaluate((name) => {
    Object.assign(window, { [name]: true })
  }, mark)
  return () => page.evaluate((name) => name in window, mark)
}

/** A page that others share is kept for a second. */
const KEPT_MS = 1100

/** Reloads the page once it says what has just changed. */
export async function reloadFresh(page: Page): Promise<void> {
  await page.waitForTimeout(KEPT_MS)
  await page.reload()
}
