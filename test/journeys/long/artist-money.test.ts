import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  PASSWORD,
  queueAt,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { padPlays, press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

/** The grace of a played song, the bank, and a machine that is busy with others. */
const CREDITED_MS = 60_000

/** The demo bank's page: the card is filled in already. */
async function payAtBank(page: Page) {
  await page.getByRole('button', { name: /^Оплатить/u }).click()
  await page.waitForURL(/\/payment\//u)
}

async function enterArea(site: TestSite, musician: TestMusician): Promise<Page> {
  const page = await site.enter('музыкант')
  await giveToken(page.context(), site.url, musician)
  return page
}

async function fillNumber(page: Page, site: TestSite) {
  await page.goto(`${site.url}/artist/account-settings`)
  await page.getByLabel('Телефон для СБП').fill('+7 (900) 123-45-67')
  await page.getByLabel('Банк').selectOption({ label: 'Т-Банк' })
  await page.getByRole('textbox', { name: 'Текущий пароль' }).fill(PASSWORD)
}

/** Pays for the check of the number; `answered`: confirms there and then who the receiver is. */
async function checkNumber(page: Page, { answered }: { answered: boolean }) {
  await press(page, 'Проверить номер')
  await shows(page, 'Комиссия за проверку — 1 рубль.')
  const opened = page.context().waitForEvent('page')
  await press(page, 'Проверить')
  const bank = await opened
  await bank.waitForURL(/\/sandbox-bank\/pay\//u)
  await payAtBank(bank)
  await bank.close()
  await page.getByRole('heading', { name: 'Номер проверен' }).waitFor()
  await shows(page, /^Это вы: /u)
  if (!answered) {
    await press(page, 'Нет, сменить номер')
    await showsNoMore(page.getByRole('alertdialog'))
    return
  }
  await press(page, 'Да, это я')
  await shows(page, '9 рублей отправлены на номер +7\u00A0900\u00A0123-45-67')
  await press(page, 'Понятно')
  // Behind an open dialog nothing can be typed.
  await showsNoMore(page.getByRole('dialog'))
}

/** A listener pays for a song of the running concert. */
async function paidOrder(
  site: TestSite,
  musician: TestMusician,
  sessionId: string,
  rubles: number,
): Promise<void> {
  const answer = await fetch(`${site.url}${pathOf(api.songs.orderSong)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      songId: null,
      title: `Песня за ${rubles}`,
      artistName: 'Зал',
      imageUrl: '',
      artistUsername: musician.username,
      sessionId,
      amount: rubles * 100,
    }),
  })
  const { data } = (await answer.json()) as { data: AnswerOf<typeof api.songs.orderSong> }
  const listener = await site.enter(`слушатель ${rubles}`)
  await listener.goto(data.paymentURL ?? '')
  await payAtBank(listener)
}

journey('wrong payment settings are told at their fields, right ones are kept', async (site) => {
  const page = await enterArea(site, await musicianAt(site.url))
  await page.goto(`${site.url}/artist`)
  await page.getByRole('link', { name: 'Настройки' }).click()
  const phone = page.getByLabel('Телефон для СБП')
  await page.getByText('Платные заказы').click()
  await press(page, 'Сохранить')
  await shows(page, 'Обязательно ввести номер телефона')
  await shows(page, 'Обязятельно нужно выбрать банк для перевода по СБП')
  assert.equal(await phone.evaluate((field) => field === document.activeElement), true)

  await phone.fill('8900')
  await page.getByLabel('Минимальная сумма заказа').fill('5')
  await press(page, 'Сохранить')
  await shows(page, 'Неверный формат номера: 8900. Ожидается формат 79xxxxxxxxx')
  await shows(page, 'Минимальная сумма оплаты должна быть не меньше 10 рублей')

  // Reopens the page, where the typed values are still there.
  await fillNumber(page, site)
  await page.getByRole('switch', { name: 'Платные заказы', checked: true }).waitFor()
  await page.getByLabel('Минимальная сумма заказа').fill('150')
  await page.getByRole('textbox', { name: 'Текущий пароль' }).fill('')
  await press(page, 'Сохранить')
  await shows(page, 'Введите текущий пароль')
  site.expectFault(/400 .*auth\/update|status of 400 .*auth\/update/u)
  await page.getByRole('textbox', { name: 'Текущий пароль' }).fill('Ne-tot-parol-1')
  await press(page, 'Сохранить')
  await shows(page, 'Текущий пароль не подошёл')
  await page.getByRole('textbox', { name: 'Текущий пароль' }).fill(PASSWORD)
  await page.getByLabel('Слова благодарности').fill('Спасибо за чай')
  await press(page, 'Сохранить')
  await shows(page, 'Настройки сохранены')
  await page.reload()
  await page.getByRole('switch', { name: 'Платные заказы', checked: true }).waitFor()
  assert.equal(await phone.inputValue(), '79001234567')
  assert.equal(await page.getByLabel('Минимальная сумма заказа').inputValue(), '150')
})

journey(
  'settings that could not be sent stay in their fields and are saved later',
  async (site) => {
    const page = await enterArea(site, await musicianAt(site.url))
    site.expectFault(/auth\/update|ERR_INTERNET_DISCONNECTED/u)
    await fillNumber(page, site)
    await page.context().setOffline(true)
    await press(page, 'Сохранить')
    await shows(page, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
    assert.equal(await page.getByLabel('Телефон для СБП').inputValue(), '79001234567')
    await page.context().setOffline(false)
    await press(page, 'Сохранить')
    await shows(page, 'Настройки сохранены')
  },
)

journey('a paid song is taken back, played again, credited and paid out', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await enterArea(site, musician)

  await page.goto(`${url}/artist/balance`)
  await page
    .getByRole('button', { name: 'Вывести сейчас' })
    .and(page.locator(':disabled'))
    .waitFor()
  await page.getByRole('link', { name: 'Открыть настройки' }).click()
  await page.waitForURL(/#payment$/u)
  await fillNumber(page, site)
  await page.getByText('Платные заказы').click()
  await press(page, 'Сохранить')
  await shows(page, 'Настройки сохранены')
  await checkNumber(page, { answered: false })
  await page.goto(`${url}/artist/balance`)
  await shows(page, 'банк называет получателя «Иван Иванович И.»')
  await press(page, 'Да, это я')
  await showsNoMore(page.getByText('банк называет получателя'))

  const concertId = await concertAt(url, musician)
  await paidOrder(site, musician, concertId, 300)
  await page.goto(`${url}/artist?tab=concert`)
  await shows(page, '300 ₽')
  await paidOrder(site, musician, concertId, 200)
  await shows(page, '200 ₽')

  await press(page, 'Следующий Трек')
  await padPlays(page, 'Песня за 300')
  await press(page, 'Следующий Трек')
  await padPlays(page, 'Песня за 200')
  await page.reload()
  await press(page, 'Отменить')
  await padPlays(page, 'Песня за 300')
  await eventually(
    async () => (await queueAt(url, concertId)).toSorted(),
    ['Песня за 200 QUEUED ×1', 'Песня за 300 NOW ×1'],
  )
  await press(page, 'Следующий Трек')
  await padPlays(page, 'Песня за 200')
  await showsNoMore(page.getByRole('heading', { name: 'Песня за 300' }))

  await page.goto(`${url}/artist/balance`)
  const line = page.getByRole('listitem').filter({ hasText: 'Песня за 300' })
  await line.getByText('Удерживается').waitFor({ timeout: SOON_MS })
  const until = performance.now() + CREDITED_MS
  while (!(await line.getByText('Зачислено').isVisible())) {
    assert.ok(performance.now() < until, 'the song is credited')
    await page.reload()
    await line.waitFor()
  }
  await line.getByText('+270 ₽').waitFor()
  await line.getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Песня за 300' })
  await details.getByText('300 ₽ минус комиссия 30 ₽').waitFor()
  await details.getByRole('button', { name: 'Закрыть' }).click()

  await press(page, 'Вывести сейчас')
  const question = page.getByRole('alertdialog', { name: 'Вывести 270 ₽?' })
  await question.getByText('+7\u00A0900\u00A0123-45-67, Т-Банк').waitFor()
  await question.getByRole('button', { name: 'Вывести' }).click()
  await press(page, 'Понятно')
  const payout = page.getByRole('listitem').filter({ hasText: 'Вывод' })
  await payout.getByText('Выплачено').waitFor({ timeout: CREDITED_MS })
  await payout.getByText('−270 ₽').waitFor()

  const saved = page.waitForEvent('download')
  await press(page, 'Скачать CSV')
  const file = await saved
  assert.equal(file.suggestedFilename(), 'vypiska.csv')
  assert.match(await readFile(await file.path(), 'utf8'), /Песня за 300/u)

  await page.getByRole('link', { name: 'По концертам' }).click()
  const concert = page.getByRole('listitem').filter({ hasText: 'Тихий концерт' })
  await concert.getByText('Сыграно: 1 заказ').waitFor()
  await concert.getByText('Удерживается 180 ₽').waitFor()
})

journey(
  'a number that somebody else set is taken back by the e-mail, without a login',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await enterArea(site, musician)
    await fillNumber(page, site)
    // Saved from another page meanwhile.
    const elsewhere = { paymentDTO: { minSongAmount: 300 } }
    await ask(url, api.auth.update, { body: elsewhere }, musician.token)
    await checkNumber(page, { answered: true })

    await page.getByLabel('Телефон для СБП').fill('79007654321')
    await page.getByRole('textbox', { name: 'Текущий пароль' }).fill(PASSWORD)
    await press(page, 'Сохранить')
    await shows(page, 'выплаты на него начнутся не раньше')
    const settings = await ask(url, api.page.getAccountInfo, {}, musician.token)
    assert.equal(settings.paymentDTO.minSongAmount, 300)

    const messages = await fetch(`${url}/mailbox.json?to=${encodeURIComponent(musician.email)}`)
    const [message] = (await messages.json()) as { text: string }[]
    const link = /\S+\/payout-number\/\S+/u.exec(message?.text ?? '')?.[0] ?? ''
    const owner = await site.enter('хозяин')
    await owner.goto(link)
    await owner.getByRole('heading', { name: 'Отменить смену номера?' }).waitFor()
    await press(owner, 'Отменить смену номера')
    await owner.getByRole('heading', { name: 'Смена номера отменена' }).waitFor()
    await shows(owner, 'Выплаты снова приходят на номер +7\u00A0…\u00A045\u00A067, Т-Банк.')
    await owner.reload()
    await owner.getByRole('heading', { name: 'Смена номера отменена' }).waitFor()

    site.expectFault(/401 .*check-token|status of 401/u)
    await page.goto(`${url}/artist/account-settings`)
    await page.waitForURL(/\/login/u)
  },
)
