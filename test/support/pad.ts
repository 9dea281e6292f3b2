import type { Page } from 'playwright-core'
import { SOON_MS } from './eventually.ts'
import { shows } from './screen.ts'

/** The song that the musician's pad calls the one that sounds. */
export async function padPlays(page: Page, title: string) {
  await shows(page, 'Вы исполняете')
  await page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: SOON_MS })
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
