import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { YEAR_SECONDS } from '#domain/time.ts'
import { eventually } from '#test/support/eventually.ts'
import { giveToken } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { enterStill, inspectAll } from '#test/support/browsers/looks.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const OFFER = 'https://docs.example/offer'
const HELP = 'zal@bis.example'
const journey = onSite({
  demo: true,
  variables: { OFFER_URL: OFFER, SUPPORT_EMAIL: HELP, TEST_CALLS: 'off' },
})
const ON_STAGE = 'tretya-paradnaya'
const FILL_ALL = 'Пожалуйста, заполните все обязательные поля'
const NOT_SENT = 'Не удалось отправить сообщение. Попробуйте позже.'
const SENT = 'Запрос успешно отправлен. Мы свяжемся с вами по email.'

const notice = (page: Page) => page.getByRole('region', { name: 'Файлы cookie' })
const agree = (page: Page) => notice(page).getByRole('button', { name: 'Хорошо' })

/** A first-time visitor. */
async function enterAnew(site: TestSite, name: string, options = {}) {
  const page = await site.enter(name, options)
  await page.context().clearCookies()
  return page
}

/** Whether the cookie notice covers any part of a button. */
async function covers(page: Page, name: string): Promise<boolean> {
  await page.getByRole('button', { name, exact: true }).first().scrollIntoViewIfNeeded()
  const button = await page.getByRole('button', { name, exact: true }).first().boundingBox()
  const words = await notice(page).boundingBox()
  assert.ok(button && words, `${name} and the words are on the page`)
  return button.y + button.height > words.y
}

async function fillForm(page: Page, typed: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(text)
}

const QUESTION = {
  Имя: 'Лера',
  Почта: 'lera@hall.example',
  Тема: 'Не пришли деньги',
  Сообщение: 'Песню пропустили вчера.\nГде мои 300 ₽?',
}

journey('the words about cookies stand beside the main button until answered', async (site) => {
  const page = await enterAnew(site, 'Лера')
  await page.goto(`${site.url}/user/${ON_STAGE}?tab=profile`)
  await notice(page).getByText('Сайту нужны cookie').waitFor()
  assert.equal(await covers(page, 'Поблагодарить'), false)
  while (!(await agree(page).evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await showsNoMore(notice(page))
  const kept = (await page.context().cookies()).find(({ name }) => name === 'cookie_consent')
  assert.ok(kept)
  assert.ok(Math.abs(kept.expires - Date.now() / 1000 - YEAR_SECONDS) < 3600, 'kept for a year')
  await page.goto(`${site.url}/about`)
  await shows(page, 'Демонстрация: реквизиты вымышлены')
  assert.doesNotMatch(await (await page.request.get(`${site.url}/about`)).text(), /Файлы cookie/u)
})

journey('the words about cookies can be read by everybody', async (site) => {
  const page = await enterStill(site, 'Олег')
  await page.context().clearCookies()
  await inspectAll(page, site.url, [
    { name: 'by day and by night', path: '/about', sign: 'Сайту нужны', stage: true },
  ])
})

journey('the words about cookies never lie on the pad’s button', async (site) => {
  for (const [name, options] of [
    ['пульт в телефоне', {}],
    ['пульт на пюпитре', TABLET],
  ] as const) {
    const page = await enterAnew(site, name, options)
    const token = await site.demoToken(ON_STAGE)
    await giveToken(page.context(), site.url, { token })
    await page.goto(`${site.url}/artist?tab=concert`)
    await notice(page).waitFor()
    assert.equal(await covers(page, 'Следующий Трек'), false, name)
  }
})

journey('without scripts cookies are agreed to and help is asked for by forms', async (site) => {
  site.expectFault(/csp GET .*\.js$/)
  site.expectFault(/400 POST .*\/tariffs/)
  site.expectFault(/console: Failed to load resource.*400/)
  const page = await enterAnew(site, 'Олег', { javaScriptEnabled: false })
  await page.goto(`${site.url}/tariffs?from=hall`)
  assert.equal(await covers(page, 'Отправить'), false)
  await agree(page).click()
  await showsNoMore(notice(page))
  assert.equal(page.url(), `${site.url}/tariffs?from=hall`)
  await page.getByRole('button', { name: 'Отправить' }).click()
  await shows(page, FILL_ALL)
  await fillForm(page, { ...QUESTION, Почта: 'lera' })
  await page.getByRole('button', { name: 'Отправить' }).click()
  await page.getByRole('textbox', { name: 'Почта' }).and(page.locator('[aria-invalid]')).waitFor()
  assert.equal(await page.getByLabel('Сообщение').inputValue(), QUESTION.Сообщение)
  await fillForm(page, { Почта: QUESTION.Почта })
  await page.getByRole('button', { name: 'Отправить' }).click()
  await shows(page, SENT)
})

journey('a question to support loses nothing on its way', async (site) => {
  site.expectFault(/400 POST .*\/pricing/)
  site.expectFault(/console: Failed to load resource/)
  site.expectFault(/ERR_FAILED POST .*\/pricing/)
  const page = await site.enter('Лера')
  await page.goto(`${site.url}/pricing?topic=Разбор#support`)
  assert.equal(await page.getByLabel('Тема').inputValue(), 'Разбор')
  await page.goto(`${site.url}/pricing`)
  const send = page.getByRole('button', { name: 'Отправить' })
  await fillForm(page, { Имя: QUESTION.Имя })
  await send.click()
  await shows(page, FILL_ALL)
  assert.equal(await page.getByLabel('Имя').getAttribute('aria-invalid'), null)
  assert.equal(
    await page.getByLabel('Почта').evaluate((field) => field === document.activeElement),
    true,
    'the first blank field is where to go on',
  )
  await fillForm(page, QUESTION)
  await page.route('**/pricing.data*', (route) => route.abort())
  await send.click()
  await shows(page, NOT_SENT)
  await page.unroute('**/pricing.data*')
  await page.reload()
  for (const [label, text] of Object.entries(QUESTION))
    await eventually(() => page.getByLabel(label, { exact: true }).inputValue(), text)
  await send.click()
  await shows(page, SENT)
  await page.getByRole('link', { name: 'Написать ещё' }).click()
  await send.waitFor()
  assert.equal(await page.getByLabel('Сообщение').inputValue(), '', 'what was sent is no draft')
})

journey('the footer and sign-up lead to the documents and to people', async (site) => {
  site.expectFault(/404 .*\/super\/secret/)
  site.expectFault(/console: Failed to load resource.*404/)
  const page = await site.enter('Олег')
  await page.goto(`${site.url}/about`)
  const foot = page.getByRole('contentinfo')
  const hrefOf = (name: string) => foot.getByRole('link', { name }).getAttribute('href')
  assert.equal(await hrefOf('Публичная оферта'), OFFER)
  assert.equal(await hrefOf(HELP), `mailto:${HELP}`)
  for (const network of ['ВКонтакте', 'Telegram', 'YouTube'])
    assert.match((await hrefOf(network)) ?? '', /^https:\/\/example\.org\/\w+\/bis$/u)
  assert.deepEqual(
    await Promise.all(
      ['Регистрация', 'Вход', 'О компании', 'Политика конфиденциальности'].map(hrefOf),
    ),
    ['/signup', '/login', '/about', '/privacy'],
  )
  const moved = await page.request.get(`${site.url}/offer`, { maxRedirects: 0 })
  assert.deepEqual([moved.status(), moved.headers()['location']], [302, OFFER])
  await foot.getByRole('link', { name: 'Цены и оплата' }).click()
  await page.getByRole('heading', { level: 1, name: 'Цены и оплата' }).waitFor()
  await page.getByRole('heading', { name: '10% С заказов песен' }).waitFor()
  await page.getByRole('heading', { name: '5% С благодарностей' }).waitFor()
  await shows(page, 'Он отмечает заказ, и песня показывается в очереди всему залу.')
  await shows(page, 'Нажимает «Следующий Трек» перед исполнением и ещё раз после него.')
  await shows(page, 'Исполнение не подтвердили до конца концерта? Заказ отменяется')
  await page.goto(`${site.url}/tariffs`)
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
  assert.equal(canonical, `${site.url}/pricing`)
  await foot.getByRole('link', { name: 'Страница-пример' }).click()
  await page.waitForURL(`**/user/${ON_STAGE}`)
  await page.goto(`${site.url}/super/secret`)
  await shows(page, 'Cтраница не найдена')
  await page.getByRole('link', { name: 'Написать в поддержку в Telegram' }).waitFor()
  await page.goto(`${site.url}/future`)
  await shows(page, 'Future implementation')
  await page.getByRole('link', { name: 'Написать нам в Telegram' }).waitFor()
})
