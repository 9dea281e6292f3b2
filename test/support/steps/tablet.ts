import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import type { TestSite } from '../browsers/journey.ts'
import { shows } from '../browsers/screen.ts'
import { ask } from '../product/product-calls.ts'
import { press } from './pad.ts'

/** Types the code of the pad and a table, to pair a tablet or to carry it there. */
export async function typeCode(tablet: Page, code: string, table: number) {
  await tablet.getByLabel('Код с пульта').fill(code)
  await tablet.getByLabel('Стол', { exact: true }).fill(String(table))
}

/** Pairs an open tablet with the running concert of an artist of the demo. */
export async function pairAtDemo(tablet: Page, site: TestSite, artistUsername: string) {
  const { url } = site
  const current = await ask(url, api.page.getCurrentSessionInfo, { query: { artistUsername } })
  const body = { sessionId: current.id }
  const { code } = await ask(url, api.tablets.code, { body }, await site.demoToken(artistUsername))
  await typeCode(tablet, code, 7)
  await press(tablet, 'Подключить')
  await shows(tablet, 'Стол 7')
}
