import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { LIVE_PATH } from '#contract/path.ts'
import { MINUTE_MS } from '#domain/time.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  queueAt,
} from '#test/support/product/product-calls.ts'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  findSong,
  openConcertPage,
  openOwnOrder,
  orderSong,
  rowOf,
} from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, press, pressBeside } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { announceConcert } from '#test/support/steps/musician-steps.ts'

// The TCP proxy has another origin than the site.
const journey = onSite({ variables: { PUBLIC_URL: '' } })
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET/
const DROPPED = /WebSocket connection to .* failed/
const NOT_SENT = 'Заказ ещё не отправлен'
const MAY_BE_THERE = 'Не знаем, дошёл ли заказ. Отправим сами'

const TUNNEL_MS = 20_000
/** How long a page may take at fifty kilobits. */
const BAD_NETWORK_MS = 90_000

/** 400 ms round trip, 50 kilobits a second each way. */
async function onBadNetwork(page: Page): Promise<void> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000 / 8,
    uploadThroughput: 50_000 / 8,
  })
}

/** What a page and a pad say of what they show without a network. */
const STALE = /оказываем то, что было в \d\d:\d\d$/u

journey(
  'an order whose answer is lost is sent again with its key and stays one order',
  async (site) => {
    const musician = await musicianAt(site.url)
    const concertId = await concertAt(site.url, musician)
    const page = await site.enter('Лера')
    await openConcertPage(page, site.url, musician.username)
    site.expectFault(NO_NETWORK)
    site.expectFault(DROPPED)

    const keys: (string | undefined)[] = []
    await page.route('**/songs/order-song', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const answer = await route.fetch()
      if (keys.length > 1) return route.fulfill({ response: answer })
      // The server gets the request; the phone never gets the response.
      await page.context().setOffline(true)
      return route.abort('internetdisconnected')
    })
    const sheet = await findSong(page, 'Группа крови', 'груп')
    await press(page, 'Да')
    await showsNoMore(sheet)
    const mine = page.getByRole('region', { name: 'Ваша песня: Группа крови' })
    await shows(mine, MAY_BE_THERE)
    assert.equal(await mine.getByText('Заказано').count(), 0)
    assert.deepEqual(await queueAt(site.url, concertId), ['Группа крови SCHEDULED ×1'])

    await page.context().setOffline(false)
    await shows(mine, '1-я в очереди')
    await showsNoMore(mine.getByText(MAY_BE_THERE))
    await showsList(page, 'В очереди', ['Группа крови'])
    await page.getByText('вы', { exact: true }).waitFor()
    assert.equal(keys.length, 2)
    assert.ok(keys[0])
    assert.equal(keys[0], keys[1])
    assert.deepEqual(await queueAt(site.url, concertId), ['Группа крови SCHEDULED ×1'])
  },
)

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

journey('an order that was just cancelled is cancelled by a page that is left', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  const page = await site.enter('Лера')
  await page.addInitScript(() => {
    const { fetch } = window
    const kept: unknown[] = []
    Object.assign(window, { kept })
    window.fetch = (address, init) => {
      if (init?.keepalive === true) kept.push(address)
      return fetch(address, init)
    }
  })
  await openConcertPage(page, site.url, musician.username)
  await orderSong(page, 'Группа крови', 'груп')
  await eventually(() => queueAt(site.url, concertId), ['Группа крови SCHEDULED ×1'])
  const sheet = await openOwnOrder(page, 'Группа крови')
  await sheet.getByRole('button', { name: 'Отменить заказ' }).click()
  await shows(page, 'Заказ отменён')
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  // A browser sends such a request although its page is gone.
  const kept = await page.evaluate(() => (window as unknown as { kept: unknown[] }).kept)
  assert.deepEqual(kept, ['/api/v1/songs/cancel-order'])
  await eventually(() => queueAt(site.url, concertId), [])
})

journey('an order given up is taken back from the server that has it already', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  const page = await site.enter('Лера')
  await openConcertPage(page, site.url, musician.username)
  site.expectFault(NO_NETWORK)
  site.expectFault(DROPPED)
  await page.route(
    '**/songs/order-song',
    async (route) => {
      await route.fetch()
      await page.context().setOffline(true)
      return route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await findSong(page, 'Группа крови', 'груп')
  await press(page, 'Да')
  const mine = page.getByRole('region', { name: 'Ваша песня: Группа крови' })
  await shows(mine, MAY_BE_THERE)
  const giveUp = mine.getByRole('button', { name: 'Не отправлять: Группа крови' })
  await giveUp.focus()
  await page.keyboard.press('Enter')
  await shows(mine, 'Если дошёл, отменим его')
  assert.equal(await focusedTag(page), 'BUTTON')
  await page.context().setOffline(false)
  await eventually(() => queueAt(site.url, concertId), [])
  await shows(mine, 'Заказ отменён')

  // What never left is gone at once.
  await findSong(page, 'Восьмиклассница', 'восьмикл')
  await page.context().setOffline(true)
  await press(page, 'Да')
  await shows(page, NOT_SENT)
  await page.getByRole('button', { name: 'Не отправлять: Восьмиклассница' }).focus()
  await page.keyboard.press('Enter')
  await shows(page, 'Заказ не отправлен: Восьмиклассница')
  assert.equal(await focusedTag(page), 'MAIN')
  await page.context().setOffline(false)
  await eventually(() => queueAt(site.url, concertId), [])
})

journey('of two tabs with the same order one sends it, and both show it', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  const page = await site.enter('Лера')
  await openConcertPage(page, site.url, musician.username)
  const context = page.context()
  const other = await context.newPage()
  await other.goto(page.url())
  site.expectFault(NO_NETWORK)
  site.expectFault(DROPPED)

  const sheet = await findSong(page, 'Группа крови', 'груп')
  await context.setOffline(true)
  await press(page, 'Да')
  await showsNoMore(sheet)
  await shows(page, NOT_SENT)
  await shows(other, 'Отправляем…')
  let answers = 0
  await context.route('**/songs/order-song', async (route) => {
    // Both tabs see the network before either has its response.
    await sleep(1000)
    const answer = await route.fetch()
    answers += 1
    await route.fulfill({ response: answer })
  })
  await context.setOffline(false)
  for (const tab of [page, other]) await shows(tab, '1-я в очереди')
  assert.equal(answers, 1)
  assert.deepEqual(await queueAt(site.url, concertId), ['Группа крови SCHEDULED ×1'])
})

journey('an order that never left goes out when the network is back', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  const page = await site.enter('Олег')
  await openConcertPage(page, site.url, musician.username)
  site.expectFault(NO_NETWORK)
  site.expectFault(DROPPED)

  const sheet = await findSong(page, 'Восьмиклассница', 'восьмикл')
  await page.context().setOffline(true)
  await press(page, 'Да')
  await showsNoMore(sheet)
  await shows(page, NOT_SENT)
  assert.deepEqual(await queueAt(site.url, concertId), [])
  await page.context().setOffline(false)
  await shows(page, '1-я в очереди')
  await eventually(() => queueAt(site.url, concertId), ['Восьмиклассница SCHEDULED ×1'])

  // Two free songs may wait; a cancelled one does not.
  const sheetOfOrder = await openOwnOrder(page, 'Восьмиклассница')
  await sheetOfOrder.getByRole('button', { name: 'Отменить заказ' }).click()
  await shows(page, 'Восьмиклассница, место ждёт 5 секунд')
  assert.deepEqual(await queueAt(site.url, concertId), ['Восьмиклассница SCHEDULED ×1'])
  await eventually(() => queueAt(site.url, concertId), [])
  // He knows that he took it off: no card tells it.
  await page.reload()
  await showsNoMore(page.getByRole('region', { name: /^Ваша песня/u }))
  // Nor does one come back beside another, or with the tab that is left.
  for (const song of ['Перемен', 'Восьмиклассница']) await orderSong(page, song, song)
  const cancelNow = async (song: string) => {
    await (await openOwnOrder(page, song)).getByRole('button', { name: 'Отменить заказ' }).click()
    await shows(page, `${song}, место ждёт 5 секунд`)
  }
  await cancelNow('Перемен')
  await cancelNow('Восьмиклассница')
  await eventually(() => queueAt(site.url, concertId), ['Восьмиклассница SCHEDULED ×1'])
  await showsNoMore(page.getByRole('region', { name: /^Ваша песня/u }))
  await page.getByRole('link', { name: 'Профиль' }).click()
  await eventually(() => queueAt(site.url, concertId), [])
  await page.goBack()
  // What is ordered meanwhile stays, and the server no longer counts what it takes the place of.
  for (const song of ['Перемен', 'Восьмиклассница']) await orderSong(page, song, song)
  await cancelNow('Перемен')
  await orderSong(page, 'Перемен', 'перемен')
  await cancelNow('Восьмиклассница')
  await orderSong(page, 'Группа крови', 'груп')
  const ordered = ['Перемен SCHEDULED ×1', 'Группа крови SCHEDULED ×1']
  await eventually(() => queueAt(site.url, concertId), ordered)

  // A failed search is repeated without a press.
  const find = page.getByRole('searchbox', { name: 'Найти песню' })
  await find.fill('группа крови')
  const before = page.getByRole('listitem').filter({ hasText: 'Группа крови' })
  await before.waitFor()
  await page.context().setOffline(true)
  await find.fill('восьмикл')
  await shows(page, 'Нет связи')
  await showsNoMore(before)
  await page.context().setOffline(false)
  await page.getByRole('listitem').filter({ hasText: 'Восьмиклассница' }).waitFor()
})

journey(
  'in a cellar an order waits out a tunnel and a dropped tab, and is one order',
  async (site) => {
    const musician = await musicianAt(site.url)
    const concertId = await concertAt(site.url, musician)
    const proxy = await openTcpProxy(site.url)
    try {
      const page = await site.enter('Лера')
      await openConcertPage(page, proxy.url, musician.username)
      await findSong(page, 'Группа крови', 'груп')
      site.expectFault(NO_NETWORK)
      site.expectFault(DROPPED)
      const keys: (string | undefined)[] = []
      page.context().on('request', (request) => {
        if (request.url().endsWith('/songs/order-song'))
          keys.push(request.headers()['idempotency-key'])
      })
      await onBadNetwork(page)
      const tunnel = Promise.withResolvers<void>()
      let requestCount = 0
      await page.route('**/songs/order-song', async (route) => {
        requestCount += 1
        if (requestCount > 1) {
          await tunnel.promise
          return route.continue()
        }
        // The server gets the request; then the tunnel begins, and the phone never gets the response.
        await route.fetch()
        proxy.cut()
        tunnel.resolve()
        // On a slow machine the page has aborted it by itself.
        return route.abort('connectionreset').catch(() => undefined)
      })

      await press(page, 'Да')
      await tunnel.promise
      const tunnelBegan = performance.now()
      await page.getByText(MAY_BE_THERE).first().waitFor({ timeout: BAD_NETWORK_MS })
      await page.getByText(/^Связь прервалась, показываем то, что было в \d\d:\d\d$/).waitFor()
      assert.equal(await page.getByText('Заказано').count(), 0)
      // The phone drops the tab, and opens it again where it was.
      const later = await page.context().newPage()
      await page.close()
      await sleep(Math.max(0, TUNNEL_MS - (performance.now() - tunnelBegan)))
      assert.deepEqual(await queueAt(site.url, concertId), ['Группа крови SCHEDULED ×1'])

      proxy.restore()
      await onBadNetwork(later)
      // A visitor waits for the text, not for the last of its files.
      await later.goto(`${proxy.url}/user/${musician.username}`, { waitUntil: 'commit' })
      await later.getByText('1-я в очереди').waitFor({ timeout: BAD_NETWORK_MS })
      // The server-rendered page shows the order already; the scripts that send it again are not loaded yet.
      await eventually(async () => keys.length > 1, true, BAD_NETWORK_MS)
      const mine = later.getByRole('region', { name: /^Ваша песня/u })
      await eventually(() => mine.count(), 1, BAD_NETWORK_MS)
      assert.deepEqual([...new Set(keys)], [keys[0]])
      assert.deepEqual(await queueAt(site.url, concertId), ['Группа крови SCHEDULED ×1'])
      assert.equal(await later.getByText(MAY_BE_THERE).count(), 0)
    } finally {
      await proxy.remove()
    }
  },
)

journey('a dropped connection is owned up to, and comes back live by itself', async (site) => {
  const musician = await musicianAt(site.url)
  const songs = [{ songId: null, title: 'Кукушка', artistName: 'Кино' }]
  await ask(site.url, api.artist.importFavorites, { body: { songs } }, musician.token)
  const concertId = await concertAt(site.url, musician)
  const proxy = await openTcpProxy(site.url)
  try {
    site.expectFault(NO_NETWORK)
    const page = await site.enter('Лера')
    await openConcertPage(page, proxy.url, musician.username)
    const other = await site.enter('Олег')
    const offered = '**/songs/offered*'
    await other.route(offered, (route) => route.abort())
    await openConcertPage(other, proxy.url, musician.username)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), proxy.url, musician)
    await pad.goto(`${proxy.url}/artist`)
    await shows(pad, 'Концерт идёт')
    // An update over the live channel proves that both are connected.
    await ordersAt(site.url, musician, concertId, ['Группа крови'])
    await showsList(page, 'В очереди', ['Группа крови'])
    await showsList(pad, 'Заказы', ['Группа крови'])
    site.expectFault(DROPPED)

    proxy.cut()
    for (const screen of [page, pad]) await screen.getByText(STALE).waitFor()
    await ordersAt(site.url, musician, concertId, ['Восьмиклассница'])
    await showsList(page, 'В очереди', ['Группа крови'])
    const field = page.getByRole('searchbox', { name: 'Найти песню' })
    await field.fill('пачк')
    await shows(page, 'Искать ещё раз')

    await other.unroute(offered)
    proxy.restore()
    for (const screen of [page, pad]) await screen.getByText(STALE).waitFor({ state: 'hidden' })
    // What failed for lack of the server is there without a press.
    await rowOf(page, 'Пачка сигарет').waitFor()
    await field.fill('')
    await other.getByRole('region', { name: 'Репертуар музыканта' }).waitFor()
    await showsList(page, 'В очереди', ['Группа крови', 'Восьмиклассница'])
    await showsList(pad, 'Заказы', ['Группа крови', 'Восьмиклассница'])
    await pressBeside(pad, 'Восьмиклассница', 'Удалить')
    // Listeners get it with the next press.
    await pressBeside(pad, 'Группа крови', 'В очередь')
    await showsList(page, 'В очереди', ['Группа крови'])
  } finally {
    await proxy.remove()
  }
})

journey(
  'the news of a lost network gives way to the button below it when pressed',
  async (site) => {
    const musician = await musicianAt(site.url)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), site.url, musician)
    await pad.goto(`${site.url}/artist`)
    await announceConcert(pad, { title: 'Тихий концерт', place: 'Подвал', town: 'Тверь' })
    await pad.getByRole('link', { name: 'Назад' }).click()
    await pad.getByRole('link', { name: 'Сегодня', exact: true }).click()
    site.expectFault(NO_NETWORK)
    site.expectFault(DROPPED)

    await pad.context().setOffline(true)
    await press(pad, 'Начать')
    await press(pad, 'Начать концерт')
    const news = pad.getByText('Нет связи').filter({ visible: true })
    // Under a resting pointer the toast would stay for ever.
    await news.click()
    await showsNoMore(news)
    await pad.context().setOffline(false)
    await press(pad, 'Начать')
    await press(pad, 'Начать концерт')
    await shows(pad, 'Концерт идёт')
    await chooseInMenu(pad, 'Кабинет')
    await pad.getByRole('link', { name: 'Вечера' }).click()
    await shows(pad, 'Идёт')
  },
)

journey('a concert starts on the pad before the live channel tells of it', async (site) => {
  const musician = await musicianAt(site.url)
  await comingConcertAt(site.url, musician)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), site.url, musician)
  let requestCount = 0
  let slow = false
  await pad.routeWebSocket(`**${LIVE_PATH}`, (socket) => {
    socket.connectToServer().onMessage(async (message) => {
      if (slow) await sleep(1500)
      requestCount += 1
      socket.send(message)
    })
  })
  await pad.goto(`${site.url}/artist?tab=concert`)
  await eventually(() => Promise.resolve(requestCount > 0), true)

  slow = true
  let asked = 0
  await pad.route('**/page/get-next-session*', (route) => {
    asked += 1
    return route.continue()
  })
  await press(pad, 'Начать')
  await shows(pad, 'Концерт идёт')
  await sleep(3000)
  await shows(pad, 'Концерт идёт')
  assert.ok(asked <= 1, `asked ${asked} times what comes next`)
})

journey('a concert that nobody sees yet runs on the pad once it has begun', async (site) => {
  const musician = await musicianAt(site.url)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), site.url, musician)
  const hidden = async () => {
    const publishAt = new Date(Date.now() + 30 * MINUTE_MS).toISOString()
    const sessionId = await comingConcertAt(site.url, musician, { publishAt })
    await pad.goto(`${site.url}/artist?tab=concert`)
    await pad.getByRole('button', { name: 'Начать' }).waitFor()
    const set = (sessionStatus: 'NOW' | 'PLAYED') =>
      ask(
        site.url,
        api.artist.updateSessionStatus,
        { body: { sessionId, sessionStatus } },
        musician.token,
      )
    return { begin: () => set('NOW'), end: () => set('PLAYED') }
  }
  const another = await hidden()
  await another.begin()
  // The page looks anew when it is seen again, and four times a minute.
  await pad.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await shows(pad, 'Концерт идёт')
  await another.end()

  await hidden()
  site.expectFault(NO_NETWORK)
  await pad.route(
    '**/artist/update-session-status',
    async (route) => {
      await route.fetch()
      return route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await press(pad, 'Начать')
  await shows(pad, 'Концерт идёт')
})
