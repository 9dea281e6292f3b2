import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { enterStill, inspectAll } from '#test/support/browsers/looks.ts'
import type { Screen } from '#test/support/browsers/looks.ts'
import { chooseInMenu, press, withoutGrace } from '#test/support/steps/pad.ts'
import { shows } from '#test/support/browsers/screen.ts'

const journey = onSite({ demo: true })
const ADMIN = 'mark-luzhin'
const PATH = '/artist?tab=concert'
const FIRST = 'Группа крови'

const VERSIONS = {
  'one list': { v2: false },
  'two lists': { v2: true },
} as const
type PadVersion = (typeof VERSIONS)[keyof typeof VERSIONS]

/** A concert with one song played, one playing and two waiting, with names and texts. */
async function evening({ url, demoToken }: TestSite, { v2 }: PadVersion) {
  const musician = await musicianAt(url)
  const { username, token } = musician
  const flag = { featureName: 'active-session-pad-v2', username, enabled: v2 }
  await ask(url, api.features.setForArtist, { body: flag }, await demoToken(ADMIN))
  const sessionId = await concertAt(url, musician)
  await ordersAt(url, musician, sessionId, ['Апрель'])
  for (const [title, name, words] of [
    [FIRST, 'Аня', 'Маме на юбилей, с любовью от всех, кто сидит у окна'],
    [FIRST, 'Боря', 'пошли нахуй'],
    ['Перемен', 'Оля', 'Для Димы'],
    ['Кукушка', 'Вера', ''],
  ] as const) {
    const song = { songId: await songId(url, title), title: '', artistName: '', imageUrl: '' }
    const body = { ...song, artistUsername: username, sessionId, name, words }
    await ask(url, api.songs.orderSong, { body })
  }
  const queued = { sessionId, songId: await songId(url, 'Перемен'), statusSong: 'QUEUED' }
  const next = () => ask(url, api.artist.nextSong, { body: { songId: null } }, token)
  await next()
  await next()
  await ask(url, api.artist.changeSongStatus, { body: queued }, token)
  return { musician, token, sessionId }
}

/** What can be opened over the pad while the concert goes on. */
function screensOf(): Screen[] {
  const stage = true
  const opening = (name: string, sign: string, open: (pad: Page) => Promise<void>): Screen => ({
    name,
    path: PATH,
    sign,
    stage,
    open,
  })
  const button = (pad: Page, name: string | RegExp) => pad.getByRole('button', { name }).first()
  const choose = (action: string) => (pad: Page) => chooseInMenu(pad, action)
  return [
    { name: 'pad', path: PATH, sign: 'Маме на юбилей', stage },
    opening('menu', 'или перерыв', (pad) => press(pad, 'Меню концерта')),
    opening('pause', 'Приостановить концерт', choose('Пауза')),
    opening('longer', 'Играем до', choose('Дольше')),
    opening('code', 'Закажите песню', (pad) => press(pad, 'Код во весь экран')),
    opening('rules', 'Заказы между песнями сета', choose('Правила вечера')),
    opening('songs not played', 'Какую песню не играть', async (pad) => {
      await chooseInMenu(pad, 'Правила вечера')
      await pad.getByText('Не играть сегодня').first().click()
    }),
    opening('the orders of a guest', 'Убрать', async (pad) => {
      await button(pad, /^Перемен/u).click()
      await press(pad, 'Все заказы гостя')
    }),
    opening('sets', 'Сетов пока нет', choose('Взять сет')),
    opening('what was played', 'Ещё раз', (pad) => button(pad, / сыграно/u).click()),
    opening('a waiting song', 'В начало', (pad) => button(pad, /^Перемен/u).click()),
    opening('the song that sounds', 'Прервать', (pad) => button(pad, FIRST).click()),
    opening('a song of one’s own', 'Для кого', (pad) => press(pad, 'Своя песня')),
    opening('the keys', 'Page Down', choose('Клавиши')),
    opening('a link for a second pad', 'Сделать ссылку', choose('Второй пульт')),
  ]
}

for (const [kind, version] of Object.entries(VERSIONS))
  journey(`the pad with ${kind} can be read by everybody`, async (site) => {
    const { url } = site
    const { musician, token, sessionId } = await evening(site, version)
    const page = await enterStill(site, 'музыкант')
    await giveToken(page.context(), url, musician)
    await withoutGrace(page)
    await inspectAll(page, url, screensOf())

    const until = new Date(Date.now() + 15 * MINUTE_MS).toISOString()
    await ask(url, api.artist.takeBreak, { body: { sessionId, until } }, token)
    await inspectAll(page, url, [
      { name: 'a break', path: PATH, sign: 'Перерыв до', stage: true },
      {
        name: 'the last question',
        path: PATH,
        sign: 'Продолжить концерт',
        stage: true,
        async open(pad) {
          if (!version.v2) return press(pad, 'Завершить концерт')
          await chooseInMenu(pad, 'Завершить концерт')
        },
      },
    ])
  })

journey('the last call that the pad proposes can be read by everybody', async (site) => {
  const { url } = site
  for (const version of Object.values(VERSIONS)) {
    const { musician } = await evening(site, version)
    const page = await enterStill(site, 'музыкант')
    await giveToken(page.context(), url, musician)
    // The concert lasts two hours; only for these pages its songs take longer.
    await page.context().route('**/artist/evening-rules*', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: object }
      const proposal = { minutesLeft: 20, queueMinutes: 45 }
      await route.fulfill({ json: { data: { ...data, proposal } } })
    })
    await page.context().clock.install()
    const open = async (pad: Page) => {
      await shows(pad, 'Маме на юбилей')
      await pad.clock.fastForward(61_000)
    }
    const proposed = { name: 'last call', path: PATH, sign: 'Закрыть приём?', stage: true } as const
    await inspectAll(page, url, [{ ...proposed, open }])
  }
})

journey('the pad before a concert, and a second pad, can be read by everybody', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await enterStill(site, 'музыкант')
  await giveToken(page.context(), url, musician)
  await inspectAll(page, url, [{ name: 'nothing ahead', path: PATH, sign: 'Концертов пока нет' }])
  await comingConcertAt(url, musician)
  await inspectAll(page, url, [{ name: 'a concert ahead', path: PATH, sign: 'Начать' }])

  const { token, sessionId } = await evening(site, VERSIONS['two lists'])
  const body = { sessionId, name: 'Лёша' }
  const { link } = await ask(url, api.artist.addSecondPad, { body }, token)
  const { pathname, hash } = new URL(link)
  const second = await enterStill(site, 'Лёша')
  await inspectAll(second, url, [
    { name: 'second pad', path: `${pathname}${hash}`, sign: 'Второй пульт: Лёша', stage: true },
  ])
})
