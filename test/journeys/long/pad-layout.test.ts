import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { api } from '#contract/index.ts'
import { DESK, PHONE } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { padPlays, press, withOneList } from '#test/support/steps/pad.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет', 'Перемен']

const LONG =
  'Очень длинное название песни, которое ни в какую строку телефона не помещается целиком'
const SCREENS = [
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
]

journey('what sounds is read from the floor, and every button takes a finger', async (site) => {
  const musician = await musicianAt(site.url)
  const sessionId = await concertAt(site.url, musician)
  const song = { songId: null, title: LONG, artistName: 'Кино' }
  const body = { sessionId, entryId: randomUUID(), ...song }
  await ask(site.url, api.artist.addSong, { body }, musician.token)
  await ordersAt(site.url, musician, sessionId, SONGS)
  await ask(site.url, api.artist.nextSong, { body: { songId: null, sessionId } }, musician.token)
  for (const viewport of SCREENS)
    for (const oneList of [false, true]) {
      const pad = await site.enter('музыкант', { viewport })
      await giveToken(pad.context(), site.url, musician)
      if (oneList) await withOneList(pad)
      await pad.goto(`${site.url}/artist`)
      await padPlays(pad, LONG)
      await showsList(pad, oneList ? 'В очереди' : 'Заказы', SONGS)
      const title = pad.getByRole('heading', { name: LONG, exact: true })
      const size = await title.evaluate((element) =>
        Number.parseFloat(getComputedStyle(element).fontSize),
      )
      assert.ok(size >= 36, `${size} px`)
      const small = await pad
        .locator('main, section[aria-label="Концерт"], footer')
        .locator('button')
        .evaluateAll((all) =>
          all
            .filter(
              (one) =>
                one.checkVisibility() && !Object.hasOwn((one as HTMLElement).dataset, 'grip'),
            )
            .filter((one) => one.closest('h2') === null)
            .filter((one) => one.getBoundingClientRect().height < 56)
            .map((one) => one.getAttribute('aria-label') ?? one.textContent),
        )
      assert.deepEqual(small, [])
      await pad.context().close()
    }
})

journey('the words of what sounds and the menu stay in sight on every screen', async (site) => {
  const musician = await musicianAt(site.url)
  const sessionId = await concertAt(site.url, musician)
  const song = { songId: await songId(site.url, 'Группа крови'), title: '', artistName: '' }
  const listener = { name: 'Аня', words: 'Маме на юбилей, самой лучшей на свете' }
  const body = {
    ...song,
    imageUrl: '',
    artistUsername: musician.username,
    sessionId,
    ...listener,
  }
  await ask(site.url, api.songs.orderSong, { body })
  await ask(site.url, api.artist.nextSong, { body: { songId: null, sessionId } }, musician.token)
  for (const viewport of [...SCREENS, PHONE])
    for (const oneList of [false, true]) {
      const pad = await site.enter('музыкант', { viewport })
      await giveToken(pad.context(), site.url, musician)
      if (oneList) await withOneList(pad)
      await pad.goto(`${site.url}/artist`)
      await padPlays(pad, 'Группа крови')
      const next = pad.getByRole('button', { name: 'Следующий Трек' })
      const foot = oneList ? null : await next.boundingBox()
      const bottom = foot?.y ?? viewport.height
      const seen = async (what: Locator, height?: number) => {
        const box = await what.boundingBox()
        assert.ok(
          box !== null && box.y >= 0 && box.y + (height ?? box.height) <= bottom,
          `${viewport.width} ${oneList}`,
        )
      }
      await seen(pad.getByRole('button', { name: 'Меню концерта' }))
      // In landscape a phone shows at least their first line.
      await seen(pad.getByText(/Маме на юбилей/u).first(), viewport.height < 600 ? 20 : undefined)
      await pad.getByRole('button', { name: / сыграно/u }).waitFor()
      await pad.context().close()
    }
})

journey(
  'an order stands in sight under a long queue of one’s own, and a text is one tap from its song',
  async (site) => {
    const musician = await musicianAt(site.url)
    const sessionId = await concertAt(site.url, musician)
    const own = ['Кукушка', 'Апрель', 'Печаль', 'Спокойная ночь', 'Звезда по имени Солнце']
    for (const title of own) {
      const song = { songId: await songId(site.url, title), title: '', artistName: '' }
      const body = { sessionId, entryId: randomUUID(), ...song }
      await ask(site.url, api.artist.addSong, { body }, musician.token)
    }
    const [now = '', ...waits] = own
    const texts = [{ songId: await songId(site.url, now), text: '[Am]Тихо в зале' }]
    const song = { songId: texts[0]?.songId ?? '', title: now, artistName: '', imageUrl: '' }
    await ask(site.url, api.artist.addFavorite, { body: song }, musician.token)
    await ask(site.url, api.artist.saveSongTexts, { body: { texts } }, musician.token)
    await ordersAt(site.url, musician, sessionId, ['Перемен'])
    await ask(site.url, api.artist.nextSong, { body: { songId: null, sessionId } }, musician.token)
    const pad = await site.enter('музыкант', { viewport: PHONE })
    await giveToken(pad.context(), site.url, musician)
    await pad.goto(`${site.url}/artist`)
    await padPlays(pad, now)
    await showsList(pad, 'Очередь', waits.slice(0, 2))
    await showsList(pad, 'Заказы', ['Перемен'])
    const order = pad.getByRole('button', { name: 'В очередь: Перемен' })
    const bar = pad.getByRole('button', { name: 'Следующий Трек' })
    const [orderBox, barBox] = [await order.boundingBox(), await bar.boundingBox()]
    assert.ok(orderBox && barBox && orderBox.y + orderBox.height <= barBox.y)
    await press(pad, 'Ещё 2')
    await showsList(pad, 'Очередь', waits)
    await press(pad, 'Свернуть')
    await showsList(pad, 'Очередь', waits.slice(0, 2))

    const way = pad.getByRole('button', { name: 'Текст песни' })
    assert.ok(((await way.boundingBox())?.height ?? 0) >= 56)
    await way.click()
    await pad.getByRole('dialog', { name: now }).getByText('Тихо в зале').waitFor()
    await press(pad, 'Закрыть')

    await pad.setViewportSize(DESK)
    const beside = pad.getByRole('region', { name: `Текст: ${now}` })
    await beside.getByText('Am', { exact: true }).waitFor()
    await showsNoMore(way)
    await press(pad, 'Выше на полтона')
    await beside.getByText('Bbm', { exact: true }).waitFor()
    // The keys page a text that has the focus, and a tap on it gives none.
    await beside.focus()
    await pad.keyboard.press('PageDown')
    await padPlays(pad, now)
    await beside.click()
    await pad.getByRole('main').click({ position: { x: 5, y: 5 } })
    await pad.keyboard.press('PageDown')
    await padPlays(pad, waits[0] ?? '')
    await showsNoMore(beside)
  },
)

journey('nine orders can be shown by time, people or sum, and their turn stays', async (site) => {
  const musician = await musicianAt(site.url)
  const sessionId = await concertAt(site.url, musician)
  const more = ['Кукушка', 'Апрель', 'Печаль', 'Спокойная ночь', 'Звезда по имени Солнце']
  const all = [...SONGS, ...more]
  await ordersAt(site.url, musician, sessionId, all)
  // A second person asks for the last one.
  await ordersAt(site.url, musician, sessionId, all.slice(-1))
  const pad = await site.enter('музыкант', { viewport: PHONE })
  await giveToken(pad.context(), site.url, musician)
  await pad.goto(`${site.url}/artist`)
  await showsList(pad, 'Заказы', all)
  await press(pad, 'По людям')
  await showsList(pad, 'Заказы', [...all.slice(-1), ...all.slice(0, -1)])
  await press(pad, 'По времени')
  await showsList(pad, 'Заказы', all)
  await press(pad, 'По людям')
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
})
