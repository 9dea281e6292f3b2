import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { giveToken, musicianAt } from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

async function assertOpen(page: Page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  assert.deepEqual(violations, [])
}

journey('an artist makes a key for buttons, sees it once and ends it', async (site) => {
  const { url } = site
  // The server names the fields that are wrong.
  site.expectFault(/400/u)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, await musicianAt(url))
  await page.goto(`${url}/artist/security`)
  await page.getByRole('link', { name: 'Ключи для кнопок и программ' }).click()
  await shows(page, 'Пока ни одного.')
  await page.getByRole('button', { name: 'Сделать ключ' }).click()
  await shows(page, 'Назовите устройство, чтобы узнать его потом')
  await page.getByLabel('Что это за устройство').fill('Педаль')
  await page.getByText('Открывать и закрывать приём заказов').click()
  await page.getByRole('button', { name: 'Сделать ключ' }).click()
  const key = await page.getByRole('textbox', { name: 'Ключ «Педаль»' }).inputValue()
  assert.match(key, /^bis-[\w-]{43}$/u)
  await shows(page, 'Смотреть · Вести очередь · Открывать и закрывать приём заказов')
  await assertOpen(page)
  const answer = await fetch(`${url}/api/v1/artist/queue`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(answer.status, 409)
  await page.reload()
  await shows(page, /^Последний раз:/u)
  assert.equal(await page.getByRole('textbox', { name: 'Ключ «Педаль»' }).count(), 0)
  // The secret of a new key stays while an old one is ended.
  await page.getByLabel('Что это за устройство').fill('Пульт')
  await page.getByRole('button', { name: 'Сделать ключ' }).click()
  const second = page.getByRole('textbox', { name: 'Ключ «Пульт»' })
  await second.waitFor()
  await page.getByRole('button', { name: 'Отключить ключ «Педаль»' }).click()
  await shows(page, 'Ключ «Педаль» отключён')
  assert.equal(await second.count(), 1)
  await page.getByRole('button', { name: 'Отключить ключ «Пульт»' }).click()
  await shows(page, 'Пока ни одного.')
  assert.equal(await second.count(), 0)
})

journey('an artist adds an address for events, and reads what it answered', async (site) => {
  const { url } = site
  // The server names the fields that are wrong.
  site.expectFault(/400/u)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, await musicianAt(url))
  await page.goto(`${url}/artist/devices`)
  await page.getByRole('link', { name: /^Вебхуки/u }).click()
  const field = page.getByLabel('Адрес вашей программы')
  await field.fill('http://example.com/')
  await page.getByRole('button', { name: 'Добавить адрес' }).click()
  await shows(page, 'Адрес начинается с https://')
  await field.fill('https://nobody.invalid/bis')
  await page.getByRole('button', { name: 'Добавить адрес' }).click()
  const secret = await page.getByRole('textbox', { name: 'Секрет подписи' }).inputValue()
  assert.match(secret, /^whsec_/u)
  await page.getByRole('button', { name: 'Готово' }).click()
  await showsNoMore(page.getByRole('textbox', { name: 'Секрет подписи' }))
  await assertOpen(page)
  await page.getByRole('button', { name: 'Убрать адрес https://nobody.invalid/bis' }).click()
  await shows(page, 'Пока ни одного.')
})

journey('a developer reads everything without a login', async (site) => {
  const page = await site.enter('разработчик')
  await page.goto(`${site.url}/developers`)
  await shows(page, 'Как сделать ключ')
  for (const closed of await page.locator('details > summary').all()) await closed.click()
  await assertOpen(page)
})
