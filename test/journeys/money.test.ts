import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { POOR_CARD } from '#packages/tbank-sandbox/payer.ts'
import {
  ask,
  concertAt,
  giveToken,
  moneyAt,
  musicianAt,
  PASSWORD,
  queueAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { payAt } from '#test/support/product/paid-product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { openConcertPage } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, padPlays, press, pressBeside } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import {
  arrivedAt,
  bankTab,
  MONEY_MS,
  orderForMoney,
  payHere,
  tells,
} from '#test/support/steps/paying.ts'

const journey = onSite({
  variables: { CAPTURE_GRACE_SECONDS: '2', PAYOUT_NUMBER_HOLD_HOURS: '0' },
})

/** A running concert, its musician at the pad, and a listener on the page. */
async function evening(site: TestSite) {
  const { url } = site
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 50)
  const concert = await concertAt(url, musician)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), url, musician)
  await pad.goto(`${url}/artist?tab=concert`)
  const lera = await site.enter('Лера')
  await openConcertPage(lera, url, musician.username)
  return { url, musician, concert, pad, lera }
}

async function balanceBecomes(
  url: string,
  musician: TestMusician,
  money: Partial<Awaited<ReturnType<typeof moneyAt>>>,
) {
  const named = async () => {
    const all = await moneyAt(url, musician)
    return Object.fromEntries(Object.entries(all).filter(([name]) => name in money))
  }
  await eventually(named, { ...money }, MONEY_MS)
}

journey('a song paid by card is held, played, and credited without a tenth', async (site) => {
  const { url, musician, concert, pad, lera } = await evening(site)
  const { bank, paymentPath } = await orderForMoney(lera, 'Осень', 200)
  assert.deepEqual(await queueAt(url, concert), [], 'nobody sees a song that is not paid')
  await tells(lera, 'Ждём оплату')
  await payHere(bank, 'card')
  await tells(bank, 'Спасибо! Песня заказана')
  await shows(bank, /Банк удерживает 200\s₽/u)
  await tells(lera, 'Деньги удержаны')
  await shows(pad, '200 ₽')
  await balanceBecomes(url, musician, { available: 0, held: 180 })
  const details = await lera.context().newPage()
  await details.goto(`${url}${await paymentPath()}`)
  await tells(details, 'следующая')

  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Осень')
  // Its tab goes back to the concert by itself.
  for (const page of [bank, details]) await tells(page, /Сейчас играет ваша/u)
  await showsNoMore(details.getByText('следующая'))
  await press(pad, 'Следующий Трек')
  for (const page of [bank, lera]) await tells(page, /деньги у музыканта/iu)
  await balanceBecomes(url, musician, { available: 180, held: 0 })
  await pad.goto(`${url}/artist/balance`)
  // The row of a phone leaves the wide column out.
  await pad
    .getByText(/180\s₽/u)
    .filter({ visible: true })
    .first()
    .waitFor()
})

journey('a song paid by SBP and skipped comes back in full', async (site) => {
  const { url, musician, pad, lera } = await evening(site)
  const { bank } = await orderForMoney(lera, 'Пачка сигарет', 300)
  await payHere(bank, 'sbp')
  await tells(bank, 'Спасибо! Песня заказана')
  await tells(lera, 'Оплачено')
  await pressBeside(pad, 'Пачка сигарет', 'Удалить')
  await shows(pad, /Вернём 300\s₽ слушателю/u)
  await tells(bank, 'Музыкант пропустил эту песню.')
  await tells(lera, 'Деньги вернулись')
  await tells(bank, 'Деньги возвращены')
  await balanceBecomes(url, musician, { available: 0, held: 0 })
})

journey('a paid song that sounds is interrupted after a question, and comes back', async (site) => {
  const { url, musician, concert, pad, lera } = await evening(site)
  const { bank, paymentPath } = await orderForMoney(lera, 'Пачка сигарет', 300)
  await payHere(bank, 'card')
  await tells(bank, 'Спасибо! Песня заказана')
  await shows(pad, '300 ₽')
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Пачка сигарет')
  await press(pad, 'Пачка сигарет')
  await press(pad, 'Прервать')
  const question = pad.getByRole('alertdialog', { name: 'Прервать «Пачка сигарет»?' })
  await question.getByRole('button', { name: 'Играть дальше' }).click()
  await showsNoMore(question)
  await padPlays(pad, 'Пачка сигарет')

  await press(pad, 'Пачка сигарет')
  await press(pad, 'Прервать')
  await question.getByRole('button', { name: /^Прервать и вернуть 300\s₽$/u }).click()
  await shows(pad, /Прервали «Пачка сигарет»\. Вернём 300\s₽ слушателю/u)
  await shows(pad, 'Пока тишина')
  await tells(lera, 'Деньги вернулись')
  await tells(bank, 'Деньги возвращены')
  // The payer may open the page later, from the card of the order.
  const later = await lera.context().newPage()
  await later.goto(`${url}${await paymentPath()}`)
  for (const page of [bank, later]) {
    await page.getByRole('heading', { name: 'Деньги возвращены' }).waitFor()
    await shows(page, 'Музыкант прервал эту песню.')
    await shows(page, /Банк снял удержание 300\s₽, списания не было\./u)
  }
  assert.deepEqual(await queueAt(url, concert), [])
  await balanceBecomes(url, musician, { available: 0, held: 0 })
})

journey('paid songs left at the end of the concert all go back', async (site) => {
  const { url, musician, pad, lera } = await evening(site)
  const results: Page[] = []
  for (const [title, how] of [
    ['Группа крови', 'card'],
    ['Перемен', 'sbp'],
  ] as const) {
    const { bank } = await orderForMoney(lera, title, 100)
    await payHere(bank, how)
    await tells(bank, 'Спасибо! Песня заказана')
    results.push(bank)
  }
  await balanceBecomes(url, musician, { held: 180 })
  await press(pad, 'Следующий Трек')
  await chooseInMenu(pad, 'Завершить концерт')
  await pad.getByRole('button', { name: /^Не сыграна, вернуть 100\s₽$/u }).click()
  for (const page of results) await tells(page, /Концерт закончился, а песня не прозвучала/u)
  for (const page of results) await tells(page, 'Деньги возвращены')
  await balanceBecomes(url, musician, { available: 0, held: 0 })
})

journey('the last paid song is credited where it was played to its end', async (site) => {
  const { url, musician, pad, lera } = await evening(site)
  const { bank } = await orderForMoney(lera, 'Группа крови', 600)
  await payHere(bank, 'card')
  await tells(bank, 'Спасибо! Песня заказана')
  await press(pad, 'Следующий Трек')
  await chooseInMenu(pad, 'Завершить концерт')
  await press(pad, 'Сыграна, деньги мне')
  await shows(pad, 'Ваше следующее выступление')
  await balanceBecomes(url, musician, { available: 540, held: 0 })
})

journey('a gift of 100 is 95 for the musician, and arrives on his phone', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const lera = await site.enter('Лера')
  await lera.goto(`${url}/user/${musician.username}`)
  await lera
    .getByRole('link', { name: 'Поблагодарить' })
    .or(lera.getByRole('button', { name: 'Поблагодарить' }))
    .first()
    .click()
  const sheet = lera.getByRole('dialog')
  await sheet.getByText('100 ₽', { exact: true }).click()
  await sheet.getByLabel('Слова музыканту').fill('Спасибо за «Печаль»')
  const declined = await bankTab(lera, () => press(lera, 'Отправить'))
  await payHere(declined, { card: POOR_CARD })
  await tells(declined, 'Платёж не прошёл')
  await declined.getByRole('link', { name: 'Попробовать ещё раз' }).click()
  const words = declined.getByLabel('Слова музыканту')
  await eventually(() => words.inputValue(), 'Спасибо за «Печаль»', MONEY_MS)
  const bank = await bankTab(declined, () => press(declined, 'Отправить'))
  await payHere(bank, 'card')
  await tells(bank, 'Музыкант получил ваш перевод')
  await balanceBecomes(url, musician, { available: 95 })

  const artist = await site.enter('музыкант')
  await giveToken(artist.context(), url, musician)
  await artist.goto(`${url}/artist/account-settings`)
  await artist.getByLabel('Телефон для СБП').fill('79007654321')
  await artist.getByLabel('Банк').selectOption({ label: 'Сбербанк' })
  await artist.getByRole('textbox', { name: 'Текущий пароль' }).fill(PASSWORD)
  await press(artist, 'Проверить номер')
  const check = await bankTab(artist, () => press(artist, 'Проверить'))
  await payHere(check, 'card')
  await artist.getByRole('heading', { name: 'Номер проверен' }).waitFor({ timeout: MONEY_MS })
  await shows(artist, 'Выплаты начнутся после вашего ответа.')
  await press(artist, 'Да, это я')
  await shows(artist, 'Выплаты будут приходить на него.')
  // Money earned before the number was known is paid out by itself once its recipient is.
  await balanceBecomes(url, musician, { available: 0, paidOut: 95 })
  const inbox = await arrivedAt(url, '79007654321')
  assert.match(inbox, /95\s₽/u)
  assert.match(inbox, /9\s₽/u)
  await artist.goto(`${url}/artist/balance`)
  await shows(artist, /95\s₽/u)
  await withdrawsTwice(site, musician, artist)
})

/** The answer to the first withdrawal of another gift is lost; the one of the next gift is a new payout all the same. */
async function withdrawsTwice(site: TestSite, musician: TestMusician, page: Page) {
  const { url } = site
  async function gift(rubles: number) {
    const body = { artistUsername: musician.username, amount: rubles * 100 }
    await payAt(await ask(url, api.payment.donate, { body }), { method: 'sbp' })
    await balanceBecomes(url, musician, { available: rubles * 0.95 })
    await page.reload()
    await press(page, 'Вывести сейчас')
  }
  const confirm = (question: RegExp) =>
    page
      .getByRole('alertdialog', { name: question })
      .getByRole('button', { name: 'Вывести' })
      .click()
  await gift(100)
  site.expectFault(/payment\/payout/u)
  const lost = '**/payment/payout'
  await page.route(lost, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await confirm(/^Вывести 95\s₽\?$/u)
  await balanceBecomes(url, musician, { available: 0, paidOut: 190 })
  await press(page, 'Не сейчас')
  await page.unroute(lost)

  await gift(200)
  await confirm(/^Вывести 190\s₽\?$/u)
  await shows(page, /^190\s₽ идут/u)
  await balanceBecomes(url, musician, { available: 0, paidOut: 380 })
  assert.match(await arrivedAt(url, '79007654321'), /190\s₽/u)
}

journey('a card that the bank declines orders nothing, and another may be tried', async (site) => {
  const { url, musician, concert, lera } = await evening(site)
  const { bank } = await orderForMoney(lera, 'Печаль', 100, 'Для мамы!')
  await payHere(bank, { card: POOR_CARD })
  await tells(bank, 'Платёж не прошёл')
  await tells(lera, 'Платёж не прошёл')
  assert.deepEqual(await queueAt(url, concert), [])
  await lera.getByRole('link', { name: /^Оплатить ещё раз: /u }).click()
  const keepsAll = async (page: Page) => {
    const sheet = page.getByRole('dialog', { name: 'Печаль' })
    assert.equal(await sheet.getByLabel('Сумма заказа ₽').inputValue(), '100')
    const words = sheet.getByLabel('Слова к песне')
    assert.equal(await words.inputValue(), 'Для мамы!')
    await words.waitFor()
  }
  await keepsAll(lera)
  await bank.getByRole('link', { name: 'Попробовать ещё раз' }).click()
  await bank.waitForURL(/[?&]song=/u)
  // A press before the scripts run opens nothing; a reload waits for them.
  await bank.reload()
  await keepsAll(bank)
  const again = await bankTab(bank, () => press(bank, 'Заказать'))
  await payHere(again, 'card')
  await tells(again, 'Спасибо! Песня заказана')
  await tells(bank, 'Деньги удержаны')
  assert.equal(await bank.getByRole('region', { name: 'Ваша песня: Печаль' }).count(), 1)
  assert.equal(await bank.getByRole('link', { name: /^Оплатить ещё раз/u }).count(), 0)
  assert.deepEqual(await queueAt(url, concert), ['Печаль SCHEDULED ×1'])
  await balanceBecomes(url, musician, { held: 90 })
})

journey(
  'a tab that was closed half-way is opened again from the card of the order',
  async (site) => {
    const { url, concert, lera } = await evening(site)
    const { bank, paymentPath } = await orderForMoney(lera, 'Звезда по имени Солнце', 150)
    await bank.close()
    const path = await paymentPath()
    assert.match(path, /^\/payment\//u)
    await lera.reload()
    await tells(lera, 'Ждём оплату')
    const later = await lera.context().newPage()
    await later.goto(`${url}${path}`)
    const reopened = later.getByRole('link', { name: 'Перейти к оплате' })
    await later.goto((await reopened.getAttribute('href')) ?? '')
    await payHere(later, 'card')
    await tells(later, 'Спасибо! Песня заказана')
    assert.deepEqual(await queueAt(url, concert), ['Звезда по имени Солнце SCHEDULED ×1'])
  },
)
