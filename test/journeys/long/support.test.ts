import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  queueAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { openConcertPage, orderSong } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { bankTab, payHere, tells } from '#test/support/steps/paying.ts'

const journey = onSite()
const TITLE = 'Группа крови'

async function beginsEvening({ url }: TestSite, rules: Partial<EveningRules>, minimum?: number) {
  const musician = await musicianAt(url)
  if (minimum !== undefined) await takesMoney(url, musician, minimum)
  const concert = await concertAt(url, musician)
  await ask(url, api.artist.changeRules, { body: { sessionId: concert, rules } }, musician.token)
  return { url, musician, concert }
}

const rowOf = (page: Page, section: string) =>
  page
    .getByRole('region', { name: section, exact: true })
    .getByRole('listitem')
    .filter({ hasText: TITLE })

journey(
  'a waiting song is joined by one tap, seen by the musician, and left again',
  async (site) => {
    const { url, musician, concert } = await beginsEvening(site, { support: true })
    const first = await site.enter('Лера')
    await openConcertPage(first, url, musician.username)
    await orderSong(first, TITLE, TITLE)
    const second = await site.enter('Боря')
    await openConcertPage(second, url, musician.username)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)

    const plus = rowOf(second, 'В очереди').getByRole('button', { name: `Хочу тоже: ${TITLE}` })
    await plus.click()
    await shows(second, 'Вы тоже хотите')
    await shows(rowOf(second, 'В очереди'), /хотят 2, и вы/u)
    await shows(rowOf(first, 'В очереди'), /хотят 2/u)
    await shows(pad, '2 человека')
    await eventually(() => queueAt(url, concert), [`${TITLE} SCHEDULED ×2`])

    assert.equal(await plus.getAttribute('aria-pressed'), 'true')
    site.expectFault(/ERR_INTERNET_DISCONNECTED|WebSocket .* failed/u)
    await second.context().setOffline(true)
    await plus.click()
    await shows(second, 'Нет связи')
    await second.context().setOffline(false)
    await plus.click()
    await eventually(() => queueAt(url, concert), [`${TITLE} SCHEDULED ×1`])
    await eventually(() => plus.getAttribute('aria-pressed'), 'false')
  },
)

journey('two listeners pay for one song together, which then stands in the queue', async (site) => {
  const { url, musician, concert } = await beginsEvening(site, { support: true }, 1000)
  const first = await site.enter('Лера')
  await openConcertPage(first, url, musician.username)
  await first.getByRole('searchbox', { name: 'Найти песню' }).fill(TITLE)
  const found = first.getByRole('listitem').filter({ has: first.getByText(TITLE, { exact: true }) })
  await found.getByRole('link').first().click()
  const sheet = first.getByRole('dialog', { name: TITLE })
  await sheet.getByRole('link', { name: 'Собрать вместе, от 100 ₽' }).click()
  await shows(sheet, /Собрали 0 из 1000\s₽/u)
  await sheet.getByLabel('Ваша доля ₽').fill('400')
  const bank = await bankTab(first, () => press(first, 'Скинуться'))
  await payHere(bank, 'card')
  await tells(bank, 'Спасибо! Ваша доля внесена')
  await tells(rowOf(first, 'Собираем вместе'), 'Собираем 1 000 ₽: 1 человек, 400 ₽')
  await shows(rowOf(first, 'Собираем вместе'), 'вы в доле')
  await shows(
    first.getByRole('region', { name: `Вы поддержали: ${TITLE}` }),
    /Собираем 1\s000\s₽: 1\sчеловек, 400\s₽/u,
  )
  assert.deepEqual(await queueAt(url, concert), [`${TITLE} COLLECTING ×1`])
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), url, musician)
  await pad.goto(`${url}/artist?tab=concert`)
  await shows(rowOf(pad, 'Собираем'), '400 ₽ из 1 000 ₽ · 1 человек')

  const second = await site.enter('Боря')
  await openConcertPage(second, url, musician.username)
  await rowOf(second, 'Собираем вместе')
    .getByRole('link', { name: /Скинуться/u })
    .click()
  const share = second.getByRole('dialog', { name: TITLE })
  await shows(share, /Собрали 400 из 1000\s₽/u)
  await share.getByLabel('Ваша доля ₽').fill('600')
  const bankOfSecond = await bankTab(second, () => press(second, 'Скинуться'))
  await payHere(bankOfSecond, 'sbp')
  await tells(bankOfSecond, 'Спасибо! Вы в доле')
  for (const page of [first, second]) {
    await tells(rowOf(page, 'В очереди'), '2 человека, 1 000 ₽')
    await tells(page, '1-я в очереди')
    await showsNoMore(page.getByRole('region', { name: 'Собираем вместе' }))
  }
  assert.deepEqual(await queueAt(url, concert), [`${TITLE} SCHEDULED ×2`])
})
