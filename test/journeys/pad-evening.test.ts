import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { EveningSoFar } from '#contract/report.ts'
import {
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  queueAt,
} from '#test/support/product/product-calls.ts'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import {
  chooseInMenu,
  padPlays,
  press,
  withOneList,
  withoutGrace,
} from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore, tapAt } from '#test/support/browsers/screen.ts'

// Long, so that no grace ends on a slow machine. The TCP proxy has another origin than the site.
const journey = onSite({ variables: { PUBLIC_URL: '', CAPTURE_GRACE_SECONDS: '600' } })
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection to .* failed/
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет', 'Перемен']

/** A pad on stage with four orders, behind a proxy that can be cut. */
async function onStage(
  site: TestSite,
  { oneList = false, ...screen }: { oneList?: boolean } & BrowserContextOptions = {},
) {
  const musician = await musicianAt(site.url)
  const sessionId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, sessionId, SONGS)
  const proxy = await openTcpProxy(site.url)
  site.expectFault(NO_NETWORK)
  const pad = await site.enter('музыкант', screen)
  await giveToken(pad.context(), proxy.url, musician)
  if (oneList) await withOneList(pad)
  await pad.goto(`${proxy.url}/artist`)
  await showsList(pad, oneList ? 'В очереди' : 'Заказы', SONGS)
  return {
    musician,
    sessionId,
    proxy,
    pad,
    queue: () => queueAt(site.url, sessionId),
    async [Symbol.asyncDispose]() {
      await pad.unrouteAll({ behavior: 'ignoreErrors' })
      await pad.context().close()
      await proxy.remove()
    },
  }
}

const played = (pad: Page) => pad.getByRole('dialog', { name: 'Сыграно' })
const playedTitles = (pad: Page) =>
  played(pad).getByRole('list', { name: 'Сыгранные песни' }).getByRole('listitem').allInnerTexts()

journey(
  'a song before the last is taken back from the list, without a network too',
  async (site) => {
    await using stage = await onStage(site)
    const { pad, proxy, queue } = stage
    const openList = async () => {
      await chooseInMenu(pad, 'Сыграно')
    }
    for (const title of SONGS.slice(0, 3)) {
      await press(pad, 'Следующий Трек')
      await padPlays(pad, title)
      await pad.waitForTimeout(1100)
    }
    await openList()
    await press(pad, 'Отменить: Группа крови')
    await padPlays(pad, 'Группа крови')
    await eventually(queue, [
      'Группа крови NOW ×1',
      'Пачка сигарет QUEUED ×1',
      'Перемен SCHEDULED ×1',
    ])
    await pad.keyboard.press('Escape')
    proxy.cut()
    for (const title of ['Пачка сигарет', 'Перемен']) {
      await press(pad, 'Следующий Трек')
      await padPlays(pad, title)
      await pad.waitForTimeout(1100)
    }
    await openList()
    await press(pad, 'Отменить: Группа крови')
    await padPlays(pad, 'Группа крови')
    proxy.restore()
    await eventually(queue, ['Группа крови NOW ×1', 'Перемен QUEUED ×1'])
  },
)

journey(
  'what was played is a list, and comes back once more, without a network too',
  async (site) => {
    for (const oneList of [false, true]) {
      await using stage = await onStage(site, { oneList })
      const { pad, proxy, queue } = stage
      await withoutGrace(pad)
      const next = oneList ? 'Следующая песня' : 'Следующий Трек'
      await pad.getByRole('button', { name: /^0 сыграно/u }).click()
      await shows(played(pad), 'Пока ничего не сыграно')
      await pad.keyboard.press('Escape')
      for (const title of SONGS.slice(0, 2)) {
        await press(pad, next)
        await padPlays(pad, title)
        await pad.waitForTimeout(1100)
      }
      await pad.getByRole('button', { name: /^1 сыграно/u }).waitFor()
      proxy.cut()
      await press(pad, next)
      await padPlays(pad, 'Пачка сигарет')
      await chooseInMenu(pad, 'Сыграно')
      await eventually(
        async () => (await playedTitles(pad)).map((text) => text.split('\n')[0]),
        ['Восьмиклассница', 'Группа крови'],
      )
      await press(pad, 'Ещё раз: Группа крови')
      await shows(played(pad), 'Уже в очереди')
      await pad.keyboard.press('Escape')
      proxy.restore()
      await eventually(queue, [
        'Пачка сигарет NOW ×1',
        'Группа крови QUEUED ×0',
        'Перемен SCHEDULED ×1',
      ])
    }
  },
)

journey('what was given waits on the pad until it is answered or put away', async (site) => {
  await using stage = await onStage(site)
  const { pad, sessionId } = stage
  let tips: NonNullable<EveningSoFar['tips']>['newest'] = []
  await pad.route('**/artist/evening?*', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    const sum = tips.reduce((all, { amount }) => all + amount, 0)
    await route.fulfill({ json: { data: { ...data, tips: { sum, newest: tips } } } })
  })
  const answered: string[] = []
  const lost = Promise.withResolvers<void>()
  await pad.route('**/artist/answer-tip', async (route) => {
    const { tipId } = route.request().postDataJSON() as { tipId: string }
    answered.push(tipId)
    if (answered.length === 1) {
      await lost.promise
      return route.abort()
    }
    tips = tips.map((tip) => ({ ...tip, answered: tip.answered || tip.id === tipId }))
    return route.fulfill({ json: { data: true } })
  })
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  const comes = async (id: string, amount: number, message: string, name: string) => {
    const tip = { id, at: new Date().toISOString(), amount, message, name, table: 4 }
    tips = [{ ...tip, answered: false }, ...tips]
    await pad.waitForTimeout(1100)
    await press(pad, 'Следующий Трек')
  }
  await comes(sessionId, 50_000, 'За «Печаль»!', 'Аня')
  const card = pad.getByRole('region', { name: 'Благодарят' })
  await shows(card, 'Аня, стол 4')
  await shows(card, /500\s₽/u)
  await shows(card, 'За «Печаль»!')
  await comes(randomUUID(), 10_000, 'Сука, фальшивишь', '')
  await shows(card, 'Ещё 1 благодарность за ней')
  await press(pad, 'Спасибо, Аня!')
  await shows(card, 'Из зала, стол 4')
  assert.deepEqual(answered, [sessionId])
  assert.equal(await card.getByText('фальшивишь').count(), 0)
  await press(pad, 'Показать')
  await shows(card, 'Сука, фальшивишь')
  await press(pad, 'Убрать без ответа')
  await showsNoMore(card)
  // Thanks that were not sent bring back what they were for, and nothing else.
  lost.resolve()
  await shows(card, 'Аня, стол 4')
  assert.equal(await card.getByText('Ещё 1 благодарность').count(), 0)
  await pad.reload()
  await press(pad, 'Спасибо, Аня!')
  await showsNoMore(card)
  assert.deepEqual(answered, [sessionId, sessionId])
  await pad.reload()
  await pad.getByRole('button', { name: /сыграно · 600\s₽/u }).click()
  await shows(played(pad), 'За «Печаль»!')
  await showsNoMore(pad.getByText('Ещё 1 благодарность за ней'))
})

/** Drags the row of a song onto the upper part of another one, or with `after` the lower part. `place`: what is said of it. */
async function drag(
  pad: Page,
  title: string,
  over: string,
  { after = false, place }: { after?: boolean; place?: string } = {},
) {
  const row = (name: string) =>
    pad.getByRole('main').getByRole('listitem').filter({ hasText: name })
  // Between the edges, where nothing scrolls by itself and no bar covers a row.
  await row(title).evaluate(
    (from, to) => {
      const [one, other] = [from.getBoundingClientRect(), to?.getBoundingClientRect()]
      const middle = (one.top + one.bottom + (other?.top ?? 0) + (other?.bottom ?? 0)) / 4
      window.scrollBy({ top: middle - window.innerHeight / 2, behavior: 'instant' })
    },
    await row(over).elementHandle(),
  )
  // Until nothing moves it any more and nothing lies over it.
  await row(title).hover({ trial: true })
  const [from, to] = [await row(title).boundingBox(), await row(over).boundingBox()]
  assert.ok(from !== null && to !== null)
  const start = from.y + from.height / 2
  const end = title === over ? start : to.y + to.height * (after ? 0.75 : 0.25)
  const finger = await touchAt(pad, from.x + from.width / 3)
  await finger.down(start)
  await shows(pad, `Взяли: ${title}.`)
  for (let step = 1; step <= 10; step += 1) await finger.move(start + ((end - start) * step) / 10)
  if (place !== undefined) await shows(pad, `${title}. ${place}`)
  // It is said for a moment only.
  const said = place === undefined ? null : shows(pad, `Поставили: ${title}. ${place}`)
  await finger.up()
  await said
}

async function touchAt(pad: Page, x: number) {
  const wire = await pad.context().newCDPSession(pad)
  const touch = (type: `touch${'Start' | 'Move' | 'End' | 'Cancel'}`, touchPoints: object[]) =>
    wire.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: touchPoints as { x: number; y: number }[],
    })
  return {
    down: (y: number) => touch('touchStart', [{ x, y }]),
    move: (y: number) => touch('touchMove', [{ x, y }]),
    cancel: () => touch('touchCancel', []),
    async up() {
      await touch('touchEnd', [])
      await wire.detach()
    },
  }
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

journey(
  'a held song is dragged inside a list and from the orders into the queue, without a network too',
  async (site) => {
    await using stage = await onStage(site, PHONE)
    const { pad, queue, proxy } = stage
    for (const title of ['Группа крови', 'Восьмиклассница']) await press(pad, `В очередь: ${title}`)
    await showsList(pad, 'Очередь', ['Группа крови', 'Восьмиклассница'])
    await drag(pad, 'Восьмиклассница', 'Группа крови', { place: 'Место 1 из 2 в очереди.' })
    await showsList(pad, 'Очередь', ['Восьмиклассница', 'Группа крови'])
    proxy.cut()
    await shows(pad, 'Нет связи')
    await drag(pad, 'Перемен', 'Группа крови')
    await showsList(pad, 'Очередь', ['Восьмиклассница', 'Перемен', 'Группа крови'])
    await drag(pad, 'Группа крови', 'Пачка сигарет', { after: true })
    await showsList(pad, 'Заказы', ['Пачка сигарет', 'Группа крови'])
    await showsNoMore(pad.getByRole('dialog'))
    proxy.restore()
    await eventually(queue, [
      'Восьмиклассница QUEUED ×1',
      'Перемен QUEUED ×1',
      'Пачка сигарет SCHEDULED ×1',
      'Группа крови SCHEDULED ×1',
    ])
    // A slow tap is a tap, and no click follows that would press what has opened under the finger.
    const sheet = pad.getByRole('dialog', { name: 'Перемен' })
    let isPrevented = false
    // A row that is rendered anew under the finger lets it go: then it is held once more.
    for (let holds = 0; holds < 3 && !isPrevented; holds += 1) {
      if (await sheet.isVisible()) await pad.keyboard.press('Escape')
      await showsNoMore(sheet)
      const lifted = pad.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const ended = (end: Event) => resolve(end.defaultPrevented)
            window.addEventListener('touchend', ended, { once: true })
            setTimeout(() => resolve(false), 10_000)
          }),
      )
      await drag(pad, 'Перемен', 'Перемен')
      isPrevented = await lifted
    }
    assert.equal(isPrevented, true)
    await sheet.waitFor()
    await showsList(pad, 'Очередь', ['Восьмиклассница', 'Перемен'])
  },
)

journey(
  'one list is dragged too, by a key as by hand, and a tap opens the sheet and presses nothing under it',
  async (site) => {
    await using stage = await onStage(site, { oneList: true, ...PHONE })
    const { pad, queue } = stage
    await drag(pad, 'Перемен', 'Группа крови')
    await showsList(pad, 'В очереди', ['Перемен', ...SONGS.slice(0, 3)])
    await eventually(async () => (await queue())[0], 'Перемен QUEUED ×1')
    await pad.getByRole('button', { name: /^Пачка сигарет/u }).focus()
    await pad.keyboard.press('Alt+ArrowUp')
    await shows(pad, 'Поставили: Пачка сигарет. Место 3 из 4.')
    // A frame of the channel that was made before the first step puts the row back until the next one: it is moved again.
    const second = pad.getByText('Поставили: Пачка сигарет. Место 2 из 4.')
    await eventually(async () => {
      await pad.keyboard.press('Alt+ArrowUp')
      return second.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
    }, true)
    const moved = ['Перемен', 'Пачка сигарет', 'Группа крови', 'Восьмиклассница']
    await showsList(pad, 'В очереди', moved)
    await eventually(async () => (await queue())[1], 'Пачка сигарет QUEUED ×1')
    await pad.getByRole('button', { name: /^Пачка сигарет/u }).click()
    await pad.getByRole('dialog', { name: 'Пачка сигарет' }).waitFor()
    await tapAt(pad.getByRole('button', { name: 'Меню концерта' }))
    await showsNoMore(pad.getByRole('dialog', { name: 'Пачка сигарет' }))
    await showsNoMore(pad.getByRole('dialog'))
  },
)

journey('a song that is pulled to the edge scrolls the lists', async (site) => {
  await using stage = await onStage(site, PHONE)
  const { pad } = stage
  const row = (name: string) =>
    pad.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await press(pad, 'В очередь: Группа крови')
  await showsList(pad, 'Очередь', ['Группа крови'])
  await pad.evaluate(() =>
    window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }),
  )
  const from = await row('Перемен').boundingBox()
  assert.ok(from !== null)
  const scrolled = () => pad.evaluate(() => window.scrollY > 0)
  assert.ok(await scrolled())
  const finger = await touchAt(pad, from.x + from.width / 3)
  await finger.down(from.y + from.height / 2)
  await shows(pad, 'Взяли: Перемен.')
  for (let y = from.y; y > 10; y -= 20) await finger.move(y)
  await eventually(scrolled, false)
  const to = await row('Группа крови').boundingBox()
  assert.ok(to !== null)
  await finger.move(to.y + to.height / 4)
  await finger.up()
  await showsList(pad, 'Очередь', ['Перемен', 'Группа крови'])

  // A call takes the finger away: the next tap is a press.
  const held = await row('Перемен').boundingBox()
  assert.ok(held !== null)
  const [x, y] = [held.x + held.width / 3, held.y + held.height / 2]
  const lost = await touchAt(pad, x)
  await lost.down(y)
  await shows(pad, 'Взяли: Перемен.')
  await lost.cancel()
  await showsNoMore(pad.locator('ul[inert]'))
  // For 50 ms after a drag dnd-kit lets no click through.
  await pad.waitForTimeout(200)
  await pad.touchscreen.tap(x, y)
  await pad.getByRole('dialog', { name: 'Перемен' }).waitFor()
})

journey('on a phone the head is short, and no number stands without its word', async (site) => {
  for (const oneList of [false, true]) {
    await using stage = await onStage(site, { oneList, viewport: { width: 390, height: 844 } })
    const { pad } = stage
    const lamp = await pad.getByText('Экран может погаснуть').boundingBox()
    assert.ok(lamp !== null && lamp.height < 60, `${lamp?.height} px`)
    const lines = async (rows: Locator) =>
      (await rows.allInnerTexts()).flatMap((text) => text.split('\n'))
    const bare = (texts: readonly string[]) => texts.filter((text) => /^[+\d]+$/u.test(text.trim()))
    assert.deepEqual(bare(await lines(pad.getByRole('main').getByRole('listitem'))), [])
    await press(pad, 'Меню концерта')
    await press(pad, 'Ещё')
    const menu = pad.getByRole('dialog', { name: 'Ещё' })
    const items = menu.getByRole('button').or(menu.getByRole('link'))
    const words = (await items.allInnerTexts()).map((text) => text.replaceAll('\n', ' '))
    assert.deepEqual(bare(words), [])
    const icons = await menu.locator('svg').evaluateAll((all) => all.map((one) => one.innerHTML))
    assert.equal(new Set(icons).size, icons.length)
    await pad.keyboard.press('Escape')
    await pad.context().grantPermissions(['screen-wake-lock'])
    // Asked again by a touch; a screen that stays lit says nothing.
    await pad.getByText('Экран может погаснуть').click()
    await showsNoMore(pad.getByText('Экран может погаснуть'))
  }
})

journey(
  'the last call that is proposed leaves in sight what sounds on a phone on its side',
  async (site) => {
    for (const oneList of [false, true]) {
      await using stage = await onStage(site, { oneList, viewport: { width: 844, height: 390 } })
      const { pad } = stage
      await press(pad, oneList ? 'Следующая песня' : 'Следующий Трек')
      await padPlays(pad, 'Группа крови')
      await pad.route('**/artist/evening-rules*', async (route) => {
        const answer = await route.fetch()
        const { data } = (await answer.json()) as { data: object }
        const proposal = { minutesLeft: 20, queueMinutes: 45 }
        await route.fulfill({ json: { data: { ...data, proposal } } })
      })
      await pad.clock.install()
      await pad.reload()
      await padPlays(pad, 'Группа крови')
      await pad.clock.fastForward(61_000)
      const question = pad.getByRole('region', { name: 'Приём заказов' })
      await question.waitFor()
      const leaves = async () => {
        const title = await pad.getByRole('heading', { name: 'Группа крови' }).boundingBox()
        const asked = await question.boundingBox()
        if (title === null || asked === null) return [title, asked]
        const isBeside = asked.x >= title.x + title.width
        const isInSight = asked.y + asked.height <= 390
        const isClear = isInSight && (isBeside || asked.y >= title.y + title.height)
        return isClear ? 'in sight' : [title, asked]
      }
      // Two looks at a page that still moves are of two layouts.
      await eventually<unknown>(leaves, 'in sight')
    }
  },
)
