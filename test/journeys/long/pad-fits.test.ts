import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { PHONE } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsList } from '#test/support/browsers/screen.ts'
import { eventually } from '#test/support/eventually.ts'
import { paidOrderAt, payAt, paymentAt } from '#test/support/product/paid-product-calls.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  songId,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { chooseInMenu, enterPad, padPlays, press } from '#test/support/steps/pad.ts'
import { MONEY_MS } from '#test/support/steps/paying.ts'

const journey = onSite({ variables: { CAPTURE_GRACE_SECONDS: '600' } })
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет', 'Перемен']
const LOW = [
  { width: 844, height: 390 },
  { width: 640, height: 360 },
]
const STAND = { width: 1024, height: 768 }

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox()
  assert.ok(box)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** The browser's own size of letters, 16 by default. */
async function setLetters(page: Page, size: number) {
  const session = await page.context().newCDPSession(page)
  const fontSizes = { standard: size, fixed: size }
  await session.send('Page.setFontSizes', { fontSizes })
}

journey('the question before the end is seen whole on a phone on its side', async (site) => {
  const { pad } = await enterPad(site, SONGS, { screen: { viewport: { width: 844, height: 390 } } })
  for (const viewport of LOW) {
    await pad.setViewportSize(viewport)
    await chooseInMenu(pad, 'Завершить концерт')
    const question = pad.getByRole('alertdialog')
    const title = await boxOf(question.getByRole('heading'))
    const answer = await boxOf(question.getByRole('button', { name: 'Завершить' }))
    assert.ok(title.y >= 0 && answer.bottom <= viewport.height, `${title.y} ${answer.bottom}`)
    await question.getByRole('button', { name: 'Продолжить концерт' }).click()
  }
})

journey('a played song says so in a narrow row, and whose its money is', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const sessionId = await concertAt(url, musician)
  await takesMoney(url, musician, 10)
  const paid = await paidOrderAt(url, musician, sessionId, { title: 'Группа крови', rubles: 500 })
  await payAt(paid.paymentURL, { method: 'card' })
  await eventually(async () => (await paymentAt(url, paid.orderId)).state, 'secured', MONEY_MS)
  await takesMoney(url, musician, 10, { paidSongsEnabled: false })
  await ordersAt(url, musician, sessionId, ['Перемен'])
  const pad = await site.enter('музыкант', { viewport: { width: 360, height: 640 } })
  await giveToken(pad.context(), url, musician)
  await pad.goto(`${url}/artist`)
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  await pad.waitForTimeout(1100)
  await press(pad, 'Следующий Трек')
  const row = pad.getByRole('region', { name: 'Последнее действие' })
  await shows(row, /ещё \d+\sс · 500\s₽ ваши/u)
  const words = row.getByText('«Группа крови» сыграна')
  const [seen, whole] = await words.evaluate((one) => [one.clientWidth, one.scrollWidth])
  assert.ok(seen !== undefined && whole !== undefined && whole <= seen, `${whole} > ${seen}`)

  await pad.waitForTimeout(1100)
  await press(pad, 'Следующий Трек')
  const ways = pad.getByRole('region', { name: 'Очередь' })
  await shows(ways, 'Откуда взять следующую')
  const reception = { params: { state: 'closed' }, body: { sessionId } } as const
  await ask(url, api.artist.takeOrders, reception, musician.token)
  await shows(pad, 'Приём закрыт')
  for (const viewport of [{ width: 1280, height: 800 }, STAND]) {
    await pad.setViewportSize(viewport)
    for (const way of await ways.getByRole('button').all()) {
      const { height } = await boxOf(way)
      assert.ok(height <= 80, `${await way.innerText()} ${height}`)
    }
    const strip = await boxOf(pad.getByRole('button', { name: 'Открыть', exact: true }))
    const above = await boxOf(pad.getByRole('link', { name: 'Экран зала' }))
    assert.ok(strip.y - above.bottom >= 12, `${strip.y} ${above.bottom}`)
  }
})

journey('new orders on a music stand are told within their list', async (site) => {
  const { pad, musician, concertId } = await enterPad(site, SONGS, { screen: { viewport: STAND } })
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  // These put the end of the list out of sight, what comes then is told.
  await ordersAt(site.url, musician, concertId, ['Кукушка', 'Апрель', 'Печаль'])
  await showsList(pad, 'Заказы', [...SONGS.slice(1), 'Кукушка', 'Апрель', 'Печаль'])
  await ordersAt(site.url, musician, concertId, ['Спокойная ночь'])
  const news = pad.getByRole('button', { name: /^Новых заказов: \d$/u })
  await news.waitFor()
  const list = await boxOf(pad.getByRole('region', { name: 'Заказы', exact: true }))
  const [button, row] = [await boxOf(news), await boxOf(pad.locator('[data-entry]').first())]
  assert.ok(button.x >= list.x && button.y >= list.y && button.bottom <= row.y)
})

journey('a second pad has its name whole, and the page its width', async (site) => {
  const { musician, concertId } = await enterPad(site, SONGS)
  const second = await site.enter('второй')
  const openAs = async (name: string) => {
    const body = { sessionId: concertId, name }
    const { link } = await ask(site.url, api.artist.addSecondPad, { body }, musician.token)
    await second.goto('about:blank')
    await second.goto(link)
    return second.getByText(`Второй пульт: ${name}`)
  }
  const short = await openAs('Лёша')
  const isWhole = ({ scrollWidth, scrollHeight, clientWidth, clientHeight }: Element) =>
    scrollWidth <= clientWidth && scrollHeight <= clientHeight
  for (const letters of [32, 16]) {
    await setLetters(second, letters)
    await eventually(() => short.evaluate(isWhole), true)
  }
  const name = 'Александр Константинопольский-Первый'
  await openAs(name)
  await showsList(second, 'Заказы', SONGS)
  for (const viewport of [PHONE, ...LOW]) {
    await second.setViewportSize(viewport)
    assert.ok((await widthOf(second)) <= viewport.width)
    const words = await boxOf(second.getByText(`Второй пульт: ${name}`))
    const clock = await boxOf(second.getByRole('timer'))
    assert.ok(words.right <= clock.x || words.bottom <= clock.y, `${words.right} > ${clock.x}`)
  }
})

journey('in letters of twice the size all of the pad can be read and reached', async (site) => {
  const { pad, musician, concertId } = await enterPad(site, SONGS, { screen: { viewport: STAND } })
  const body = { songId: await songId(site.url, 'Группа крови'), sessionId: concertId }
  await ask(site.url, api.artist.nextSong, { body }, musician.token)
  await padPlays(pad, 'Группа крови')
  await setLetters(pad, 32)
  const badge = pad.getByText('Концерт идёт', { exact: true })
  const seenOf = (what: Locator) => what.evaluate((one) => one.clientWidth / one.scrollWidth)
  await eventually(async () => (await seenOf(badge)) === 1, true)
  const screen = await boxOf(pad.getByRole('link', { name: 'Экран зала' }))
  assert.ok(screen.right <= 452, `${screen.right}`)
  const song = pad.locator('footer b')
  assert.ok((await seenOf(song)) > 0.6)

  await pad.setViewportSize(PHONE)
  assert.equal(await seenOf(badge), 1)
  await press(pad, 'Меню концерта')
  const tile = pad
    .getByRole('dialog', { name: 'Концерт' })
    .getByRole('button', { name: /^Дольше/u })
  const height = await tile.evaluate((one) => {
    const range = document.createRange()
    const word = [...(one.querySelector('span')?.childNodes ?? [])][0]
    if (word) range.selectNodeContents(word)
    return range.getClientRects().length
  })
  assert.equal(height, 1, 'a word is not broken')
})
