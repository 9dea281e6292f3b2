import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import type { Role } from '#domain/accounts/operators.ts'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import {
  ask,
  concertAt,
  giveToken,
  lettersAt,
  musicianAt,
  PASSWORD,
  photoAt,
  takesMoney,
  tokenAt,
} from '#test/support/product/product-calls.ts'
import { paidOrderAt, payAt, paymentAt } from '#test/support/product/paid-product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { MONEY_MS } from '#test/support/steps/paying.ts'

const journey = onSite({ demo: true })
const DESK = { viewport: { width: 1440, height: 900 } }

/** An operator of this role at his console. */
async function operatorAt(site: TestSite, role: Role, options: object = DESK): Promise<Page> {
  const { url } = site
  const operator = await musicianAt(url)
  const body = { username: operator.username, role, reason: 'other', words: 'На смену' }
  await ask(url, api.operator.setRole, { body }, await site.demoToken(DEMO_LOGIN))
  const page = await site.enter(role, options)
  await giveToken(page.context(), url, operator)
  await page.goto(`${url}/admin`)
  await page.getByRole('heading', { name: 'Администратору' }).waitFor()
  return page
}

/** Finds by the one field and opens what is found. */
async function find(page: Page, input: string) {
  await page.getByRole('searchbox').fill(input)
  await page.keyboard.press('Enter')
}

/** Opens the card of an account by anything that names it. */
async function openAccount(page: Page, input: string, username: string) {
  await find(page, input)
  await page.getByRole('heading', { name: 'Люди' }).waitFor()
  await page.getByRole('link', { name: username }).first().click()
  await page.getByRole('heading', { name: 'Что сделать' }).waitFor()
}

/** The dialog of a deed takes its reason where none is chosen, and refuses to go without one. */
async function chooseReason(page: Page, name: RegExp | string) {
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Причина')
  if ((await reason.inputValue()) !== '') return
  await dialog.getByRole('button', { name }).click()
  await shows(dialog, 'Выберите причину')
  await reason.selectOption('Обман')
}

async function confirm(page: Page, name: RegExp | string, words: string) {
  const dialog = page.getByRole('dialog')
  await chooseReason(page, name)
  await dialog.getByLabel('Что увидит владелец и журнал').fill(words)
  await dialog.getByRole('button', { name }).click()
  await showsNoMore(dialog)
}

journey('a photo is hidden on a complaint by keys, and comes back by a letter', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const photo = await photoAt(url, musician)
  const complaint = { username: musician.username, photo, reason: 'obscene' }
  const asked = { words: 'Мы зашли с ребёнком', email: 'masha@example.org' }
  await ask(url, api.complaints.send, { body: { ...complaint, ...asked } })

  const page = await operatorAt(site, 'MODERATOR')
  await page.getByRole('link', { name: 'Жалобы', exact: true }).click()
  const open = page.getByRole('article', { name: 'Непристойное' })
  await shows(open, 'Мы зашли с ребёнком')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  assert.deepEqual(violations, [])
  await page.keyboard.press('h')
  const reason = page.getByRole('dialog').getByLabel('Причина')
  assert.equal(await reason.inputValue(), 'obscene')
  await confirm(page, 'Скрыть фото', 'Это фото мы показать не можем')
  await open.getByRole('button', { name: 'Вернуть фото' }).waitFor()
  const info = () => ask(url, api.page.getInfo, { query: { artistUsername: musician.username } })
  assert.deepEqual((await info()).artistInfoDTO.imageUrls, [])
  await page.keyboard.press('r')
  await page.keyboard.type('Спасибо, фотографию скрыли.')
  await page.getByRole('link', { name: 'Журнал' }).click()
  await page.getByRole('link', { name: 'Жалобы', exact: true }).click()
  await page.getByRole('button', { name: 'Отправить ответ' }).click()
  await shows(page, 'Никто не жалуется.')
  const answers = () => lettersAt(url, 'masha@example.org')
  await eventually(async () => (await answers()).length, 1)
  const [answer] = await answers()
  assert.match(answer?.text ?? '', /^Спасибо, фотографию скрыли\./u)
  assert.equal(answer?.subject, 'Ваша жалоба: Лада и струны, фото 1')
  const told = await lettersAt(url, musician.email)
  assert.match(told[0]?.text ?? '', /Это фото мы показать не можем/u)

  const letter = { name: 'Лада', email: musician.email, topic: 'Моё фото', message: 'Это картина' }
  await ask(url, api.feedback.support, { body: letter })
  await page.getByRole('link', { name: 'Письма' }).click()
  await shows(page.getByRole('article', { name: 'Моё фото' }), 'Это картина')
  await openAccount(page, musician.username, musician.username)
  await page.locator('li:has(img)').getByRole('button', { name: 'Вернуть' }).click()
  await confirm(page, 'Вернуть', 'Правда картина')
  await eventually(async () => (await info()).artistInfoDTO.imageUrls.length, 1)
})

journey(
  'a fraudster is blocked in the middle of a concert, and all his payers are paid back',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    await takesMoney(url, musician, 50)
    const concert = await concertAt(url, musician)
    const ids: string[] = []
    for (const title of ['Печаль', 'Zombie', 'Creep']) {
      const { orderId, paymentURL } = await paidOrderAt(url, musician, concert, {
        title,
        rubles: 250,
      })
      await payAt(paymentURL, { method: 'card' })
      ids.push(orderId)
    }
    const states = async () => {
      const found = await Promise.all(ids.map((id) => paymentAt(url, id)))
      return [...new Set(found.map(({ state }) => state))].join()
    }
    await eventually(states, 'secured', MONEY_MS)
    const page = await operatorAt(site, 'ADMIN')
    await find(page, musician.username)
    await page.getByRole('link', { name: musician.username }).first().click()
    await page.getByRole('heading', { name: 'Что сделать' }).waitFor()
    await page.getByRole('button', { name: 'Заблокировать' }).click()
    await shows(page.getByRole('dialog'), /3 заказа на 750/u)
    // One more pays while the words are typed: the figures are asked about again.
    const late = await paidOrderAt(url, musician, concert, { title: 'Перемен', rubles: 250 })
    await payAt(late.paymentURL, { method: 'card' })
    ids.push(late.orderId)
    await eventually(states, 'secured', MONEY_MS)
    const dialog = page.getByRole('dialog')
    await chooseReason(page, 'Заблокировать')
    await dialog.getByLabel('Что увидит владелец и журнал').fill('взял деньги и ушёл')
    await dialog.getByRole('button', { name: 'Заблокировать' }).click()
    await shows(dialog, 'Цифры изменились. Проверьте их и нажмите ещё раз.')
    await shows(dialog, /4 заказа на 1\s000/u)
    await dialog.getByRole('button', { name: 'Заблокировать' }).click()
    await shows(page, 'заблокирован')
    await eventually(states, 'returned', MONEY_MS)
    const listener = await site.enter('слушатель')
    site.expectFault(/404|403/u)
    await listener.goto(`${url}/user/${musician.username}`)
    await shows(listener, 'Страница скрыта')
  },
)

journey(
  'a payment is found by its concert and from the letter about it at night on a telephone, and given back with a word',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    await takesMoney(url, musician, 50)
    const concert = await concertAt(url, musician)
    const wish = { title: 'Печаль', rubles: 500 }
    const { orderId, paymentURL } = await paidOrderAt(url, musician, concert, wish)
    await payAt(paymentURL, { method: 'card' })
    const state = async () => (await paymentAt(url, orderId)).state
    await eventually(state, 'secured', MONEY_MS)
    const page = await operatorAt(site, 'CASHIER', { viewport: { width: 390, height: 844 } })
    await openAccount(page, musician.username, musician.username)
    await page.getByRole('link', { name: /^Платежи:/u }).click()
    await page.getByRole('heading', { name: 'Платежи концерта' }).waitFor()
    await page.getByRole('link', { name: 'Печаль' }).click()
    await shows(page, orderId)
    const listener = await site.enter('слушатель')
    await listener.goto(`${url}/payment/${orderId}`)
    await listener.getByRole('link', { name: orderId }).click()
    const asked = { Имя: 'Лера', Почта: 'lera@example.org', Сообщение: 'Я на другом концерте' }
    for (const [label, text] of Object.entries(asked))
      await listener.getByLabel(label, { exact: true }).fill(text)
    await listener.getByRole('button', { name: 'Отправить' }).click()
    await shows(listener, /^Запрос успешно отправлен/u)
    await page.goto(`${url}/admin?tab=support`)
    await page.getByRole('link', { name: `Платёж ${orderId}` }).click()
    await page.getByRole('link', { name: 'Найти номер из письма' }).click()
    await page.getByRole('button', { name: /^Вернуть деньги, 500/u }).click()
    await confirm(page, /^Вернуть деньги, 500/u, 'Слушатель ошибся концертом')
    await eventually(state, 'returned', MONEY_MS)
    await page.goto(`${url}/admin?tab=log`)
    await shows(page, 'Слушатель ошибся концертом')
  },
)

journey('an account is deleted on request, and its owner comes back', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await operatorAt(site, 'ADMIN')
  await openAccount(page, musician.email, musician.username)
  await page.getByRole('button', { name: 'Удалить' }).click()
  await shows(page.getByRole('dialog'), '14 дней владелец может вернуться')
  await confirm(page, 'Удалить', 'По письму владельца')
  const last = async () => (await lettersAt(url, musician.email))[0]
  await eventually(async () => (await last())?.subject, 'Аккаунт удалён')
  assert.match((await last())?.text ?? '', /Её удалила поддержка\./u)
  await page.getByRole('button', { name: 'Заблокировать' }).click()
  await confirm(page, 'Заблокировать', 'Просил не владелец')
  await page.getByRole('button', { name: 'Разблокировать' }).click()
  await shows(page.getByRole('dialog'), 'страницу вернёт только вход его владельца')
  await confirm(page, 'Разблокировать', 'Всё же владелец')
  await tokenAt(url, musician.username, PASSWORD)
  await ask(url, api.page.getInfo, { query: { artistUsername: musician.username } })
})
