import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { localTimeNote, shortTimeAndDay } from '#domain/russian.ts'
import {
  allowAt,
  ask,
  comingConcertAt,
  musicianAt,
  ordersAt,
  queueAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { openOwnOrder } from '#test/support/steps/listener-page.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { bankTab, payHere, tells } from '#test/support/steps/paying.ts'

const journey = onSite()
const INVITATION = 'Добавьте свои любимые треки, чтобы услышать их на концерте'
const SEARCH = 'Название песни или артиста'

async function openSongs(
  site: TestSite,
  { username }: TestMusician,
  concert: string,
): Promise<Page> {
  const page = await site.enter('Лера')
  await page.goto(`${site.url}/user/${username}/${concert}/songs`)
  return page
}

/** Picks a song from the search results; returns the question about it. */
async function pick(page: Page, title: string) {
  await page.getByRole('searchbox', { name: SEARCH }).fill(title)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .getByRole('link')
    .first()
    .click()
  return page.getByRole('dialog', { name: title })
}

journey('a song of a coming concert is asked about, and added by «Да» alone', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concert = await comingConcertAt(url, musician)
  await ordersAt(url, musician, concert, ['Пачка сигарет'])
  const page = await openSongs(site, musician, concert)
  await shows(page, INVITATION)
  await showsList(page, 'Будет сыграно', ['Пачка сигарет'])

  const refused = await pick(page, 'Перемен')
  await shows(refused, 'Вы хотите добавить этот трек?')
  await refused.getByRole('link', { name: 'Нет', exact: true }).click()
  await showsNoMore(refused)
  assert.deepEqual(await queueAt(url, concert), ['Пачка сигарет SCHEDULED ×1'])

  const taken = await pick(page, 'Группа крови')
  await press(page, 'Да')
  await showsNoMore(taken)
  await showsList(page, 'Будет сыграно', ['Пачка сигарет', 'Группа крови'])
  await page.getByText('вы', { exact: true }).waitFor()
})

journey('a song of a coming concert is paid for, and stands in its list', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 50)
  const concert = await comingConcertAt(url, musician)
  const page = await openSongs(site, musician, concert)
  const sheet = await pick(page, 'Восьмиклассница')
  await shows(sheet, 'Вы хотите оплатить этот трек?')
  const sum = sheet.getByLabel('Сумма заказа ₽')
  await sum.fill('40')
  await press(page, 'Да')
  const tooLittle = 'Минимальная сумма оплаты должна быть не меньше 50 рублей'
  await shows(sheet, tooLittle)
  assert.equal(page.context().pages().length, 1)
  await sum.fill('60')
  await showsNoMore(sheet.getByText(tooLittle))

  const bank = await bankTab(page, () => press(page, 'Да'))
  await shows(page, 'Ждём оплату')
  assert.deepEqual(await queueAt(url, concert), [])
  const payment = (await openOwnOrder(page, 'Восьмиклассница')).getByRole('link', {
    name: 'Подробнее об оплате',
  })
  const unpaid = await page.context().newPage()
  await unpaid.goto(`${url}${await payment.getAttribute('href')}?since=1`)
  await unpaid.getByRole('link', { name: 'Отменить заказ' }).click()
  await unpaid.getByRole('dialog', { name: 'Отменить заказ?' }).getByText('Оставить').click()
  await page.getByRole('button', { name: 'Закрыть' }).click()
  await payHere(bank, 'card')
  await tells(bank, 'Спасибо! Песня заказана')
  await tells(page, 'Деньги удержаны')
  await showsList(page, 'Будет сыграно', ['Восьмиклассница'])

  const query = { sessionId: concert }
  await ask(url, api.session.remove, { query }, musician.token)
  await tells(bank, 'Деньги возвращены')
  await shows(bank, 'Концерт отменён.')
})

journey('where listeners do not order, the list alone is there', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concert = await comingConcertAt(url, musician)
  await ordersAt(url, musician, concert, ['Пачка сигарет'])
  const page = await openSongs(site, musician, concert)
  await page.getByRole('searchbox', { name: SEARCH }).waitFor()
  await allowAt(url, musician, concert, { ableGetSongs: false })
  await showsList(page, 'Будет сыграно', ['Пачка сигарет'])
  await eventually(() => page.getByRole('searchbox').count(), 0)
  assert.equal(await page.getByText(INVITATION).count(), 0)
})

journey(
  'the songs of a concert become its stage when it begins, and its page when it is over',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const concert = await comingConcertAt(url, musician)
    await ordersAt(url, musician, concert, ['Пачка сигарет', 'Перемен'])
    const page = await openSongs(site, musician, concert)
    await showsList(page, 'Будет сыграно', ['Пачка сигарет', 'Перемен'])
    // The server is out of reach as it begins: the page stays, and the next message of the channel tries again.
    site.expectFault(/ERR_FAILED/u)
    const lost = /\/healthz|\.data/u
    const asked = page.waitForRequest(lost)
    await page.route(lost, (route) => route.abort())
    const body = { sessionId: concert, sessionStatus: 'NOW' }
    await ask(url, api.artist.updateSessionStatus, { body }, musician.token)
    // A load of the page itself would put an error in its place.
    assert.match((await asked).url(), /healthz/u)
    await page.unroute(lost)
    await ordersAt(url, musician, concert, ['Восьмиклассница'])
    await page.waitForURL(`${url}/user/${musician.username}?tab=order`)
    await ask(url, api.artist.nextSong, { body: { songId: null } }, musician.token)
    await showsList(page, 'В очереди', ['Перемен', 'Восьмиклассница'])
    const ended = { sessionId: concert, sessionStatus: 'PLAYED' }
    await ask(url, api.artist.updateSessionStatus, { body: ended }, musician.token)
    await page.goto(`${url}/user/${musician.username}/${concert}/songs`)
    await page.waitForURL(`${url}/user/${musician.username}/${concert}`)
    await shows(page, 'Концерт прошёл')
  },
)

journey(
  'the hour of a concert is told by the reader’s clock, and the venue’s beside it',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await comingConcertAt(url, musician)
    const { dateTimeStart } = await ask(url, api.session.byId, { query: { sessionId } })
    const at = new Date(dateTimeStart)
    const page = await site.enter('Олег', { timezoneId: 'Asia/Vladivostok' })
    await page.goto(`${url}/user/${musician.username}/${sessionId}`)
    await shows(page, shortTimeAndDay(at, 'Asia/Vladivostok', new Date()))
    await shows(page, localTimeNote(at, 'Europe/Moscow', 'Asia/Vladivostok') ?? '')

    const going = page.getByRole('button', { name: 'Я пойду' })
    const gone = page.getByRole('button', { name: 'Вы идёте', pressed: true })
    await going.click()
    await gone.waitFor()
    await page.getByRole('link', { name: 'В календарь' }).waitFor()
    await page.reload()
    await gone.click()
    await going.waitFor()
    await showsNoMore(gone)
  },
)
