import type { BrowserContextOptions, Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import type { TestSite } from '../browsers/journey.ts'
import { ask, giveToken } from '../product/product-calls.ts'
import type { TestMusician } from '../product/product-calls.ts'

/** Opens a page of the site with the musician logged in. */
export async function enterAs(
  site: TestSite,
  musician: TestMusician,
  path: string,
  size?: BrowserContextOptions,
): Promise<Page> {
  const page = await site.enter('музыкант', size)
  await giveToken(page.context(), site.url, musician)
  await page.goto(`${site.url}${path}`)
  return page
}

/** The songs that the musician plays: «Кино — Печаль». */
export async function repertoireAt(url: string, { username }: TestMusician): Promise<string[]> {
  const query = { artistUsername: username }
  const songs = await ask(url, api.songs.getFavoriteSongs, { query })
  return songs.map(({ artistName, title }) => `${artistName} — ${title}`)
}

/** Opens a song of the repertoire's page. */
export async function openSong(page: Page, title: string) {
  const rows = page.getByRole('region', { name: 'Вы играете' }).getByRole('button')
  await rows.filter({ has: page.getByText(title, { exact: true }) }).click()
}
