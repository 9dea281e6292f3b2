import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { LIVE_PATH } from '#contract/path.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
} from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import {
  chooseInMenu,
  enterPad,
  padPlays,
  playLonger,
  press,
  pressBeside,
} from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { LATE_MS } from '#web/features/pad/commands/command.ts'

// The TCP proxy has another origin than the site.
const journey = onSite({ variables: { PUBLIC_URL: '' } })
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET/
const DROPPED = /WebSocket connection to .* failed/
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет', 'Перемен']

/** A pad on stage with four orders, behind a proxy that can be cut. */
async function onStage(site: TestSite, screen: Parameters<TestSite['enter']>[1] = {}) {
  const proxy = await openTcpProxy(site.url)
  const stage = await enterPad(site, SONGS, { screen, url: proxy.url })
  site.expectFault(NO_NETWORK)
  site.expectFault(DROPPED)
  return { ...stage, proxy, [Symbol.asyncDispose]: proxy.remove }
}

/** Records the responses to presses of «next» that reach the network. */
function noteNext(pad: Page): number[] {
  const answers: number[] = []
  pad.on('response', (answer) => {
    if (answer.url().endsWith('/artist/next-song')) answers.push(answer.status())
  })
  return answers
}

journey('keys and a foot pedal play the pad, and a held pedal is one press', async (site) => {
  await using stage = await onStage(site, TABLET)
  const { pad, queue } = stage
  const { keyboard } = pad
  const answers = noteNext(pad)

  await keyboard.down('PageDown')
  await keyboard.down('PageDown')
  await keyboard.down('PageDown')
  await padPlays(pad, 'Группа крови')
  await pad.waitForTimeout(1200)
  await keyboard.down('PageDown')
  await keyboard.up('PageDown')
  await eventually(async () => answers, [200])
  await showsList(pad, 'Заказы', SONGS.slice(1))

  await pad.waitForTimeout(800)
  await keyboard.press('ArrowRight')
  await padPlays(pad, 'Восьмиклассница')
  await shows(pad, '«Группа крови» сыграна')
  await keyboard.press('PageUp')
  await padPlays(pad, 'Группа крови')
  await eventually(queue, [
    'Группа крови NOW ×1',
    'Восьмиклассница QUEUED ×1',
    'Пачка сигарет SCHEDULED ×1',
    'Перемен SCHEDULED ×1',
  ])

  await keyboard.press('p')
  await shows(pad, 'Концерт на паузе')
  await pad.waitForTimeout(800)
  await keyboard.press('p')
  await shows(pad, 'Концерт идёт')

  await keyboard.press('?')
  const help = pad.getByRole('dialog', { name: 'Клавиши и педаль' })
  await shows(help, 'Page Down')
  await keyboard.press('Escape')
  await showsNoMore(help)
  await padPlays(pad, 'Группа крови')

  // On a button the same key presses the button.
  await pad.getByRole('button', { name: 'В очередь: Перемен' }).focus()
  await pad.waitForTimeout(800)
  await keyboard.press('Enter')
  await showsList(pad, 'Очередь', ['Восьмиклассница', 'Перемен'])
  await padPlays(pad, 'Группа крови')
  await chooseInMenu(pad, 'Клавиши')
  await help.waitFor()
})

journey('a row and its sheet say how many stand behind a song', async (site) => {
  for (const screen of [{}, TABLET]) {
    await using stage = await onStage(site, screen)
    const { pad, musician, concertId } = stage
    for (let more = 0; more < 2; more += 1)
      await ordersAt(site.url, musician, concertId, ['Восьмиклассница'])
    const row = pad.getByRole('listitem').filter({ hasText: 'Восьмиклассница' })
    await shows(row, '3 человека')
    assert.equal(
      await pad
        .getByText(/человек/u)
        .filter({ visible: true })
        .count(),
      1,
    )
    await row.getByRole('button').first().click()
    await shows(pad.getByRole('dialog', { name: 'Восьмиклассница' }), 'Кино · 3 человека')
    await pad.context().close()
  }
})

journey(
  'a tap on a row sends it back to the orders or plays it, without a network too',
  async (site) => {
    await using stage = await onStage(site)
    const { pad, proxy, queue, concertId } = stage
    const choose = async (title: string, what: string) => {
      const row = pad.getByRole('listitem').filter({ hasText: title })
      await row.getByRole('button').first().click()
      await press(pad, what)
    }
    await pressBeside(pad, 'Перемен', 'В очередь')
    await showsList(pad, 'Очередь', ['Перемен'])
    await pressBeside(pad, 'Пачка сигарет', 'В очередь')
    await eventually(queue, [
      'Перемен QUEUED ×1',
      'Пачка сигарет QUEUED ×1',
      'Группа крови SCHEDULED ×1',
      'Восьмиклассница SCHEDULED ×1',
    ])
    proxy.cut()
    await choose('Пачка сигарет', 'Обратно в заказы')
    await showsList(pad, 'Очередь', ['Перемен'])
    await showsList(pad, 'Заказы', ['Пачка сигарет', 'Группа крови', 'Восьмиклассница'])
    await choose('Восьмиклассница', 'Играть')
    await padPlays(pad, 'Восьмиклассница')
    await shows(pad, '2 команды отправим сами')
    await chooseInMenu(pad, 'Приём')
    await playLonger(pad, 30)
    await shows(pad, '4 команды отправим сами')
    proxy.restore()
    const concert = () => ask(site.url, api.session.byId, { query: { sessionId: concertId } })
    await eventually(async () => (await concert()).rules, { lastCall: 'closed' })
    await eventually(async () => (await concert()).longerMinutes, 30)
    await eventually(queue, [
      'Восьмиклассница NOW ×1',
      'Перемен QUEUED ×1',
      'Пачка сигарет SCHEDULED ×1',
      'Группа крови SCHEDULED ×1',
    ])
  },
)

journey(
  'what is pressed without a network is shown, survives a reload, and is sent once',
  async (site) => {
    await using stage = await onStage(site)
    const { pad, proxy, queue, open } = stage
    proxy.cut()
    await pressBeside(pad, 'Пачка сигарет', 'Удалить')
    await showsList(pad, 'Заказы', ['Группа крови', 'Восьмиклассница', 'Перемен'])
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    await pressBeside(pad, 'Перемен', 'В очередь')
    await showsList(pad, 'Очередь', ['Перемен'])
    await showsList(pad, 'Заказы', ['Восьмиклассница'])
    await shows(pad, '3 команды отправим сами')

    await chooseInMenu(pad, 'Завершить концерт')
    await press(pad, 'Завершить')
    await shows(pad, 'Сначала отправим 3 нажатия')
    await press(pad, 'Продолжить концерт')
    assert.deepEqual(
      await queue(),
      SONGS.map((title) => `${title} SCHEDULED ×1`),
    )

    const answers = noteNext(pad)
    // A press that is sent sooner is not reported.
    await pad.waitForTimeout(LATE_MS)
    proxy.restore()
    await open(pad)
    await shows(pad, 'Связь вернулась, всё отправлено')
    await showsNoMore(pad.getByText('отправим сами'))
    await padPlays(pad, 'Группа крови')
    await showsList(pad, 'Очередь', ['Перемен'])
    const after = ['Группа крови NOW ×1', 'Перемен QUEUED ×1', 'Восьмиклассница SCHEDULED ×1']
    assert.deepEqual(await queue(), after)
    assert.deepEqual(answers, [200])
  },
)

journey('a press whose answer was lost is not done twice', async (site) => {
  await using stage = await onStage(site)
  const { pad, queue } = stage
  const keys: (string | undefined)[] = []
  await pad.route('**/artist/next-song', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    if (keys.length > 1) return route.fulfill({ response: answer })
    // The server gets the request; the pad never gets the response.
    return route.abort('connectionreset')
  })
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  // On a busy machine the loss looks like a slow server, of which it is only said that all is sent.
  await shows(pad, /сё отправлено/u)
  await padPlays(pad, 'Группа крови')
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Восьмиклассница')
  await eventually(queue, [
    'Восьмиклассница NOW ×1',
    'Пачка сигарет SCHEDULED ×1',
    'Перемен SCHEDULED ×1',
  ])
  assert.equal(new Set(keys).size, keys.length, 'what was done is not asked for again')
})

journey('two tabs keep the same presses, and one of them sends', async (site) => {
  await using stage = await onStage(site)
  const { pad, proxy, queue, open } = stage
  const second = await pad.context().newPage()
  await open(second)
  const answers = [noteNext(pad), noteNext(second)]
  proxy.cut()
  await press(pad, 'Следующий Трек')
  await padPlays(second, 'Группа крови')
  await shows(second, '1 команду отправим сами')
  proxy.restore()
  for (const page of [pad, second]) {
    await page.getByText('отправим сами').waitFor({ state: 'hidden' })
    await padPlays(page, 'Группа крови')
  }
  await eventually(queue, [
    'Группа крови NOW ×1',
    ...SONGS.slice(1).map((title) => `${title} SCHEDULED ×1`),
  ])
  assert.deepEqual(answers.flat(), [200])
})

journey(
  'presses wait for a new login, and those of a concert that has ended are cancelled',
  async (site) => {
    await using stage = await onStage(site)
    const { pad, proxy, musician, concertId, open } = stage
    site.expectFault(/401/)
    // A poll of the pad would redirect to the login before the press.
    const reads = (url: URL) => url.pathname.startsWith('/api/v1/artist/')
    await pad.route(reads, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await pad.context().clearCookies()
    await press(pad, 'Следующий Трек')
    await pad.waitForURL('**/login?login_ended=1')
    await pad.unroute(reads)
    await shows(pad, 'Вход на этом устройстве закончился. Войдите ещё раз.')
    await giveToken(pad.context(), proxy.url, musician)
    // The toast may disappear before `open` has finished.
    await Promise.all([shows(pad, 'Связь вернулась, всё отправлено'), open(pad)])
    await padPlays(pad, 'Группа крови')

    proxy.cut()
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Восьмиклассница')
    await shows(pad, '1 команду отправим сами')
    const end = { sessionId: concertId, sessionStatus: 'PLAYED' }
    await ask(site.url, api.artist.updateSessionStatus, { body: end }, musician.token)
    proxy.restore()
    await shows(pad, '«Следующая: Восьмиклассница» не выполнено. Концерт уже завершён.')
    const report = pad.getByRole('link', { name: 'Отчёт о концерте' })
    await report.waitFor()
    assert.equal(await report.getAttribute('href'), `/artist/session/${concertId}`)
  },
)

journey('a next that never left is taken back without a trace', async (site) => {
  await using stage = await onStage(site)
  const { pad, queue } = stage
  const answers = noteNext(pad)
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  await eventually(async () => (await queue())[0], 'Группа крови NOW ×1')
  await eventually(async () => answers, [200])
  await pad.context().setOffline(true)
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Восьмиклассница')
  await shows(pad, 'ждёт связи')
  await press(pad, 'Отменить')
  await padPlays(pad, 'Группа крови')
  await showsNoMore(pad.getByText('отправим сами'))
  await pad.context().setOffline(false)
  await pressBeside(pad, 'Перемен', 'В очередь')
  await eventually(queue, [
    'Группа крови NOW ×1',
    'Перемен QUEUED ×1',
    'Восьмиклассница SCHEDULED ×1',
    'Пачка сигарет SCHEDULED ×1',
  ])
  assert.deepEqual(answers, [200])
})

journey(
  'an order between a press and its answer does not bring the old song back',
  async (site) => {
    await using stage = await onStage(site)
    const { pad, musician, concertId, open, queue } = stage
    const held: { text: string; pass: () => void }[] = []
    let holds = false
    let heard = 0
    await pad.routeWebSocket(`**${LIVE_PATH}`, (socket) => {
      socket.connectToServer().onMessage((message) => {
        heard += 1
        const pass = () => socket.send(message)
        if (holds) held.push({ text: String(message), pass })
        else pass()
      })
    })
    await open(pad)
    await showsList(pad, 'Заказы', SONGS)
    await eventually(() => Promise.resolve(heard > 0), true)
    const answered = Promise.withResolvers<void>()
    await pad.route('**/artist/next-song', async (route) => {
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    })

    holds = true
    await ordersAt(site.url, musician, concertId, ['Кукушка'])
    await eventually(async () => held.some(({ text }) => text.includes('Кукушка')), true)
    const order = held.splice(0)
    await press(pad, 'Следующий Трек')
    await eventually(async () => (await queue())[0], 'Группа крови NOW ×1')
    for (const { pass } of order) pass()
    await showsList(pad, 'Заказы', [...SONGS.slice(1), 'Кукушка'])
    const response = pad.waitForResponse('**/artist/next-song')
    answered.resolve()
    await (await response).finished()
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Восьмиклассница')
    for (const { pass } of held) pass()
    holds = false
    await eventually(async () => (await queue())[0], 'Восьмиклассница NOW ×1')
    await padPlays(pad, 'Восьмиклассница')
  },
)

journey(
  'the pad says whether the screen stays lit, and asks again when it comes back',
  async (site) => {
    const musician = await musicianAt(site.url)
    await concertAt(site.url, musician)
    const pad = await site.enter('музыкант', TABLET)
    await giveToken(pad.context(), site.url, musician)
    await pad.addInitScript(() => {
      const lamps: EventTarget[] = []
      const request = () => {
        if (localStorage.getItem('refuses') !== null) return Promise.reject(new Error('no'))
        const lamp = Object.assign(new EventTarget(), { release: () => Promise.resolve() })
        lamps.push(lamp)
        performance.mark('lit')
        return Promise.resolve(lamp)
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
      addEventListener('lamp', () => lamps.at(-1)?.dispatchEvent(new Event('release')))
    })
    await pad.goto(`${site.url}/artist`)
    await pad.waitForFunction(() => performance.getEntriesByName('lit').length > 0)
    await showsNoMore(pad.getByText('Экран может погаснуть'))
    await pad.evaluate(() => dispatchEvent(new Event('lamp')))
    await shows(pad, 'Экран может погаснуть')
    await pad.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await showsNoMore(pad.getByText('Экран может погаснуть'))

    await pad.evaluate(() => localStorage.setItem('refuses', 'yes'))
    await pad.reload()
    await shows(pad, 'Экран может погаснуть: браузер не дал держать его включённым')
  },
)

journey('on a music stand only the songs move, however many wait', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  const long = [...SONGS, 'Кукушка', 'Апрель', 'Бездельник', 'Видели ночь', 'Дерево']
  await ordersAt(site.url, musician, concertId, long)
  const pad = await site.enter('музыкант', TABLET)
  await giveToken(pad.context(), site.url, musician)
  await pad.goto(`${site.url}/artist`)
  await showsList(pad, 'Заказы', long)
  await ordersAt(site.url, musician, concertId, ['Печаль'])
  await pad.getByRole('button', { name: 'Новых заказов: 1' }).click()
  await showsNoMore(pad.getByRole('button', { name: 'Новых заказов: 1' }))
  assert.equal(await pad.evaluate(() => document.documentElement.scrollTop), 0)
  await pad.getByRole('button', { name: 'В очередь: Печаль' }).click()
  await showsList(pad, 'Очередь', ['Печаль'])
})

/** Scrolls to the button `for` until the other one is off the screen, as an IntersectionObserver reports it. */
async function leavesSight(pad: Page, name: string, { for: other }: { for: string }) {
  const button = pad.getByRole('button', { name })
  await eventually(async () => {
    await pad.getByRole('button', { name: other }).scrollIntoViewIfNeeded()
    return button.evaluate(
      (element) =>
        new Promise<boolean>((resolve) =>
          new IntersectionObserver(([seen], observer) => {
            observer.disconnect()
            resolve(seen?.isIntersecting ?? true)
          }).observe(element),
        ),
    )
  }, false)
}

journey(
  'a new order below the edge of the screen is counted, and shown when asked for',
  async (site) => {
    const musician = await musicianAt(site.url)
    const concertId = await concertAt(site.url, musician)
    await ordersAt(site.url, musician, concertId, SONGS)
    const pad = await site.enter('музыкант', { viewport: { width: 844, height: 390 } })
    await giveToken(pad.context(), site.url, musician)
    await pad.goto(`${site.url}/artist`)
    await showsList(pad, 'Заказы', SONGS)
    const next = pad.getByRole('button', { name: 'Следующий Трек' })
    const place = await next.boundingBox()
    await ordersAt(site.url, musician, concertId, ['Печаль'])
    const news = pad.getByRole('button', { name: 'Новых заказов: 1' })
    await news.waitFor()
    assert.deepEqual(await next.boundingBox(), place, 'no button moves under a finger')
    const isClear = () =>
      news.evaluate((one) => {
        const { top } = one.getBoundingClientRect()
        const ends = document.querySelector('main')?.getBoundingClientRect().bottom ?? top + 1
        return top >= ends || top > (one.parentElement?.getBoundingClientRect().top ?? top)
      })
    assert.ok(await isClear(), 'and no song is covered')
    await pad.setViewportSize({ width: 390, height: 640 })
    assert.ok(await isClear())
    await pad.setViewportSize({ width: 844, height: 390 })
    await news.click()
    await showsNoMore(news)
    await leavesSight(pad, 'Удалить: Печаль', { for: 'Удалить: Группа крови' })
    await ordersAt(site.url, musician, concertId, ['Апрель'])
    await news.click()
    await pad.getByRole('button', { name: 'В очередь: Печаль' }).click()
    await showsList(pad, 'Очередь', ['Печаль'])
  },
)

journey('what comes and goes by itself moves no row of a phone', async (site) => {
  const songs = [...SONGS, 'Кукушка', 'Апрель', 'Бездельник', 'Видели ночь', 'Дерево']
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    const { pad } = await enterPad(site, songs, { screen: { viewport } })
    const rowOf = (title: string) => pad.getByRole('button', { name: `Удалить: ${title}` })
    const placeOf = async (title: string) => (await rowOf(title).boundingBox())?.y

    // At the end of the page a bar that shrinks would pull all rows down.
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    await pad.waitForTimeout(1100)
    await press(pad, 'Следующий Трек')
    await shows(pad, /^ещё \d+\sс/u)
    await rowOf('Дерево').evaluate((row) => {
      for (let over: Element | null = row; over !== null; over = over.parentElement)
        over.scrollTop = over.scrollHeight
    })
    const last = await placeOf('Дерево')
    await showsNoMore(pad.getByText(/^ещё \d+\sс/u))
    await pad.waitForTimeout(100)
    assert.equal(await placeOf('Дерево'), last)

    const answered = Promise.withResolvers<void>()
    await pad.route('**/api/v1/artist/*', async (route) => {
      if (route.request().method() === 'POST') await answered.promise
      await route.continue()
    })
    await pad.getByRole('button', { name: 'В очередь: Перемен' }).scrollIntoViewIfNeeded()
    await pad.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await pressBeside(pad, 'Перемен', 'В очередь')
    await showsList(pad, 'Очередь', ['Перемен'])
    const first = await placeOf('Пачка сигарет')
    await shows(pad, 'Ответ задерживается')
    assert.equal(await placeOf('Пачка сигарет'), first)
    answered.resolve()
    await showsNoMore(pad.getByText('Ответ задерживается'))
    assert.equal(await placeOf('Пачка сигарет'), first)
    await pad.context().close()
  }
})
