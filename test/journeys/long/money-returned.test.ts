import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { openConcertPage } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import {
  bankFails,
  bankRecovers,
  paidOrderAt,
  payAt,
  paymentAt,
} from '#test/support/product/paid-product-calls.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite({
  variables: {
    CAPTURE_GRACE_SECONDS: '2',
    RECEIPT_EMAIL: 'box@example.org',
    RECEIPT_TAXATION: 'usn_income',
    RECEIPT_TAX: 'none',
  },
})

/** The grace of a played song, the bank, and a machine that is busy with others. */
const CREDITED_MS = 60_000

journey(
  'credited money is given back with a word, from the report and from the balance',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    await takesMoney(url, musician, 50)
    const concertId = await concertAt(url, musician)
    const orders: string[] = []
    for (const [title, rubles] of [
      ['Группа крови', 600],
      ['Перемен', 300],
    ] as const) {
      const { orderId, paymentURL } = await paidOrderAt(url, musician, concertId, { title, rubles })
      await payAt(paymentURL, { method: 'card' })
      orders.push(orderId)
    }
    const page = await site.enter('музыкант')
    await giveToken(page.context(), url, musician)
    await page.goto(`${url}/artist?tab=concert`)
    for (let songs = 0; songs < 3; songs += 1) await press(page, 'Следующий Трек')
    const balance = () => ask(url, api.payment.balance, {}, musician.token)
    await eventually(async () => (await balance()).available, 81_000, CREDITED_MS)

    await page.goto(`${url}/artist/session/${concertId}`)
    const song = page
      .getByRole('region', { name: 'Прозвучало' })
      .getByRole('listitem')
      .filter({ hasText: 'Группа крови' })
    await song.getByText('1 платёж').click()
    await song.getByRole('button', { name: /^Вернуть деньги, .*: Группа крови$/u }).click()
    const question = page.getByRole('alertdialog', { name: 'Вернуть 600 ₽?' })
    await question
      .getByText('С баланса уйдёт 540 ₽, останется 270 ₽. Комиссию 60 ₽ вернём мы.')
      .waitFor()
    await question.getByLabel('Слово слушателю').fill('Простите, сбился на втором куплете')
    await question.getByRole('button', { name: 'Вернуть' }).click()
    await song.getByText('Возвращено 600 ₽').waitFor({ timeout: CREDITED_MS })
    assert.equal(await song.getByRole('button', { name: 'Вернуть' }).count(), 0)

    const listener = await site.enter('слушатель')
    await listener.goto(`${url}/payment/${orders[0]}`)
    await listener.getByRole('heading', { name: 'Деньги возвращены' }).waitFor()
    await shows(listener, 'Музыкант вернул вам деньги.')
    await shows(listener, 'Простите, сбился на втором куплете')
    await shows(listener, `Номер платежа для поддержки: ${orders[0]}`)

    await bankFails(url, 'refused_refund:3028')
    await page.goto(`${url}/artist/balance`)
    const line = page.getByRole('listitem').filter({ hasText: 'Перемен' })
    // No row has a button of its own: its details have the one.
    await line.getByRole('button').click()
    const details = page.getByRole('dialog', { name: 'Перемен', exact: true })
    await details.getByRole('button', { name: /^Вернуть деньги, 300\s₽/u }).click()
    const asked = page.getByRole('alertdialog', { name: 'Вернуть 300 ₽?' })
    const align = (of: Locator) => of.evaluate((element) => getComputedStyle(element).textAlign)
    assert.equal(await align(asked.getByText('С баланса уйдёт')), 'start')
    await asked.getByRole('button', { name: 'Вернуть' }).click()
    await details.getByText('Возврат 300 ₽ задерживается').waitFor({ timeout: SOON_MS })
    await details.getByRole('button', { name: 'Закрыть' }).click()
    await bankRecovers(url)
    const spent = page.getByRole('listitem').filter({ hasText: 'Группа крови' })
    await spent.getByText('Возвращено 600 ₽').waitFor()
  },
)

journey('a band sees who gets how much of a concert, and takes the table', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const { token } = musician
  await takesMoney(url, musician, 50)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, musician)
  await page.goto(`${url}/artist/account-settings`)
  await page.getByRole('link', { name: 'Участники и доли' }).click()
  await shows(page, 'Участников нет: заработанное не делится.')
  for (const [place, name] of ['Аня', 'аня'].entries()) {
    await press(page, 'Добавить участника')
    await page.getByRole('textbox', { name: `Участник ${place + 1}` }).fill(name)
  }
  await press(page, 'Сохранить доли')
  await shows(page, 'Такое имя уже есть: добавьте фамилию')
  await page.getByRole('textbox', { name: 'Участник 2' }).fill('Лёша')
  await page.getByLabel('Доля').last().fill('2')
  await press(page, 'Сохранить доли')
  await shows(page, 'Доли сохранены')

  const sessionId = await concertAt(url, musician)
  const song = { title: 'Группа крови', rubles: 101 }
  const { orderId, paymentURL } = await paidOrderAt(url, musician, sessionId, song)
  await payAt(paymentURL, { method: 'card' })
  await eventually(async () => (await paymentAt(url, orderId)).state, 'secured', CREDITED_MS)
  for (let songs = 0; songs < 2; songs += 1)
    await ask(url, api.artist.nextSong, { body: { songId: null } }, token)
  const body = { sessionId, sessionStatus: 'PLAYED' }
  await ask(url, api.artist.updateSessionStatus, { body }, token)
  const report = () => ask(url, api.session.report, { query: { sessionId } }, token)
  await eventually(async () => (await report()).split?.earned, 9090, CREDITED_MS)

  await page.goto(`${url}/artist/session/${sessionId}`)
  const shares = page.getByRole('region', { name: 'Кому сколько' })
  await shows(shares.getByRole('listitem').filter({ hasText: 'Лёша' }), /60,60\s₽/u)
  await press(page, 'Поправить доли')
  await shares.getByLabel('Доля').last().fill('1')
  await press(page, 'Сохранить доли')
  await shows(shares.getByRole('listitem').filter({ hasText: 'Лёша' }), /45,45\s₽/u)
  const saving = page.waitForEvent('download')
  await press(page, 'Скачать доли в CSV')
  const file = await saving
  assert.match(file.suggestedFilename(), /^doli-\d{4}-\d\d-\d\d\.csv$/u)
  assert.match(await readFile(await file.path(), 'utf8'), /90,90;Лёша;1 из 2;45,45/u)

  await page.goto(`${url}/artist/balance`)
  await page.getByRole('link', { name: 'Доли', exact: true }).click()
  const members = page.getByRole('region', { name: 'Доли участников' })
  await shows(members.getByRole('listitem').filter({ hasText: 'Аня' }).first(), /45,45\s₽/u)
})

journey(
  'where receipts are made, whoever pays may say where to, and the device remembers it',
  async (site) => {
    const musician = await musicianAt(site.url)
    await takesMoney(site.url, musician, 50)
    await concertAt(site.url, musician)
    const page = await site.enter('Олег')
    await openConcertPage(page, site.url, musician.username)
    await page.goto(`${site.url}/user/${musician.username}?tab=order&suggest=1`)
    const sheet = page.getByRole('dialog', { name: 'Предложите свою песню' })
    await sheet.getByLabel('Название песни').fill('Перемен')
    await sheet.getByRole('button', { name: /^50\s₽/u }).click()
    const field = sheet.getByLabel('Почта или телефон для чека')
    await field.fill('8 912')
    await sheet.getByRole('button', { name: 'Заказать' }).click()
    await sheet.getByText('Для чека нужна почта вида name@example.ru').waitFor()
    await field.fill('anna@example.org')
    const tab = page.context().waitForEvent('page')
    await sheet.getByRole('button', { name: 'Заказать' }).click()
    await (await tab).waitForURL(/\/sandbox-bank\/pay\//u)
    await page.goto(`${site.url}/user/${musician.username}?tab=profile&thanks=1`)
    const thanks = page.getByRole('dialog', { name: musician.name })
    await eventually(
      () => thanks.getByLabel('Почта или телефон для чека').inputValue(),
      'anna@example.org',
    )

    const plain = await site.enter('Лера', { javaScriptEnabled: false })
    site.expectFault(/csp GET .*\.js$/u)
    site.expectFault(/40\d .*thanks=1|status of 400/u)
    await plain.goto(`${site.url}/user/${musician.username}?tab=profile&thanks=1`)
    const form = plain.getByRole('dialog', { name: musician.name })
    await form.getByLabel('Почта или телефон для чека').fill('8 912')
    await form.getByRole('button', { name: 'Отправить' }).click()
    await form.getByText('Для чека нужна почта вида').waitFor()
    await form.getByLabel('Почта или телефон для чека').fill('8 912 345-67-89')
    await form.getByRole('button', { name: 'Отправить' }).click()
    await plain.waitForURL(/\/sandbox-bank\/pay\//u)
  },
)

journey('where receipts are made, a musician says who he is to the tax office', async (site) => {
  const musician = await musicianAt(site.url)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), site.url, musician)
  await page.goto(`${site.url}/artist/balance`)
  await shows(page, 'Без этого в чеке слушателя не будет ваших данных')
  await page.getByRole('link', { name: 'Открыть настройки' }).click()
  await page.getByLabel('Кто вы для налоговой').selectOption('ИП')
  await page.getByLabel('Фамилия, имя и отчество').fill('Ким Анна Сергеевна')
  await page.getByLabel('ИНН').fill('500100732258')
  await press(page, 'Сохранить')
  await shows(page, 'Проверьте ИНН: в одной из цифр ошибка')
  await page.getByLabel('ИНН').scrollIntoViewIfNeeded()
  await page.getByLabel('ИНН').fill('500100732259')
  await press(page, 'Сохранить')
  await showsNoMore(page.getByText('Проверьте ИНН'))
  await page.reload()
  await page.getByLabel('ИНН').waitFor()
  assert.equal(await page.getByLabel('ИНН').inputValue(), '500100732259')
})
