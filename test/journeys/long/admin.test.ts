import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import { ask, concertAt, giveToken, musicianAt } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

// A site of its own: messages of other journeys would be in the lists, and a flag affects all of them.
const journey = onSite({ demo: true })

async function enterAsAdmin(site: TestSite, tab: string, options = {}): Promise<Page> {
  const { url } = site
  const page = await site.enter('администратор', options)
  await giveToken(page.context(), url, { token: await site.demoToken(DEMO_LOGIN) })
  await page.goto(`${url}/admin`)
  await page.getByRole('link', { name: tab, exact: true }).click()
  return page
}

const isOn = (url: string, featureName: string, username: string) =>
  ask(url, api.features.check, { query: { featureName, username } })

journey('an admin turns a flag for all and for one artist, and takes both back', async (site) => {
  const { url } = site
  const { username } = await musicianAt(url)
  const flag = 'social-media-color'
  const page = await enterAsAdmin(site, 'Флаги')
  const row = page.getByRole('listitem').filter({ hasText: `${flag}. Изначально выключено` })

  await row.locator('label').click()
  const question = page.getByRole('alertdialog', { name: 'Включить для всех?' })
  await question.getByRole('button', { name: 'Включить' }).click()
  await shows(page, 'Включено для всех')
  await eventually(() => isOn(url, flag, username), true)
  await row.getByRole('button', { name: 'Вернуть как было' }).click()
  await shows(page, 'Настройка убрана')
  await eventually(() => isOn(url, flag, username), false)
  await row.getByRole('switch', { checked: false }).waitFor()

  await press(page, 'Задать')
  await shows(page, 'Введите никнейм.')
  site.expectFault(/404 POST .*features\/setter-user|status of 404/u)
  await page.getByLabel('Никнейм').fill('nikto-takoy')
  await press(page, 'Задать')
  await shows(page, 'Такого музыканта нет')
  await page.getByLabel('Никнейм').fill(username)
  await page.getByLabel('Флаг').selectOption(flag)
  await press(page, 'Задать')
  await shows(row, `${username}: включено`)
  assert.equal(await isOn(url, flag, username), true)
  await row.getByRole('button', { name: /^Убрать/u }).click()
  await showsNoMore(row.getByText(`${username}: включено`))
  assert.equal(await isOn(url, flag, username), false)
})

journey('an admin reads what people wrote, and marks who was answered', async (site) => {
  const { url } = site
  const page = await enterAsAdmin(site, 'Отзывы', TABLET)
  await shows(page, 'Отзывов пока нет.')
  await page.getByRole('link', { name: 'Письма' }).click()
  await shows(page, 'Никто не ждёт ответа.')

  for (let number = 1; number <= 41; number++)
    await ask(url, api.feedback.send, { body: { message: `Отзыв номер ${number}.\nСпасибо!` } })
  await ask(url, api.feedback.support, {
    body: {
      name: 'Лера',
      email: 'lera@example.org',
      topic: 'Не пришёл возврат',
      message: 'Песню пропустили, денег нет.',
    },
  })
  await press(page, 'Обновить')
  await page.getByRole('link', { name: 'Не пришёл возврат' }).click()
  const request = page.getByRole('article', { name: 'Не пришёл возврат' })
  await shows(request, 'Песню пропустили, денег нет.')
  await request.getByRole('button', { name: /^Ответ не нужен/u }).click()
  await shows(page, 'Никто не ждёт ответа.')
  await page.getByRole('link', { name: 'С ответом' }).click()
  await page.getByRole('link', { name: 'Не пришёл возврат' }).click()
  await shows(request, 'Отмечено')
  await shows(request, DEMO_LOGIN)
  await request.getByRole('button', { name: /^Вернуть в ожидание/u }).click()
  await shows(page, 'Пока никому не ответили.')

  for (let number = 1; number <= 41; number++) {
    const topic = `Вопрос ${number}`
    const body = { name: 'Лера', email: 'lera@example.org', topic, message: 'Как войти?' }
    await ask(url, api.feedback.support, { body })
  }
  const late = page.getByRole('link', { name: 'Не пришёл возврат' })
  const newest = page.getByRole('link', { name: 'Вопрос 41' })
  await page.getByRole('link', { name: 'Ждут ответа' }).click()
  await press(page, 'Показать ещё')
  await late.click()
  // A letter of an older page opens no other one in its place.
  await request.waitFor()
  const address = page.url()
  await page.reload()
  await newest.waitFor()
  assert.equal(await page.getByRole('article').filter({ visible: true }).count(), 0)
  await press(page, 'Показать ещё')
  await request.waitFor()
  assert.equal(page.url(), address)
  const answer = request.getByLabel('Ответ на lera@example.org')
  await answer.fill('Вернём сегодня.')
  const id = new URL(address).searchParams.get('id') ?? ''
  const earlier = { params: { id }, body: { text: 'Вернули вчера.' } }
  await ask(url, api.admin.answerSupport, earlier, await site.demoToken(DEMO_LOGIN))
  site.expectFault(/409 POST .*\/answer|status of 409/u)
  await press(page, 'Отправить ответ')
  await shows(page, /^На это уже ответили/u)
  await newest.waitFor()
  assert.equal(await late.count(), 0)
  await page.getByRole('link', { name: 'С ответом' }).click()
  await late.click()
  await shows(request, 'Вернули вчера.')
  assert.equal(await answer.inputValue(), 'Вернём сегодня.')
  await press(page, 'Отправить ответ')
  await shows(page, 'Ответ отправлен')

  await page.getByRole('link', { name: 'Отзывы' }).click()
  await shows(page, 'Отзыв номер 41.')
  const first = page.getByText('Отзыв номер 1.', { exact: false }).filter({ hasText: /1\.\s/u })
  await press(page, 'Показать ещё')
  await shows(page, /^Отзыв номер 1\./u)
  assert.ok((await first.count()) > 0)
  await showsNoMore(page.getByRole('button', { name: 'Показать ещё' }))
})

journey('an admin finds an account and goes on to its flags', async (site) => {
  const musician = await musicianAt(site.url)
  const page = await enterAsAdmin(site, 'Аккаунты')
  const account = page.getByRole('listitem').filter({ hasText: musician.email })
  await shows(account, 'Группа')
  await shows(account, '0 концертов')
  await shows(account, 'Номер не проверен')
  await account.getByRole('link', { name: /^Флаги: /u }).click()
  await page.getByRole('heading', { name: 'Для одного музыканта' }).waitFor()
  assert.equal(await page.getByLabel('Никнейм').inputValue(), musician.username)

  await page.getByRole('link', { name: 'Аккаунты' }).click()
  await page.getByRole('heading', { name: 'Аккаунты' }).waitFor()
  await page.getByRole('searchbox').fill('нет-такого-человека')
  await press(page, 'Найти')
  await shows(page, 'Никого не нашлось.')
  await page.getByRole('searchbox').fill(musician.email.toUpperCase())
  await press(page, 'Найти')
  await page.getByRole('link', { name: `${musician.name}, ${musician.username}` }).waitFor()
})

journey('a tab that could not be read says so and is read by the next press', async (site) => {
  const page = await enterAsAdmin(site, 'Флаги')
  await page.getByRole('switch', { name: 'Цветные значки соцсетей' }).waitFor({ state: 'attached' })
  site.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/u)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Аккаунты' }).click()
  await page.getByRole('heading', { name: 'Не получилось открыть' }).waitFor()
  await shows(page, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
  await page.context().setOffline(false)
  await press(page, 'Попробовать ещё раз')
  await page.getByRole('searchbox').waitFor()
})

journey('whoever is an admin no more is told so in place, and stays signed in', async (site) => {
  const page = await enterAsAdmin(site, 'Флаги')
  const words = { code: 'NOT_YOURS', message: 'Это может только администратор', requestId: '' }
  await page.route('**/features/setter', (route) => route.fulfill({ status: 403, json: words }))
  site.expectFault(/403/u)
  await page.locator('li label').filter({ hasText: 'Цветные значки соцсетей' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Включить' }).click()
  await shows(page, 'Это может только администратор')
  await page.getByRole('link', { name: 'Отзывы' }).click()
  await page.getByRole('heading', { name: 'Отзывы' }).waitFor()
})

journey('an operator opens the console on tonight, and leads it by keys', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await concertAt(url, musician)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const page = await enterAsAdmin(site, 'Сегодня', { viewport })
    await page.locator(`tr a[href^="/user/${musician.username}/"]`).waitFor()
    await page.getByRole('heading', { name: 'Ждут вас' }).waitFor()
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    assert.deepEqual(violations, [])
    await page.keyboard.press('/')
    await page.keyboard.type(musician.username)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Люди' }).waitFor()
    await page.getByRole('searchbox').blur()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Сведения' }).waitFor()
  }
})
