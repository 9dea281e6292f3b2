import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { giveToken, musicianAt } from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { announceConcert } from '#test/support/steps/musician-steps.ts'

const journey = onSite({ demo: false })
const LONG = 'Щ'.repeat(120)
const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

/** By how many pixels the screen is wider than the window, for each window where it is. */
async function tooWide(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (over > 0) found.push(`${name}: ${over} px wider than ${size.width} px`)
  }
  return found
}

journey(
  'the longest title and venue without a single space stay within every screen',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await site.enter('музыкант')
    await giveToken(page.context(), url, musician)
    await page.goto(`${url}/artist`)
    await announceConcert(page, { title: LONG, place: LONG, town: 'Тверь' })
    const concertId = page.url().split('/').at(-1) ?? ''
    const found = await tooWide(page, 'the concert’s form')
    const own = `/user/${musician.username}`
    for (const path of [
      '/',
      '/artist?tab=announcement',
      '/artist?tab=concert',
      `${own}/${concertId}`,
      `${own}?tab=afisha`,
      `${own}?tab=order`,
    ]) {
      await page.goto(`${url}${path}`)
      await page.getByText(LONG).first().waitFor()
      found.push(...(await tooWide(page, path.replace(own, '/user').replace(concertId, 'concert'))))
    }
    assert.deepEqual(found, [])
  },
)
