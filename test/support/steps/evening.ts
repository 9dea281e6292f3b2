import { api } from '#contract/index.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { ask, concertAt, giveToken, musicianAt } from '../product/product-calls.ts'
import { openConcertPage } from './listener-page.ts'
import type { TestSite } from '../browsers/journey.ts'
import { shows } from '../browsers/screen.ts'
import type { Page } from 'playwright-core'

/** A running concert, its musician's pad, and two listeners on its page. */
export async function evening(site: TestSite, when?: Parameters<typeof concertAt>[2]) {
  const { url } = site
  const musician = await musicianAt(url)
  const sessionId = await concertAt(url, musician, when)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), url, musician)
  const [anya, boris] = [await site.enter('Аня'), await site.enter('Боря')]
  for (const page of [anya, boris]) await openConcertPage(page, url, musician.username)
  const change = (rules: Partial<EveningRules>) =>
    ask(
      url,
      api.artist.changeRules,
      { body: { sessionId, rules: { ...DEFAULT_RULES, ...rules } } },
      musician.token,
    )
  const refused = async (page: Page, words: string) => {
    const sheet = page.getByRole('dialog', { name: 'К сожалению песня не может быть добавлена' })
    await shows(sheet, words)
    await sheet.getByText('Понятно').click()
  }
  const calendar = async () => {
    const answer = await fetch(`${url}/user/${musician.username}/${sessionId}.ics`)
    const event = await answer.text()
    const line = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'mu').exec(event)?.[1]
    return { sequence: line('SEQUENCE'), end: line('DTEND') }
  }
  return { musician, sessionId, pad, anya, boris, change, refused, calendar }
}
