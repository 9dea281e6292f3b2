import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import { api } from '#contract/index.ts'
import {
  ask,
  comingConcertAt,
  giveToken,
  lettersAt,
  musicianAt,
} from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

journey('an artist speaks to his followers, and takes his word back', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await comingConcertAt(url, musician)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, musician)
  await page.goto(`${url}/artist/words`)
  await shows(page, 'На вас пока никто не подписан.')
  const field = page.getByLabel('Что сказать')
  await field.fill('я'.repeat(301))
  await shows(page, '301 / 300')
  await field.fill('В среду играем новое')
  await shows(page, 'Так это придёт')
  assert.equal(await page.getByRole('button', { name: 'Отправить' }).isDisabled(), true)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  assert.deepEqual(violations, [])

  const asked = { artistUsername: musician.username, email: 'fan@example.org', consent: true }
  await ask(url, api.follows.byEmail, { body: { ...asked, timeZone: 'Europe/Moscow' } })
  const [letter] = await lettersAt(url, asked.email)
  const token = /\/follow\/([\w-]{43})/u.exec(letter?.text ?? '')?.[1] ?? ''
  await ask(url, api.follows.confirm, { body: { token } })
  await page.reload()
  await shows(page, /^Подписано: 1\./u)
  await field.fill('В среду играем новое')
  await page.getByLabel('Кнопка').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Отправить' }).click()
  await shows(page, 'ждёт отправки')
  await page.getByRole('button', { name: 'Забрать' }).click()
  await showsNoMore(page.getByText('ждёт отправки'))
  await shows(page, 'Пока ничего.')
})
