import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  queueAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, press, pressBeside } from '#test/support/steps/pad.ts'
import { paidOrderAt, payAt, paymentAt } from '#test/support/product/paid-product-calls.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { MONEY_MS } from '#test/support/steps/paying.ts'

const journey = onSite()
const SHOWN = 'Текущая очередь'
const EDITED = 'Редактирование очереди'
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/

/** The musician's browser before the queue of a concert. */
async function openQueue(
  site: TestSite,
  musician: TestMusician,
  concertId: string,
  options: Parameters<TestSite['enter']>[1] = {},
): Promise<Page> {
  const page = await site.enter('музыкант', options)
  await giveToken(page.context(), site.url, musician)
  await page.goto(`${site.url}/artist/session/manage/${concertId}`)
  await page.getByRole('heading', { name: 'Музыка на концерте' }).waitFor()
  return page
}

const begin = (page: Page) => press(page, 'Режим редактирования очереди')

/** The rows can be moved: that script loads after the page is shown. */
const canMove = (page: Page) =>
  page
    .getByRole('button', { name: /^Переместить: /u, disabled: false })
    .first()
    .waitFor()

/** The titles of the edited list, from the top. */
const edits = (page: Page, ...titles: string[]) => showsList(page, EDITED, titles)

async function addFromSearch(page: Page, text: string, title: string) {
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill(text)
  await page.getByRole('button', { name: new RegExp(`^${title}`, 'u') }).click()
  await shows(page, `«${title}» добавили в конец списка`)
}

/** A finger on a row of the list, as the browser's own touch events; `swipe` moves it at once, before it could count as a long press. */
async function touchAt(page: Page, title: string, swipe: readonly number[] = []) {
  const row = page.getByRole('region', { name: EDITED }).getByText(title, { exact: true })
  // Far from the edges, where dragging scrolls the page; at rest, and not covered.
  await row.evaluate((words) => words.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await row.click({ trial: true })
  const place = await row.boundingBox()
  assert.ok(place)
  const touch = await page.context().newCDPSession(page)
  const at = { x: place.x + 20, y: place.y + place.height / 2 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ ...at }],
    })
  const scrolledTo = await page.evaluate(() => window.scrollY)
  const sent = [send('touchStart')]
  for (const down of swipe) {
    at.y += down
    sent.push(send('touchMove'))
  }
  await Promise.all(sent)
  const pull = async (down: number) => {
    at.y += down
    await send('touchMove')
  }
  return {
    scrolledTo,
    /** Upwards, until a screen reader would announce this. */
    async pullUpTo(said: string) {
      const words = page.getByText(said)
      for (let step = 0; step < 40 && !(await words.isVisible()); step++) await pull(-10)
      await words.waitFor()
    },
    leave: () => send('touchEnd'),
  }
}

const held = (page: Page) => page.locator('[inert]')

journey(
  'the queue of a running concert on a phone: songs are added, held and pulled, and paid ones returned',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const concertId = await concertAt(url, musician)
    await ordersAt(url, musician, concertId, ['Группа крови', 'Восьмиклассница', 'Перемен'])
    await takesMoney(url, musician, 10)
    const paid = await paidOrderAt(url, musician, concertId, { title: 'Печаль', rubles: 300 })
    await payAt(paid.paymentURL, { method: 'card' })
    const stateOf = async () => (await paymentAt(url, paid.orderId)).state
    await eventually(stateOf, 'secured', MONEY_MS)
    await takesMoney(url, musician, 10, { paidSongsEnabled: false })

    // With smooth scrolling the page would slip away under the finger.
    const page = await openQueue(site, musician, concertId, { reducedMotion: 'reduce' })
    await showsList(page, SHOWN, ['Группа крови', 'Восьмиклассница', 'Перемен', 'Печаль'])
    await shows(page, '300 ₽')
    await begin(page)
    await addFromSearch(page, 'сигарет', 'Пачка сигарет')
    await page.getByRole('button', { name: /^Пачка сигарет/u }).click()
    await shows(page, '«Пачка сигарет» уже в списке')
    await press(page, 'Очистить поиск')
    await edits(page, 'Группа крови', 'Восьмиклассница', 'Перемен', 'Печаль', 'Пачка сигарет')

    await canMove(page)
    const finger = await touchAt(page, 'Перемен')
    await held(page).waitFor()
    await finger.pullUpTo('Перемен. Место 2 из 5.')
    await finger.leave()
    await showsNoMore(held(page))
    await edits(page, 'Группа крови', 'Перемен', 'Восьмиклассница', 'Печаль', 'Пачка сигарет')

    const swipe = await touchAt(
      page,
      'Перемен',
      Array.from({ length: 12 }, () => 10),
    )
    await swipe.leave()
    await eventually(async () => (await page.evaluate(() => scrollY)) < swipe.scrolledTo, true)
    await edits(page, 'Группа крови', 'Перемен', 'Восьмиклассница', 'Печаль', 'Пачка сигарет')

    await pressBeside(page, 'Печаль', 'Удалить')
    await shows(page, '«Печаль» убрали. При сохранении вернём 300 ₽.')
    await ordersAt(url, musician, concertId, ['Звезда по имени Солнце'])
    await shows(page, 'Пока вы правили, заказали ещё: «Звезда по имени Солнце»')
    await edits(page, 'Группа крови', 'Перемен', 'Восьмиклассница', 'Пачка сигарет')

    await press(page, 'Сохранить')
    const question = page.getByRole('alertdialog', { name: 'Вернуть деньги слушателям?' })
    await shows(question, /1 оплаченный заказ\. Слушателям вернётся 300\s₽/u)
    await question.getByRole('button', { name: 'Сохранить и вернуть' }).click()
    await shows(page, 'Очередь сохранена')
    const saved = [
      'Группа крови',
      'Перемен',
      'Восьмиклассница',
      'Пачка сигарет',
      'Звезда по имени Солнце',
    ]
    await showsList(page, SHOWN, saved)
    assert.deepEqual(
      (await queueAt(url, concertId)).map((line) => line.split(' SCHEDULED')[0]),
      saved,
    )
    await eventually(stateOf, 'returned', MONEY_MS)
  },
)

journey(
  'the queue of a coming concert on a tablet: moved by keys and buttons, kept through a lost network and a reload',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const concertId = await comingConcertAt(url, musician)
    await ordersAt(url, musician, concertId, ['Группа крови', 'Восьмиклассница', 'Перемен'])
    const page = await openQueue(site, musician, concertId, TABLET)
    await showsList(page, SHOWN, ['Группа крови', 'Восьмиклассница', 'Перемен'])
    await page.getByRole('button', { name: 'Режим редактирования очереди' }).focus()
    await page.keyboard.press('Enter')

    await canMove(page)
    await page.getByRole('button', { name: 'Переместить: Перемен' }).focus()
    await page.keyboard.press('Space')
    await shows(page, 'Взяли: Перемен. Место 3 из 3.')
    // The list is measured some time after a song is picked up; until then an arrow does nothing.
    const moved = page.getByText('Перемен. Место 2 из 3.').first()
    await page.waitForTimeout(500)
    for (let tries = 0; tries < 5 && !(await moved.isVisible()); tries++) {
      await page.keyboard.press('ArrowUp')
      await moved.waitFor({ timeout: 5000 }).catch(() => undefined)
    }
    await moved.waitFor()
    await page.keyboard.press('Space')
    await shows(page, 'Поставили: Перемен. Место 2 из 3.')
    await edits(page, 'Группа крови', 'Перемен', 'Восьмиклассница')

    await page.getByRole('button', { name: 'В начало: Восьмиклассница' }).focus()
    await page.keyboard.press('Enter')
    await edits(page, 'Восьмиклассница', 'Группа крови', 'Перемен')
    await page.keyboard.press('Enter')
    await pressBeside(page, 'Группа крови', 'Ниже')
    await pressBeside(page, 'Перемен', 'Выше')
    await edits(page, 'Перемен', 'Восьмиклассница', 'Группа крови')
    await pressBeside(page, 'Восьмиклассница', 'Удалить')
    await edits(page, 'Перемен', 'Группа крови')
    const focused = page.getByRole('button', { name: 'Удалить: Группа крови' })
    assert.ok(await focused.evaluate((button) => button === document.activeElement))

    site.expectFault(NO_NETWORK)
    await page.context().setOffline(true)
    await press(page, 'Сохранить')
    await page.getByRole('alert').getByText('Нет связи').waitFor()
    await edits(page, 'Перемен', 'Группа крови')
    await page.context().setOffline(false)
    await page.reload()
    await edits(page, 'Перемен', 'Группа крови')
    await page.getByRole('link', { name: 'Назад' }).click()
    const guard = page.getByRole('alertdialog', { name: 'Уйти без сохранения?' })
    await guard.getByRole('button', { name: 'Остаться' }).click()

    await press(page, 'Сохранить')
    await showsList(page, SHOWN, ['Перемен', 'Группа крови'])
    await eventually(
      () => queueAt(url, concertId),
      ['Перемен SCHEDULED ×1', 'Группа крови SCHEDULED ×1'],
    )
    await page.getByRole('link', { name: 'Назад' }).click()
    await page.waitForURL(`**/artist/create-new-session/advanced/${concertId}`)
  },
)

journey('a list that the concert did not wait for is told in words, and stays', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concertId = await concertAt(url, musician)
  await ordersAt(url, musician, concertId, ['Группа крови', 'Перемен'])
  const page = await openQueue(site, musician, concertId)
  await begin(page)
  await edits(page, 'Группа крови', 'Перемен')
  await chooseInMenu(page, 'Ниже', 'Порядок: Группа крови')
  await edits(page, 'Перемен', 'Группа крови')
  await ask(url, api.artist.nextSong, { body: { songId: null } }, musician.token)
  await shows(page, 'Сейчас играет: Группа крови')
  await shows(page, 'Уже играет')
  await edits(page, 'Перемен', 'Группа крови')

  site.expectFault(/409/u)
  const body = { sessionId: concertId, sessionStatus: 'PLAYED' }
  await ask(url, api.artist.updateSessionStatus, { body }, musician.token)
  await shows(page, 'Концерт завершён: сохранить эту очередь уже нельзя.')
  await press(page, 'Сохранить')
  await page.getByRole('alert').getByText('Концерт уже завершён').waitFor()
  await edits(page, 'Перемен', 'Группа крови')
  await press(page, 'Отменить')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить' }).click()
  await shows(page, 'Концерт завершён: очередь больше не меняется.')
})
