import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, WebSocketRoute } from 'playwright-core'
import { api } from '#contract/index.ts'
import { LIVE_PATH } from '#contract/path.ts'
import { ask, comingConcertAt, giveToken, musicianAt } from '#test/support/product/product-calls.ts'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import {
  chooseInMenu,
  enterPad,
  padPlays,
  pauseOnPad,
  press,
  pressBeside,
} from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

// The TCP proxy has another origin than the site.
const journey = onSite({ variables: { PUBLIC_URL: '' } })
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет', 'Перемен']

/** Loads the pad once more, with the service worker, until the device keeps it. */
async function keepPad(pad: Page) {
  await pad.evaluate(() => navigator.serviceWorker.ready)
  await pad.reload()
  const isKept = () => pad.evaluate(async () => (await caches.match('/artist')) !== undefined)
  await eventually(isKept, true)
}

journey(
  'the pad opens without a network as this device saw it last, and each press is sent once',
  async (site) => {
    site.expectFault(/ERR_INTERNET_DISCONNECTED/u)
    const screen = { serviceWorkers: 'allow' } as const
    const { pad, musician, queue } = await enterPad(site, SONGS, { screen })
    const body = { songId: null, title: 'Печаль', artistName: 'Кино', imageUrl: '' }
    await ask(site.url, api.artist.addFavorite, { body }, musician.token)
    await keepPad(pad)
    // What this device keeps of the page is of a tab by day.
    await pad.goto(`${site.url}/artist?tab=profile`)
    await pad.getByRole('link', { name: 'Сегодня', exact: true }).click()
    await pad.getByRole('link', { name: 'Открыть пульт' }).click()
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    await eventually(queue, [
      'Группа крови NOW ×1',
      ...SONGS.slice(1).map((song) => `${song} SCHEDULED ×1`),
    ])

    await pad.context().setOffline(true)
    await pad.reload({ waitUntil: 'commit' })
    const theme = () => pad.evaluate(() => document.documentElement.dataset['theme'])
    assert.equal(await theme(), 'stage')
    await padPlays(pad, 'Группа крови')
    assert.equal(await theme(), 'stage')
    await showsList(pad, 'Заказы', SONGS.slice(1))
    await shows(pad, /Нет связи/u)
    await pressBeside(pad, 'Перемен', 'В очередь')
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Перемен')
    await press(pad, 'Своя песня')
    const sheet = pad.getByRole('dialog', { name: 'Добавить песню' })
    await sheet.getByRole('button', { name: /^Печаль/u }).click()
    await showsList(pad, 'Очередь', ['Печаль'])
    await pauseOnPad(pad)
    await shows(pad, /4 команды отправим сами/u)
    await chooseInMenu(pad, 'Кабинет')
    await shows(pad, /Связь прервалась|Нет связи/u)

    await pad.context().setOffline(false)
    await eventually(queue, [
      'Перемен NOW ×1',
      'Печаль QUEUED ×0',
      'Восьмиклассница SCHEDULED ×1',
      'Пачка сигарет SCHEDULED ×1',
    ])
    await showsNoMore(pad.getByText(/Связь прервалась|Нет связи/u))
    await pad.getByRole('link', { name: 'Открыть пульт' }).click()
    await shows(pad, 'Концерт на паузе')
  },
)

journey(
  'the pad opens as this device saw it last where the network neither fails nor answers',
  async (site) => {
    site.expectFault(
      /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_FAILED|WebSocket connection to/u,
    )
    const proxy = await openTcpProxy(site.url)
    const screen = { serviceWorkers: 'allow' } as const
    const { pad, queue } = await enterPad(site, SONGS, { screen, url: proxy.url })
    await keepPad(pad)
    await showsList(pad, 'Заказы', SONGS)

    proxy.stall()
    await pad.reload({ waitUntil: 'commit' })
    await showsList(pad, 'Заказы', SONGS)
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')

    proxy.restore()
    await eventually(queue, [
      'Группа крови NOW ×1',
      ...SONGS.slice(1).map((song) => `${song} SCHEDULED ×1`),
    ])
    await pad.context().close()
    await proxy.remove()
  },
)

journey('the pad opens as this device saw it last where the server cannot answer', async (site) => {
  site.expectFault(/502|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection to/u)
  const proxy = await openTcpProxy(site.url)
  const down = createServer((_, answer) => answer.writeHead(502).end('Bad Gateway'))
  await new Promise<void>((resolve) => down.listen(0, '127.0.0.1', resolve))
  const screen = { serviceWorkers: 'allow' } as const
  const { pad } = await enterPad(site, SONGS, { screen, url: proxy.url })
  await keepPad(pad)
  await showsList(pad, 'Заказы', SONGS)

  proxy.turnTo(`http://127.0.0.1:${(down.address() as AddressInfo).port}`)
  await pad.reload({ waitUntil: 'commit' })
  await showsList(pad, 'Заказы', SONGS)
  await shows(pad, /Нет связи/u)
  proxy.turnTo(site.url)
  await showsNoMore(pad.getByText(/Нет связи/u).first())
  await pad.context().close()
  await proxy.remove()
  down.close()
})

journey('a concert that was started runs on the pad, however late the network is', async (site) => {
  site.expectFault(/get-next-session/u)
  const musician = await musicianAt(site.url)
  await comingConcertAt(site.url, musician)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), site.url, musician)
  const held: (() => void)[] = []
  let holds = false
  let heard = 0
  await pad.routeWebSocket(`**${LIVE_PATH}`, (socket) => {
    socket.connectToServer().onMessage((message) => {
      heard += 1
      if (holds) held.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  await pad.goto(`${site.url}/artist?tab=concert`)
  await eventually(() => Promise.resolve(heard > 0), true)
  await pad.route('**/get-next-session?*', (route) => route.abort())

  holds = true
  await press(pad, 'Начать')
  await shows(pad, 'Концерт идёт')
  // Longer than a request for the concerts takes.
  await pad.waitForTimeout(1000)
  await shows(pad, 'Концерт идёт')
  for (const pass of held) pass()
  holds = false
  await pad.waitForTimeout(500)
  await shows(pad, 'Концерт идёт')
})

const CODE = '**/qr/get-image/**'

// In both the browser reports that it is online all the time, as at a Wi-Fi without internet.
journey('the code of the hall comes as soon as the internet does', async (site) => {
  site.expectFault(/ERR_FAILED/u)
  const { pad } = await enterPad(site, SONGS)
  let socket: WebSocketRoute | undefined
  await pad.routeWebSocket(`**${LIVE_PATH}`, (opened) => {
    opened.connectToServer()
    socket = opened
  })
  const withoutCode = async () => {
    await pad.route(CODE, (route) => route.abort())
    const failed = pad.waitForEvent('requestfailed', (request) =>
      request.url().includes('get-image'),
    )
    await pad.reload()
    await failed
    await pad.unroute(CODE)
  }
  await withoutCode()
  const came = pad.waitForResponse(CODE)
  await socket?.close()
  await came
  await withoutCode()
  await press(pad, 'Код во весь экран')
  await pad.getByRole('img', { name: /^QR-код/u }).waitFor({ timeout: SOON_MS })
})

journey('a page of the device’s copy is renewed as soon as the internet is there', async (site) => {
  site.expectFault(/ERR_FAILED/u)
  const { pad } = await enterPad(site, SONGS)
  await pad.route('**/api/v1/**', (route) => route.abort())
  await pad.goto(`${site.url}/artist?tab=profile`)
  const lost = pad.getByText(/^Связь прервалась/u)
  await lost.waitFor()
  await pad.unroute('**/api/v1/**')
  await lost.waitFor({ state: 'hidden', timeout: 20_000 })
})
