import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { ask, concertAt, musicianAt, takesMoney } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { openConcertPage, reloadFresh } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { bankFails, bankRecovers } from '#test/support/product/paid-product-calls.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { bankTab, MONEY_MS, payHere, tells } from '#test/support/steps/paying.ts'

const journey = onSite({ demo: true })
const ADMIN = 'mark-luzhin'
const CALLS = '**/api/v1/payment/donate'

const button = (sheet: Locator, name: string) => sheet.getByRole('button', { name, exact: true })

/** A listener before the sheet of a musician who has just signed up. */
async function beforeSheet(site: TestSite) {
  const musician = await musicianAt(site.url)
  const page = await site.enter('Лера')
  await page.goto(`${site.url}/user/${musician.username}`)
  const sheet = page.getByRole('dialog', { name: musician.name })
  return { musician, page, sheet }
}

async function openSheet(page: Page, sheet: Locator) {
  await page.getByRole('button', { name: 'Поблагодарить' }).click()
  await shows(sheet, 'Спасибо за поддержку музыканта!')
}

/** Counts the calls that leave the page. */
async function countCalls(page: Page): Promise<() => number> {
  let calls = 0
  await page.route(CALLS, (route) => {
    calls += 1
    return route.continue()
  })
  return () => calls
}

journey('a ready sum is chosen by one press, and the bank asks for it', async (site) => {
  const { musician, page, sheet } = await beforeSheet(site)
  await openSheet(page, sheet)
  const sums = sheet.getByRole('group', { name: 'Сумма' }).getByRole('button')
  assert.deepEqual(await sums.allInnerTexts(), ['100 ₽', '200 ₽', '500 ₽', '1000 ₽'])
  await sheet.getByRole('button', { name: '500 ₽', pressed: true }).waitFor()
  await shows(sheet, 'Комиссия сервиса 5 %')
  // This site issues no receipts.
  assert.equal(await sheet.getByLabel('Почта или телефон для чека').count(), 0)
  await button(sheet, '1000 ₽').click()
  await sheet.getByLabel('Слова музыканту').fill('я'.repeat(201))
  await shows(sheet, 'Лишних символов: 1')
  await button(sheet, 'Отправить').click()
  await shows(sheet, 'Сообщение — не длиннее 200 символов')
  await sheet.getByLabel('Слова музыканту').fill('За «Осень»')
  const bank = await bankTab(page, () => button(sheet, 'Отправить').click())
  await bank.getByRole('heading', { name: /^1\s?000\s₽$/u }).waitFor()
  await showsNoMore(sheet)
  await payHere(bank, 'card')
  const titles = async () =>
    (await ask(site.url, api.payment.balance, {}, musician.token)).entries.map(({ title }) => title)
  await eventually(titles, ['За «Осень»'], MONEY_MS)
})

journey('a sum of one’s own is sent by Enter and forgotten by Escape', async (site) => {
  const { page, sheet } = await beforeSheet(site)
  const calls = await countCalls(page)
  await openSheet(page, sheet)
  await button(sheet, 'Ввести свою сумму').click()
  const own = sheet.getByLabel('Своя сумма, ₽')
  await own.pressSequentially('77')
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: '500 ₽', pressed: true }).waitFor()
  await button(sheet, 'Ввести свою сумму').click()
  assert.equal(await own.inputValue(), '')

  await own.pressSequentially('девять 9')
  await page.keyboard.press('Enter')
  await shows(sheet, 'Нужны только цифры')
  await own.fill('9')
  await page.keyboard.press('Enter')
  await shows(sheet, 'Минимум 10 ₽')
  assert.equal(calls(), 0)
  await own.pressSequentially('5')
  await showsNoMore(sheet.getByText('Минимум 10 ₽'))
  const bank = await bankTab(page, () => page.keyboard.press('Enter'))
  await bank.getByRole('heading', { name: /^95\s₽$/u }).waitFor()
  assert.equal(calls(), 1)
})

journey('the older look steps by twenty, under the musician’s own words', async (site) => {
  const { url } = site
  const { musician, page, sheet } = await beforeSheet(site)
  const { username } = musician
  await takesMoney(url, musician, 50, { description: 'Спасибо за чай' })
  const body = { featureName: 'donation-new-ui-v1', username, enabled: false }
  await ask(url, api.features.setForArtist, { body }, await site.demoToken(ADMIN))
  await reloadFresh(page)
  await page.getByRole('button', { name: 'Поблагодарить' }).click()
  await shows(sheet, 'Спасибо за чай')
  await shows(sheet, '500 ₽')
  assert.equal(await button(sheet, 'Ввести свою сумму').count(), 0)
  const more = button(sheet, 'Больше на 20 ₽')
  for (let rubles = 500; rubles < 1000; rubles += 20) await more.click()
  await shows(sheet, '1000 ₽')
  assert.equal(await more.isDisabled(), true)
  await button(sheet, 'Меньше на 20 ₽').click()
  const bank = await bankTab(page, () => button(sheet, 'Отправить').click())
  await bank.getByRole('heading', { name: /^980\s₽$/u }).waitFor()
})

journey('where a new tab is not to be had, the bank opens in this one', async (site) => {
  const { page, sheet } = await beforeSheet(site)
  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await openSheet(page, sheet)
  await button(sheet, 'Отправить').click()
  await page.waitForURL(/\/sandbox-bank\/pay\//u)
  assert.equal(page.context().pages().length, 1)
  await page.goBack()
  await page.getByRole('button', { name: 'Поблагодарить' }).waitFor()
  assert.equal(await sheet.isVisible(), false)
})

journey('a bank that does not answer leaves words, and no blank tab', async (site) => {
  const { page, sheet } = await beforeSheet(site)
  await openSheet(page, sheet)
  site.expectFault(/503 .*donate/u)
  await bankFails(site.url, 'error_500', 'Init')
  const tab = page.context().waitForEvent('page')
  await button(sheet, 'Отправить').click()
  await tab
  await tells(sheet, 'Оплата временно недоступна')
  await eventually(() => Promise.resolve(page.context().pages().length), 1)
  await bankRecovers(site.url)
  await button(sheet, '200 ₽').click()
  await showsNoMore(sheet.getByText('Оплата временно недоступна'))
  const bank = await bankTab(page, () => button(sheet, 'Отправить').click())
  await bank.getByRole('heading', { name: /^200\s₽$/u }).waitFor()
})

journey('without scripts a gift goes to the bank by the form itself', async (site) => {
  const musician = await musicianAt(site.url)
  // With JavaScript off the browser reports every script of the page as blocked.
  site.expectFault(/csp GET .*\.js$/u)
  site.expectFault(/40\d .*thanks=1|status of 400/u)
  const page = await site.enter('Лера', { javaScriptEnabled: false })
  await page.goto(`${site.url}/user/${musician.username}`)
  const sheet = page.getByRole('dialog', { name: musician.name })
  await page.getByRole('button', { name: 'Поблагодарить' }).click()
  await button(sheet, 'Ввести свою сумму').click()
  await sheet.getByLabel('Своя сумма, ₽').fill('9')
  await sheet.getByLabel('Слова музыканту').fill('За песню')
  await button(sheet, 'Отправить').click()
  await sheet.getByText('Минимум 10 ₽').waitFor()
  assert.equal(await sheet.getByLabel('Слова музыканту').inputValue(), 'За песню')
  await sheet.getByLabel('Своя сумма, ₽').fill('150,50')
  await button(sheet, 'Отправить').click()
  await sheet.getByText('Целые рубли, без копеек').first().waitFor()
  assert.equal(await sheet.getByLabel('Своя сумма, ₽').inputValue(), '150,50')
  await sheet.getByLabel('Своя сумма, ₽').fill('150,00')
  await button(sheet, 'Отправить').click()
  await page.waitForURL(/\/sandbox-bank\/pay\//u)
  await page.getByRole('heading', { name: /^150\s₽$/u }).waitFor()
})

journey('a tip is asked for from the order tab, and the way back leads there', async (site) => {
  const musician = await musicianAt(site.url)
  await concertAt(site.url, musician)
  const page = await site.enter('Олег')
  await openConcertPage(page, site.url, musician.username)
  const sheet = page.getByRole('dialog', { name: musician.name })
  await openSheet(page, sheet)
  await page.keyboard.press('Escape')
  await showsNoMore(sheet)
  await page.getByRole('searchbox', { name: 'Найти песню' }).waitFor()
})
