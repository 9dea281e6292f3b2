import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { DESK, PHONE } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

const THANKS = 'Спасибо, что поделились своим мнением!'
const ANCHORS = [
  ['Как это работает', '#how-it-works', 'Как это работает'],
  ['Для кого', '#for-who', 'Для кого'],
  ['Цены', '#price', 'Сколько стоит'],
  ['Вопросы', '#faq', 'Вопросы'],
] as const

const hashOf = (page: Page) => new URL(page.url()).hash

/** The section's upper edge is on the screen. */
const isSeen = (page: Page, section: string) =>
  page.locator(section).evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    return top > -5 && top < window.innerHeight
  })

async function leadsTo(page: Page, [link, hash, heading]: (typeof ANCHORS)[number]) {
  const sections = page.getByRole('navigation', { name: 'Разделы' })
  await sections.getByRole('link', { name: link, exact: true }).click()
  await eventually(() => Promise.resolve(hashOf(page)), hash)
  await eventually(() => isSeen(page, hash), true)
  await page.locator(hash).getByRole('heading', { name: heading, level: 2 }).waitFor()
}

function enterPlain(site: TestSite, name: string) {
  // With JavaScript off the browser reports every script of the page as blocked.
  site.expectFault(/csp GET .*\.js$/)
  return site.enter(name, { javaScriptEnabled: false })
}

const writeIn = (page: Page, words: string) =>
  page.getByRole('textbox', { name: 'Сообщение' }).fill(words)
const send = (page: Page) => page.getByRole('button', { name: 'Отправить' }).click()

journey('the first page leads to its sections from a desk and from a phone', async (site) => {
  const desk = await site.enter('Лера', { viewport: DESK, reducedMotion: 'reduce' })
  await desk.goto(site.url)
  await desk.getByRole('heading', { level: 1, name: /Зал заказывает песни/ }).waitFor()
  for (const anchor of ANCHORS) await leadsTo(desk, anchor)

  const phone = await site.enter('Олег', { reducedMotion: 'reduce' })
  await phone.goto(site.url)
  const menu = phone.getByLabel('Меню', { exact: true })
  const list = phone.getByRole('navigation', { name: 'Разделы' })
  await menu.click()
  await leadsTo(phone, ANCHORS[1])
  await showsNoMore(list)
  await menu.press('Enter')
  await list.waitFor()
  await phone.keyboard.press('Escape')
  await showsNoMore(list)

  await phone.goto(`${site.url}/#price`)
  await eventually(() => isSeen(phone, '#price'), true)
})

journey('a phone sees the links of the first screen above the cookie bar', async (site) => {
  for (const viewport of [PHONE, { width: 360, height: 640 }]) {
    const page = await site.enter(`Лера ${viewport.height}`, { viewport })
    await page.context().clearCookies()
    await page.goto(site.url)
    await page.locator('#web-fonts[media=all]').waitFor({ state: 'attached' })
    await page.evaluate(() => document.fonts.ready)
    const link = await page.getByRole('link', { name: 'Слушателю: найти концерт' }).boundingBox()
    const bar = await page.getByRole('region', { name: 'Файлы cookie' }).boundingBox()
    assert.ok(link && bar && link.y + link.height <= bar.y, JSON.stringify({ link, bar }))
  }
})

journey(
  'a message stays until it is sent, says why it was not, and is thanked for',
  async (site) => {
    const page = await site.enter('Лера', { reducedMotion: 'reduce' })
    await page.goto(site.url)
    const colour = () =>
      page
        .getByRole('button', { name: 'Отправить' })
        .evaluate((button) => getComputedStyle(button).backgroundColor)
    const blank = await colour()
    await writeIn(page, '  \n ')
    assert.equal(await colour(), blank)
    await writeIn(page, 'Не хватает нот')
    assert.notEqual(await colour(), blank)
    site.expectFault(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await send(page)
    await shows(page, 'Не получилось отправить. Ваш текст на месте, попробуйте ещё раз.')
    const field = page.getByRole('textbox', { name: 'Сообщение' })
    assert.equal(await field.inputValue(), 'Не хватает нот')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')

    await page.context().setOffline(false)
    site.expectFault(/429/)
    const words = 'Слишком много сообщений. Попробуйте позже.'
    await page.route(
      '**/api/v1/feedback',
      (route) => route.fulfill({ status: 429, json: { code: 'TOO_MANY', message: words } }),
      { times: 1 },
    )
    await send(page)
    await shows(page.locator('#feedback form').getByRole('alert'), words)
    await writeIn(page, 'Не хватает нот на пульте')
    await showsNoMore(page.getByText(words))
    const answered = page.waitForResponse(/\/api\/v1\/feedback$/)
    await send(page)
    assert.deepEqual((await answered).request().postDataJSON(), {
      message: 'Не хватает нот на пульте',
    })
    await shows(page, THANKS)
    await showsNoMore(field)
    assert.ok(await page.locator('#feedback [tabindex]', { hasText: THANKS }).evaluate(isFocused))
    await page.getByRole('link', { name: 'Написать ещё' }).click()
    assert.equal(await field.inputValue(), '')
  },
)

const isFocused = (element: Element) => element === document.activeElement

journey('without scripts questions open', async (site) => {
  const page = await enterPlain(site, 'Олег')
  await page.goto(site.url)
  const answer = page.getByText('Пропустите её. Если заказ был платным, деньги вернутся слушателю.')
  assert.equal(await answer.isVisible(), false)
  await page.getByText('Что если я не знаю песню?').click()
  await answer.waitFor()
  await page.getByLabel('Меню', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Разделы' }).waitFor()
})
