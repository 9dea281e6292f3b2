import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  musicianAt,
  queueAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { leaveOwnSong, openConcertPage, openOwnOrder } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { bankFails, bankRecovers } from '#test/support/product/paid-product-calls.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { bankTab, payHere, tells } from '#test/support/steps/paying.ts'

const journey = onSite()
const TITLE = 'Группа крови'

/** A listener before the order sheet of a song that costs at least 50 ₽, and that sum chosen. */
async function beforeSheet(site: TestSite) {
  const { url } = site
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 50)
  const concert = await concertAt(url, musician)
  const page = await site.enter('Лера')
  await openConcertPage(page, url, musician.username)
  const sheet = await openSheet(page)
  const sum = sheet.getByLabel('Сумма заказа ₽')
  // The least sum is chosen: a price is never raised silently.
  assert.equal(await sum.inputValue(), '50')
  return { url, musician, concert, page, sheet, sum }
}

async function openSheet(page: Page) {
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill(TITLE)
  const words = page.getByText(TITLE, { exact: true })
  await page.getByRole('listitem').filter({ has: words }).getByRole('link').first().click()
  return page.getByRole('dialog', { name: TITLE })
}

const tabsOf = (page: Page) => Promise.resolve(page.context().pages().length)

journey('less than the musician’s minimum is not sent', async (site) => {
  const { page, sheet, sum } = await beforeSheet(site)
  await shows(sheet, 'Вернём деньги, если трек не исполнен')
  assert.equal(await sum.getAttribute('placeholder'), 'Сумма заказа ₽')
  assert.equal(await sum.inputValue(), '50')
  await sum.fill('49')
  await press(page, 'Заказать')
  await shows(sheet, 'Минимум 50 ₽')
  await sum.fill('')
  await sum.pressSequentially('100,50')
  await shows(sheet, 'Целые рубли, без копеек')
  await press(page, 'Заказать')
  assert.equal(await sum.inputValue(), '100,50')
  assert.equal(await tabsOf(page), 1)
  await sum.fill('')
  await sum.pressSequentially('49,00')
  await showsNoMore(sheet.getByText('Целые рубли, без копеек'))
  await press(page, 'Больше на 20 ₽')
  await showsNoMore(sheet.getByText('Минимум 50 ₽'))
  const bank = await bankTab(page, () => press(page, 'Заказать'))
  await bank.getByRole('heading', { name: /^69\s₽$/u }).waitFor()
})

journey(
  'an order that is refused says why, leaves no blank tab, and is tried again',
  async (site) => {
    const { url, concert, page } = await beforeSheet(site)
    site.expectFault(/503/u)
    await bankFails(url, 'error_500')
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/songs/order-song'))
        keys.push(request.headers()['idempotency-key'])
    })
    const refusal = page.getByRole('dialog', { name: 'К сожалению песня не может быть добавлена' })
    const refused = async () => {
      const tab = page.context().waitForEvent('page')
      await press(page, 'Заказать')
      await tab
      await tells(refusal, 'Оплата временно недоступна. Попробуйте ещё раз через минуту.')
      await eventually(() => tabsOf(page), 1)
      await refusal.getByText('Понятно').click()
      await showsNoMore(refusal)
    }
    await refused()
    await openSheet(page)
    await refused()
    assert.equal(keys[1], keys[0])
    await bankRecovers(url)
    await (await openSheet(page)).getByLabel('Сумма заказа ₽').fill('70')
    const bank = await bankTab(page, () => press(page, 'Заказать'))
    await bank.getByRole('heading', { name: /^70\s₽$/u }).waitFor()
    assert.deepEqual(await queueAt(url, concert), [])
  },
)

journey('where a new tab is not to be had, the order is paid for in this one', async (site) => {
  const { url, concert, page } = await beforeSheet(site)
  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await press(page, 'Заказать')
  await page.waitForURL(/\/sandbox-bank\/pay\//u)
  await payHere(page, 'card')
  // The concert itself tells that it is ordered.
  await tells(page, 'Деньги удержаны')
  assert.deepEqual(await queueAt(url, concert), [`${TITLE} SCHEDULED ×1`])
})

journey('a paid order whose answer was lost is one order, and one payment', async (site) => {
  const { url, concert, page } = await beforeSheet(site)
  site.expectFault(/ERR_CONNECTION_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket .* failed/u)
  const pages: string[] = []
  await page.route('**/songs/order-song', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { paymentURL: string } }
    pages.push(data.paymentURL)
    if (pages.length > 1) return route.fulfill({ response: answer })
    // The server gets the request; the phone never gets the response.
    return route.abort('connectionfailed')
  })
  await press(page, 'Заказать')
  await tells(page, 'Отправим сами, когда вернётся связь, и закажем один раз.')
  await eventually(() => tabsOf(page), 1)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  const toPay = page.getByRole('dialog', { name: 'Осталось оплатить' })
  // Our own page comes first: the bank's may have expired meanwhile.
  const bank = await bankTab(page, async () => {
    const opened = page.context().waitForEvent('page')
    await toPay.getByRole('link', { name: 'Перейти к оплате' }).click()
    await (await opened).getByRole('link', { name: 'Перейти к оплате' }).click()
  })
  assert.equal(pages.length, 2)
  assert.equal(pages[0], pages[1])
  await payHere(bank, 'card')
  await tells(bank, 'Спасибо! Песня заказана')
  assert.deepEqual(await queueAt(url, concert), [`${TITLE} SCHEDULED ×1`])
})

journey(
  'a paid order given up without its answer is cancelled, and asks for no money',
  async (site) => {
    const { page } = await beforeSheet(site)
    site.expectFault(/ERR_CONNECTION_FAILED/u)
    await page.route(
      '**/songs/order-song',
      async (route) => {
        await route.fetch()
        return route.abort('connectionfailed')
      },
      { times: 1 },
    )
    await press(page, 'Заказать')
    await page.getByRole('button', { name: /^Не отправлять/u }).click()
    await tells(page, 'Заказ отменён')
    assert.equal(await page.getByRole('link', { name: 'Перейти к оплате' }).count(), 0)
    await page.reload()
    await tells(page, 'Заказ отменён')
  },
)

journey('a paid song that waits is taken off, and its money comes back', async (site) => {
  const { url, concert, page } = await beforeSheet(site)
  const bank = await bankTab(page, () => press(page, 'Заказать'))
  await payHere(bank, 'card')
  await tells(page, '1-я в очереди')
  await (await openOwnOrder(page, TITLE)).getByRole('link', { name: 'Отменить заказ' }).click()
  const question = page.getByRole('dialog', { name: 'Отменить заказ?' })
  await shows(question, /деньги вернутся полностью: 50\s₽/u)
  await question.getByRole('link', { name: 'Оставить' }).click()
  await showsNoMore(question)
  assert.deepEqual(await queueAt(url, concert), [`${TITLE} SCHEDULED ×1`])

  // The server does it; the phone never gets the answer.
  site.expectFault(/ERR_CONNECTION_RESET/u)
  await page.route('**/songs/cancel-order', async (route) => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  await (await openOwnOrder(page, TITLE)).getByRole('link', { name: 'Отменить заказ' }).click()
  await question.getByRole('button', { name: 'Отменить заказ' }).click()
  await showsNoMore(question)
  await tells(page, 'Заказ отменён')
  assert.equal(await page.getByRole('alert').filter({ hasText: 'связ' }).count(), 0)
  await tells(page, 'Деньги вернулись')
  assert.deepEqual(await queueAt(url, concert), [])
})

/** The second press comes once the first one has been answered, while the sheet slides away. */
function pressTwice(button: HTMLElement) {
  button.click()
  setTimeout(() => button.click(), 120)
}

journey('the tab of a payment ends with it, and the concert tells the place', async (site) => {
  const { url, concert, page } = await beforeSheet(site)
  // A trembling finger opens one tab.
  const twice = page.getByRole('button', { name: 'Заказать', exact: true }).evaluate(pressTwice)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), twice])
  await tab.waitForURL(/\/sandbox-bank\/pay\//u)
  await tab.getByRole('button', { name: 'Оплатить', exact: true }).click()
  await eventually(() => tabsOf(page), 1)
  await tells(page, 'Деньги удержаны')
  await page.getByRole('region', { name: `Ваша песня: ${TITLE}` }).waitFor()
  assert.deepEqual(await queueAt(url, concert), [`${TITLE} SCHEDULED ×1`])
})

journey('a bank’s page that was closed and a refused payment are told apart', async (site) => {
  const { page } = await beforeSheet(site)
  const bank = await bankTab(page, () => press(page, 'Заказать'))
  await bank.getByRole('button', { name: 'Закрыть' }).click()
  await tells(bank, 'Проверяем оплату')
  const toPay = bank.getByRole('link', { name: /^Перейти к оплате/u })
  assert.equal(await toPay.count(), 0)
  await tells(bank, 'Вы ещё не заплатили')
  await bank.getByRole('link', { name: 'Вернуться к концерту' }).waitFor()
  await toPay.click()
  await bank.getByRole('button', { name: 'Отклонить' }).click()
  await tells(bank, 'Банк отклонил его. Деньги не списаны.')
  assert.equal(await toPay.count(), 0)
})

journey(
  'a paid song that was played stays on the page, whatever was opened since',
  async (site) => {
    const { url, musician, page } = await beforeSheet(site)
    const bank = await bankTab(page, () => press(page, 'Заказать'))
    await payHere(bank, 'card')
    await tells(page, '1-я в очереди')
    const next = () => ask(url, api.artist.nextSong, { body: { songId: null } }, musician.token)
    await next()
    await shows(page, 'Это ваша песня')
    await next()
    await leaveOwnSong(page)
    const line = page.getByRole('region', { name: `Ваша песня: ${TITLE}` })
    await tells(line, 'Исполнено')
    const place = page.getByRole('region', { name: 'Место для вашей песни' })
    await shows(place, 'Ваша встанет первой')
    // The order tab leaves the screen meanwhile.
    await page.getByRole('link', { name: 'Афиша' }).first().click()
    await showsNoMore(place)
    await page.goBack()
    await shows(place, 'Ваша встанет первой')
    await shows(line, 'Исполнено')
  },
)
