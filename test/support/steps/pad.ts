import type { BrowserContextOptions, Page } from 'playwright-core'
import type { EveningSoFar } from '#contract/report.ts'
import { concertAt, giveToken, musicianAt, ordersAt, queueAt } from '../product/product-calls.ts'
import { SOON_MS } from '../eventually.ts'
import type { TestSite } from '../browsers/journey.ts'
import { shows, showsList } from '../browsers/screen.ts'

/** Waits until the pad shows this song as the one that plays; on a second pad it is somebody else's. */
export async function padPlays(page: Page, title: string) {
  await shows(page, /^(?:Вы исполняете|Звучит)$/u)
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

/** What stands under «Ещё» of the pad's menu. */
const MORE =
  /^(?:Взять сет|Своя песня|Сыграно|Правила|Экран зала|Планшет в зале|Битва|Второй пульт|Хозяин|Звук|Клавиши|Кабинет|Завершить)/u

/** Presses a tile of the pad's menu or a line under «Ещё», or an action of another menu. */
export async function chooseInMenu(page: Page, action: string, other?: string) {
  if (other !== undefined) {
    await press(page, other)
    await page.getByRole('menuitem', { name: action }).click()
    return
  }
  await press(page, 'Меню концерта')
  const menu = page.getByRole('dialog', { name: /^(?:Концерт|Ещё)$/u })
  if (MORE.test(action)) await menu.getByRole('button', { name: 'Ещё', exact: true }).click()
  await menu
    .getByRole('button', { name: action })
    .or(menu.getByRole('link', { name: action }))
    .click()
}

/** Pauses the concert by the badge of its state, for so many minutes or without a time. */
export async function pauseOnPad(page: Page, minutes?: number) {
  await press(page, 'Концерт идёт')
  const sheet = page.getByRole('dialog', { name: 'Пауза' })
  const way =
    minutes === undefined
      ? 'Приостановить концерт'
      : new RegExp(`^\\d\\d:\\d\\d ${minutes}\\sмин$`, 'u')
  await sheet.getByRole('button', { name: way }).click()
}

/** Waits until the pad tells of a break. */
export const padRests = (page: Page) =>
  page.getByRole('region', { name: /^Перерыв до \d\d:\d\d$/u }).waitFor({ timeout: SOON_MS })

/** «Дольше» of the pad's menu. */
export async function playLonger(page: Page, minutes: 15 | 30 | 60) {
  await chooseInMenu(page, 'Дольше')
  await page.getByRole('button', { name: new RegExp(`\\+${minutes}\\sмин`, 'u') }).click()
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
