import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import {
  allowAt,
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  expectNow,
  findSong,
  isPlaced,
  leaveOwnSong,
  orderSong,
} from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { evening } from '#test/support/steps/evening.ts'
import {
  chooseInMenu,
  padPlays,
  padRests,
  pauseOnPad,
  playLonger,
  press,
} from '#test/support/steps/pad.ts'
import { anyAddress } from '#test/support/product/product.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

const SONGS = [
  'Группа крови',
  'Перемен',
  'Апрель',
  'Пачка сигарет',
  'Восьмиклассница',
  'Кукушка',
  'Бездельник',
  'Дерево',
]

journey(
  "six phones and two tables in a circle: nobody's second stands before somebody's first",
  async (site) => {
    const { url } = site
    const { musician, sessionId, pad, anya, boris, change } = await evening(site)
    await change({ turn: 'circle', lock: 0 })
    // Four more phones, each with a cookie of its own; their screens would show the same.
    const [vitya, galya] = [await site.enter('Витя'), await site.enter('Галя')]
    const [dima, zhenya] = [await site.enter('Дима'), await site.enter('Женя')]
    const order = async (phone: Page, title: string) => {
      const song = { songId: await songId(url, title), title: '', artistName: '', imageUrl: '' }
      const data = { ...song, artistUsername: musician.username, sessionId }
      const headers = { 'x-forwarded-for': anyAddress() }
      const path = pathOf(api.songs.orderSong)
      const answer = await phone.request.post(`${url}${path}`, { data, headers })
      assert.equal(answer.status(), 200, await answer.text())
    }
    await orderSong(anya, 'Группа крови', 'груп')
    await orderSong(anya, 'Пачка сигарет', 'пачк')
    await order(vitya, 'Апрель')
    await order(vitya, 'Бездельник')
    await orderSong(boris, 'Восьмиклассница', 'восьмикл')
    await order(galya, 'Дерево')
    await order(galya, 'Перемен')
    await order(dima, 'Кукушка')
    await order(zhenya, 'Видели ночь')
    await orderSong(boris, 'Печаль', 'печал')
    await order(dima, 'Осень')
    await order(zhenya, 'Звезда по имени Солнце')
    const firsts = ['Группа крови', 'Апрель', 'Восьмиклассница', 'Дерево', 'Кукушка', 'Видели ночь']
    const seconds = [
      'Пачка сигарет',
      'Бездельник',
      'Перемен',
      'Печаль',
      'Осень',
      'Звезда по имени Солнце',
    ]

    await pad.goto(`${url}/artist?tab=concert`)
    const sheet = pad.getByRole('dialog', { name: 'Добавить песню' })
    await press(pad, 'Своя песня')
    for (const [table, title] of [
      ['стол 3', 'Тост третьего стола'],
      ['стол 7', 'Вальс седьмого стола'],
    ] as const) {
      await sheet.getByText('Для кого, наличные').click()
      await sheet.getByLabel('Для кого').fill(table)
      await sheet.getByText('Заплатили наличными').click()
      await sheet.getByRole('searchbox').fill(title)
      await press(pad, `Добавить «${title}»`)
      await shows(pad, `Для: ${table} · наличными`)
      if (table === 'стол 3') await press(pad, 'Своя песня')
    }
    /** Checks both lists of the pad and the queue of each phone. */
    const stands = async (queued: readonly string[], ordered: readonly string[]) => {
      await showsList(pad, 'Очередь', queued)
      await showsList(pad, 'Заказы', ordered)
      for (const page of [anya, boris]) await showsList(page, 'В очереди', [...queued, ...ordered])
    }
    await stands(['Тост третьего стола', 'Вальс седьмого стола'], [...firsts, ...seconds])
    await isPlaced(anya, 'Группа крови', 'Перед вами 2 песни: две артист выбрал сам')
    await isPlaced(
      boris,
      'Восьмиклассница',
      'Перед вами 4 песни: две артист выбрал сам, две заказали раньше',
    )
    for (const [page, title] of [
      [anya, 'Пачка сигарет'],
      [boris, 'Печаль'],
    ] as const)
      await isPlaced(page, title, 'Вы закажете вторую: сначала по одной у всех')

    // A song that the artist entered for a table stands among the orders as somebody's first.
    await pad
      .getByRole('listitem')
      .filter({ hasText: 'Вальс седьмого стола' })
      .getByRole('button')
      .first()
      .click()
    await press(pad, 'Обратно в заказы')
    await stands(['Тост третьего стола'], ['Вальс седьмого стола', ...firsts, ...seconds])
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Тост третьего стола')
    await isPlaced(
      boris,
      'Восьмиклассница',
      'Перед вами 3 песни: одну артист выбрал сам, две заказали раньше',
    )
    for (const title of ['Вальс седьмого стола', 'Группа крови']) {
      const body = { songId: null, sessionId }
      const queue = await ask(url, api.artist.nextSong, { body }, musician.token)
      assert.equal(queue[0]?.title, title)
    }
    // Her first is played, so her second is a first now, behind all who came to wait for theirs.
    await stands([], [...firsts.slice(1), ...seconds])
    await leaveOwnSong(anya)
    await isPlaced(anya, 'Пачка сигарет', 'Перед вами 5 песен: пять пустили вперёд по кругу')
    await isPlaced(boris, 'Печаль', 'Вы закажете вторую: сначала по одной у всех')
  },
)

journey(
  'the pad proposes the last call by the clock until it is answered, once, and «Играем дольше» opens it again',
  async (site) => {
    site.expectFault(/409/u)
    const soon = new Date(Date.now() + MINUTE_MS).toISOString()
    const short = { dateTimeStart: soon, durationHours: 0, durationMinutes: 15 }
    const { musician, sessionId, pad, anya, boris, refused, calendar } = await evening(site, short)
    // Four minutes each, give or take one: they cannot end before the concert.
    await ordersAt(site.url, musician, sessionId, SONGS)
    await pad.clock.install()
    await pad.goto(`${site.url}/artist?tab=concert`)
    await shows(pad, 'Концерт идёт')
    const question = pad.getByText(/^До конца \d+ минут[аы]?, в очереди на \d+\. Закрыть приём\?$/u)
    await pad.clock.fastForward(61_000)
    await question.waitFor()
    await pad.clock.fastForward(300_000)
    await question.waitFor()
    await press(pad, 'Закрыть')
    await shows(pad, 'Закрываем приём по часам')
    await showsNoMore(question)
    const concert = () => ask(site.url, api.session.byId, { query: { sessionId } })
    await eventually(async () => (await concert()).rules, { byClock: true })

    for (const page of [anya, boris]) {
      const late = await findSong(page, 'Печаль', 'печал')
      await late.getByRole('button', { name: 'Да', exact: true }).click()
      await refused(page, 'До конца концерта не успеем')
    }
    await showsList(anya, 'В очереди', SONGS)

    const before = Date.parse((await concert()).dateTimeEnd)
    await playLonger(pad, 30)
    for (const page of [anya, boris]) await shows(page, /Играем дольше, до \d\d:\d\d/u)
    const end = new Date(before + 30 * MINUTE_MS).toISOString().replaceAll(/[-:]|\.\d+/gu, '')
    await eventually(calendar, { sequence: '1', end })
    await orderSong(anya, 'Печаль', 'печал')
    await showsList(boris, 'В очереди', [...SONGS, 'Печаль'])

    // The answer is saved: open to everything, the pad does not ask again.
    const rules = { body: { sessionId, rules: DEFAULT_RULES } }
    await ask(site.url, api.artist.changeRules, rules, musician.token)
    await pad.reload()
    await shows(pad, 'Концерт идёт')
    const asked: string[] = []
    pad.on('request', (request) => {
      if (request.url().includes('/artist/evening-rules')) asked.push(request.url())
    })
    await pad.clock.fastForward(61_000)
    await pauseOnPad(pad, 15)
    await shows(anya, /Перерыв, продолжим в \d\d:\d\d/u)
    assert.deepEqual(asked, [])
  },
)

journey('the last call that is proposed keeps up with the evening', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const sessionId = await concertAt(url, musician)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), url, musician)
  let proposal: { minutesLeft: number; queueMinutes: number } | null = null
  await pad.route('**/artist/evening-rules*', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ json: { data: { ...data, proposal } } })
  })
  await pad.clock.install()
  await pad.goto(`${url}/artist?tab=concert`)
  await shows(pad, 'Концерт идёт')
  const says = async (minutesLeft: number, queueMinutes: number) => {
    proposal = { minutesLeft, queueMinutes }
    await pad.clock.fastForward(61_000)
    await shows(pad, `До конца ${minutesLeft} минут, в очереди на ${queueMinutes}. Закрыть приём?`)
  }
  const question = pad.getByRole('region', { name: 'Приём заказов' })
  await says(20, 45)
  await says(15, 41)
  proposal = null
  await pad.clock.fastForward(61_000)
  await showsNoMore(question)
  await says(10, 37)
  const longer = { sessionId, minutes: 15 } as const
  await ask(url, api.artist.playLonger, { body: longer }, musician.token)
  await showsNoMore(question)
  await says(25, 37)
})

journey(
  'the artist switches the evening to a circle, and each phone is told its place',
  async (site) => {
    const { url } = site
    const { pad, anya, boris, change } = await evening(site)
    await orderSong(anya, 'Группа крови', 'груп')
    await orderSong(anya, 'Пачка сигарет', 'пачк')
    await orderSong(boris, 'Восьмиклассница', 'восьмикл')

    await pad.goto(`${url}/artist?tab=concert`)
    await change({ lock: 0 })
    await chooseInMenu(pad, 'Правила вечера')
    await pad.getByRole('radio', { name: /^По кругу/u }).check()
    const inCircle = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет']
    const preview = pad.getByRole('region', { name: 'Так встала бы очередь' })
    for (const title of inCircle) await shows(preview, title)
    await shows(preview, 'была третьей')
    await press(pad, 'Включить «По кругу»')
    await shows(pad, 'Правила сохранены')

    for (const page of [anya, boris]) {
      await shows(page, 'По кругу: сначала по одной песне у каждого')
      await showsList(page, 'В очереди', inCircle)
    }
    await isPlaced(anya, 'Пачка сигарет', 'Вы закажете вторую: сначала по одной у всех')
    await isPlaced(boris, 'Восьмиклассница', 'Перед вами 1 песня, её заказали раньше')
    // His place stays, its reason does not.
    await change({ turn: 'circle', lock: 2 })
    await isPlaced(boris, 'Восьмиклассница', 'Перед вами одна')
  },
)

journey('a song that sounded is marked in the search and refused until it opens', async (site) => {
  const { url } = site
  const { musician, sessionId, pad, anya, change, refused } = await evening(site)
  site.expectFault(/409/u)
  await change({ repeats: 'after', repeatAfter: 2 })
  await ordersAt(url, musician, sessionId, ['Группа крови', 'Перемен', 'Печаль'])
  await pad.goto(`${url}/artist?tab=concert`)
  await press(pad, 'Следующий Трек')
  await expectNow(anya, 'Группа крови')
  const again = await findSong(anya, 'Группа крови', 'груп')
  await shows(anya, 'уже звучала, можно заказать через 2 песни')
  await again.getByRole('button', { name: 'Да', exact: true }).click()
  await refused(anya, 'Эта песня уже звучала. Её можно заказать через 2 песни.')
  for (const nth of ['Перемен', 'Печаль']) {
    const body = { songId: null, sessionId }
    const queue = await ask(url, api.artist.nextSong, { body }, musician.token)
    assert.equal(queue[0]?.title, nth)
  }
  await orderSong(anya, 'Группа крови', 'груп')
  await showsList(anya, 'В очереди', ['Группа крови'])
})

journey(
  'the reception closes from the pad and opens again, and «Играем дольше» moves the end for all',
  async (site) => {
    const { url } = site
    const { musician, sessionId, pad, anya, calendar } = await evening(site)
    await pad.goto(`${url}/artist?tab=concert`)
    await chooseInMenu(pad, 'Приём')
    const told = (words: string) => anya.locator('output.sr', { hasText: words }).waitFor()
    await told('Приём заказов закрыт')
    assert.equal(await anya.locator('p', { hasText: 'Приём заказов закрыт' }).count(), 1)
    await press(pad, 'Открыть')
    await anya.getByRole('searchbox', { name: 'Найти песню' }).waitFor()
    await told('Приём заказов открыт')
    await allowAt(url, musician, sessionId, { ableGetSongs: false })
    await shows(anya, 'На этом концерте песни не заказывают')
    await allowAt(url, musician, sessionId, { ableGetSongs: true })
    await anya.getByRole('searchbox', { name: 'Найти песню' }).waitFor()

    assert.equal((await calendar()).sequence, '0')
    await playLonger(pad, 15)
    await shows(anya, /Играем дольше, до \d\d:\d\d/u)
    await eventually(async () => (await calendar()).sequence, '1')
  },
)

journey(
  'a break is told with the time at which it ends, and a song that is played ends it',
  async (site) => {
    const { musician, sessionId, pad, anya } = await evening(site)
    await ordersAt(site.url, musician, sessionId, ['Группа крови', 'Перемен'])
    await pad.goto(`${site.url}/artist?tab=concert`)
    await press(pad, 'Следующий Трек')
    await shows(anya, 'Сейчас играет')
    await pauseOnPad(pad, 15)
    await padRests(pad)
    await shows(pad, 'звучала: Группа крови')
    await showsNoMore(pad.getByText('Вы исполняете'))
    await shows(anya, /Перерыв, продолжим в \d\d:\d\d/u)
    for (const page of [pad, anya])
      await page.locator('output.sr', { hasText: /^Перерыв, продолжим в/u }).waitFor()
    await press(pad, 'Продолжить')
    await shows(pad, 'Концерт идёт')
    await shows(anya, 'Сейчас играет')
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Перемен')
    await pauseOnPad(pad)
    await shows(pad, 'Звучала до паузы')
    await press(pad, 'Продолжить')
    await padPlays(pad, 'Перемен')
    await pauseOnPad(pad, 30)
    await shows(anya, /Перерыв, продолжим в \d\d:\d\d/u)
    await anya.reload()
    await shows(anya, /Перерыв, продолжим в \d\d:\d\d/u)
    await pad.keyboard.press('b')
    await shows(pad, 'Концерт идёт')
    await shows(anya, 'Сейчас играет')
  },
)

journey('a page of rules opened before saves what was edited on it alone', async (site) => {
  const { url } = site
  const { musician, sessionId, pad } = await evening(site)
  await pad.goto(`${url}/artist/session/rules/${sessionId}`)
  await pad.getByText('Подробнее').click()
  const rules = async () =>
    (await ask(url, api.artist.eveningRules, { query: { sessionId } }, musician.token)).rules
  // The pad, meanwhile.
  const closed = { lastCall: 'closed', repeats: 'after', repeatAfter: 7 } as const
  await ask(url, api.artist.changeRules, { body: { sessionId, rules: closed } }, musician.token)
  await pad.getByLabel('Сколько первых песен не переставлять').selectOption('0')
  await press(pad, 'Сохранить')
  await shows(pad, 'Правила сохранены')
  assert.deepEqual(await rules(), { ...DEFAULT_RULES, ...closed, lock: 0 })
  assert.equal(await pad.getByLabel('Сейчас').inputValue(), 'closed')
  const repeatAfter = pad.getByLabel('Через сколько песен можно заказать снова')
  assert.equal(await repeatAfter.inputValue(), '7')
  // A field that is hidden by now keeps nothing from being saved.
  await repeatAfter.fill('0')
  await pad.getByLabel('Повторы').selectOption('allowed')
  await pad.getByLabel('Заказы на этом концерте').selectOption('paid')
  await pad.getByLabel('Минимум за песню').fill('5')
  await pad.getByLabel('Заказы на этом концерте').selectOption('free')
  await press(pad, 'Сохранить')
  const kept = { ...closed, repeats: 'allowed', money: 'free' } as const
  await eventually(rules, { ...DEFAULT_RULES, ...kept, lock: 0 })
})
