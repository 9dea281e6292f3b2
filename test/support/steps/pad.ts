import type { BrowserContextOptions, Page } from 'playwright-core'
import type { EveningSoFar } from '#contract/report.ts'
import { concertAt, giveToken, musicianAt, ordersAt, queueAt } from '../product/product-calls.ts'
import { SOON_MS } from '../eventually.ts'
import type { TestSite } from '../browsers/journey.ts'
import { shows, showsList } from '../browsers/screen.ts'

/** Waits until the musician's pad shows this song as the one that plays. */
export async function padPlays(page: Page, title: string) {
  await shows(page, 'Вы исполняете')
  await page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: SOON_MS })
}

export async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Ends the grace of every song in «Сыграно» of this page. */
export const withoutGrace = (pad: Page) =>
  pad.route('**/artist/evening?*', async (route) => {
    const answer = await route.fetch().catch(() => null)
    if (answer === null) return route.abort()
    const { data } = (await answer.json()) as { data: EveningSoFar }
    const played = data.played.map((song) => ({ ...song, undoUntil: song.endedAt }))
    return route.fulfill({ json: { data: { ...data, played } } })
  })

/** Presses one of the round buttons beside a song: «В очередь», «Удалить», «В начало», «Выше на одну». */
export async function pressBeside(page: Page, title: string, what: string) {
  await press(page, `${what}: ${title}`)
}

export async function chooseInMenu(page: Page, action: string, menu = 'Меню концерта') {
  await press(page, menu)
  await page.getByRole('menuitem', { name: action }).click()
}

type PadOptions = {
  screen?: BrowserContextOptions
  /** The site's address for the browser: a proxy has another one. */
  url?: string
}

/** Opens the pad of a new musician whose concert runs with these orders. */
export async function enterPad(
  site: TestSite,
  songs: readonly string[],
  { screen = {}, url = site.url }: PadOptions = {},
) {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, concertId, songs)
  const pad = await site.enter('музыкант', screen)
  await giveToken(pad.context(), url, musician)
  const open = async (page: Page) => {
    await page.goto(`${url}/artist`)
    await shows(page, 'Концерт идёт')
  }
  await open(pad)
  await showsList(pad, 'Заказы', songs)
  return { musician, concertId, pad, open, queue: () => queueAt(site.url, concertId) }
}

/** Flag active-session-pad-v2 is off for this page. */
export const withOneList = (pad: Page) =>
  pad.route('**/features?featureName=active-session-pad-v2*', (route) =>
    route.fulfill({ json: { data: false } }),
  )
