import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { DAY_MS } from '#domain/time.ts'
import { ask, concertAt, musicianAt } from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { DESK } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite({ demo: false })

const MOSCOW = { latitude: 55.75, longitude: 37.62 }
const KAZAN = { latitude: 55.79, longitude: 49.12 }
const FIND_SONG = '**/api/v1/songs/find-song*'
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A concert at noon of a day ahead. */
async function announced(
  url: string,
  { token }: TestMusician,
  { days, title, point = MOSCOW }: { days: number; title: string; point?: typeof MOSCOW },
): Promise<string> {
  const body = {
    dateTimeStart: `${dayAfter(days)}T12:00:00+03:00`,
    durationHours: 2,
    durationMinutes: 0,
    description: title,
    location: { name: 'Подвал', description: 'Подвальная, 1', ...point },
  }
  return (await ask(url, api.session.create, { body }, token)).id
}

/** The artist plays these songs; two more make each a song of everybody's search. */
async function plays(url: string, { token }: TestMusician, ...titles: string[]) {
  const songs = titles.map((title) => ({ songId: null, title, artistName: 'Хор', imageUrl: '' }))
  const addedBy = async (ofMusician: string) =>
    Promise.all(songs.map((body) => ask(url, api.artist.addFavorite, { body }, ofMusician)))
  const added = await addedBy(token)
  for (const _ of ['one', 'another']) await addedBy((await musicianAt(url)).token)
  return added
}

const songField = (page: Page) => page.getByRole('searchbox', { name: 'Какую песню услышать' })
const wishedOf = (page: Page) => page.getByRole('list', { name: 'Желаемые песни' })
const cardsOf = (page: Page) =>
  page.getByRole('region', { name: 'Ближайшие концерты' }).locator('[id^="c-"]')
const cardOf = (page: Page, title: string) =>
  page.locator('[id^="c-"], li article').filter({ hasText: title })
const townPill = (page: Page) => page.getByRole('button', { name: /^Город: /u })
const openDates = (page: Page) => page.getByRole('button', { name: 'Даты', pressed: false }).click()
const wordOf = (page: Page, name: string) =>
  Promise.resolve(new URL(page.url()).searchParams.get(name))
const add = (page: Page, title: string) =>
  page.getByRole('button', { name: `Добавить «${title}», Хор` })
const remove = (page: Page, title: string) =>
  page.getByRole('button', { name: `Убрать «${title}», Хор` })

async function headed(page: Page, title: string) {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

function enterPlain(site: TestSite, name: string) {
  // With JavaScript off the browser reports every script of the page as blocked.
  site.expectFault(/csp GET .*\.js$/u)
  return site.enter(name, { javaScriptEnabled: false })
}

journey('songs that were chosen lead to the concerts where they are played', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await plays(url, musician, 'Кукушка на часах', 'Звезда над портом')
  const other = await musicianAt(url)
  await plays(url, other, 'Третья песня')
  const id = await announced(url, musician, { days: 9, title: 'Далёкий вечер' })
  await concertAt(url, other)

  const page = await site.enter('Лера')
  await page.goto(`${url}/s`)
  const coming = page.getByRole('region', { name: 'Играют сейчас и скоро' })
  await coming.getByRole('article').filter({ hasText: 'Далёкий вечер' }).waitFor()
  for (const [typed, title] of [
    ['кукуш', 'Кукушка на часах'],
    ['третья', 'Третья песня'],
    ['звезда над', 'Звезда над портом'],
  ] as const) {
    await songField(page).fill(typed)
    await add(page, title).waitFor()
    // Enter takes the first song.
    if (typed === 'третья') await songField(page).press('Enter')
    else await add(page, title).click()
    await wishedOf(page).getByText(title).waitFor()
    assert.equal(await songField(page).inputValue(), '')
  }
  await page.reload()
  await remove(page, 'Третья песня').click()
  await eventually(() => wishedOf(page).getByRole('listitem').count(), 2)
  await page.reload()
  await eventually(() => wishedOf(page).getByRole('listitem').count(), 2)

  await page.getByRole('link', { name: 'К концертам' }).click()
  await headed(page, 'Рекомендации для вас')
  const first = page.getByRole('article').first()
  await first.getByText(/^Играет «.+» и «.+»$/u).waitFor()
  const more = first.getByRole('link', { name: /^Подробнее: /u })
  assert.equal(await more.getAttribute('href'), `/user/${musician.username}/${id}`)
  const live = cardOf(page, 'Идёт сейчас')
  await live.getByRole('link', { name: /^Подробнее: /u }).waitFor()
  await live.getByRole('link', { name: /^Заказать песню: /u }).waitFor()
  const map = page.getByRole('region', { name: 'Рекомендации на карте' })
  await map.getByRole('button', { name: 'Приблизить', exact: true }).waitFor()

  await page.goto(`${url}/search?from=${dayAfter(8)}`)
  await shows(page, 'концерт с вашими песнями')
  await page.getByRole('link', { name: /^Смотреть/u }).click()
  await headed(page, 'Рекомендации для вас')
  await showsNoMore(live)
  await page.reload()
  await cardOf(page, 'Далёкий вечер').waitFor()
  assert.equal(await wordOf(page, 'from'), dayAfter(8))
  assert.equal(await live.count(), 0)

  await page.goto(`${url}/search`)
  await shows(page, 'концерт с вашими песнями')
  await cardOf(page, 'Далёкий вечер')
    .getByText(/^Играет «.+» и «.+»$/u)
    .waitFor()
  // The map loads its own styles; after going back the page still has its own.
  await page.getByRole('link', { name: /^Смотреть/u }).click()
  await map.getByRole('button', { name: 'Приблизить', exact: true }).waitFor()
  await page.goBack()
  await shows(page, 'концерт с вашими песнями')
  for (const forNoScripts of ['Найти песню', 'Показать'])
    assert.equal(await page.getByRole('button', { name: forNoScripts }).count(), 0)
  assert.equal(await cardOf(page, 'Идёт сейчас').getByText(/ваш/u).count(), 0)
  await songField(page).fill('третья')
  await add(page, 'Третья песня').click()
  await cardOf(page, 'Идёт сейчас').getByText('Играет «Третья песня»').waitFor()
  await shows(page, 'концерта с вашими песнями')
  const order = cardOf(page, 'Идёт сейчас').getByRole('link')
  assert.equal(await order.getAttribute('href'), `/user/${other.username}?tab=order`)
  for (const title of ['Кукушка на часах', 'Звезда над портом', 'Третья песня'])
    await remove(page, title).click()
  await showsNoMore(page.getByText('с вашими песнями'))
  // The link covers the whole card, so a press on the title hits the link.
  await page.getByText('Далёкий вечер').click({ force: true })
  await headed(page, 'Далёкий вечер')
})

/** Whether a word of the element is on one line. */
const inOneLine = (element: Element, word: string) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const at = node.textContent?.indexOf(word) ?? -1
    if (at === -1) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + word.length)
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size === 1
  }
  return false
}

journey('a hyphenated word goes to the next line whole', async (site) => {
  const { url } = site
  const title = 'Зимний тёплый вечер в Санкт-Петербурге'
  await announced(url, await musicianAt(url), { days: 3, title })
  const page = await site.enter('Лера')
  await page.goto(`${url}/search`)
  const heading = page.getByText(title)
  // In the wider fallback font the word may be longer than the line.
  await page.locator('#web-fonts[media=all]').waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  for (let width = 320; width <= 480; width += 10) {
    await page.setViewportSize({ width, height: 844 })
    assert.ok(await heading.evaluate(inOneLine, 'Санкт-Петербурге'), `${width} px`)
  }
})

journey('a search waits for the typing to rest and gives up the one before', async (site) => {
  const { url } = site
  await plays(url, await musicianAt(url), 'Медленная песня')
  const page = await site.enter('Олег')
  await page.clock.install()
  await page.goto(`${url}/s`)
  // The page's clock is paused between the letters, even on a slow machine.
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked: string[] = []
  const givenUp: string[] = []
  const inputOf = (address: string) => new URL(address).searchParams.get('input') ?? ''
  page.on('requestfailed', (request) => givenUp.push(inputOf(request.url())))
  await page.route(FIND_SONG, async (route) => {
    const input = inputOf(route.request().url())
    asked.push(input)
    // The first request never gets a response.
    if (input !== 'медл') await route.continue()
  })
  await songField(page).pressSequentially('медл')
  assert.deepEqual(asked, [])
  await page.clock.runFor(1000)
  await eventually(() => Promise.resolve(asked), ['медл'])
  await shows(page, 'Ищем песню…')
  await songField(page).pressSequentially('енная')
  await page.clock.resume()
  await add(page, 'Медленная песня').waitFor()
  assert.deepEqual([asked, givenUp], [['медл', 'медленная'], ['медл']])
  await songField(page).fill('  ')
  await showsNoMore(add(page, 'Медленная песня'))
  await page.unroute(FIND_SONG)

  site.expectFault(/find-song/u)
  site.expectFault(/ERR_FAILED/u)
  await page.route(FIND_SONG, (route) => route.abort())
  await songField(page).fill('медленная')
  await page.getByRole('alert').getByText('Нет связи.').waitFor()
  await page.unroute(FIND_SONG)
  await page.getByRole('button', { name: 'Искать ещё раз' }).click()
  await add(page, 'Медленная песня').waitFor()
  await songField(page).fill('ывапролд')
  await shows(page, 'Такой песни у нас нет.')
  await page.getByRole('link', { name: 'Найти артиста «ывапролд»' }).click()
  await headed(page, 'Найти артиста')
  assert.equal(await wordOf(page, 'q'), 'ывапролд')
})

journey('filters live in the address, and the way back undoes them', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await announced(url, musician, { days: 3, title: 'Казанский вечер', point: KAZAN })
  await announced(url, musician, { days: 4, title: 'Московский вечер' })
  const page = await site.enter('Лера', { viewport: DESK })
  await page.goto(`${url}/search`)
  const town = page.getByRole('combobox', { name: 'Город' })
  await townPill(page).click()
  await eventually(() => town.evaluate((field) => field === document.activeElement), true)
  await page.getByRole('option', { name: /^Москва/u }).waitFor()
  await town.fill('щщщ')
  await shows(page, 'Нет доступных опций')
  await town.fill('казан')
  await page.getByRole('option', { name: /^Казань/u }).waitFor()
  await town.press('Escape')
  await showsNoMore(page.getByRole('listbox'))
  await town.press('ArrowDown')
  await eventually(
    () => page.getByRole('option', { selected: true }).innerText(),
    'Казань\nРеспублика Татарстан',
  )
  await town.press('Enter')
  await eventually(() => wordOf(page, 'city'), 'Казань')
  await eventually(() => page.title(), 'Концерты в Казани — Бис')
  await showsNoMore(cardOf(page, 'Московский вечер'))
  await cardOf(page, 'Казанский вечер').waitFor()
  await townPill(page).getByText('Казань').waitFor()
  await eventually(() => townPill(page).evaluate((pill) => pill === document.activeElement), true)

  await openDates(page)
  await page.getByLabel('Дата от').fill(dayAfter(4))
  await eventually(() => wordOf(page, 'from'), dayAfter(4))
  await shows(page, 'По этим фильтрам концертов пока нет.')
  await page.goBack()
  await cardOf(page, 'Казанский вечер').waitFor()
  assert.equal(await page.getByLabel('Дата от').inputValue(), '')
  await page.getByRole('link', { name: 'Очистить фильтры' }).click()
  await cardOf(page, 'Московский вечер').waitFor()
  // Without it the town of the network would be guessed again.
  assert.equal(new URL(page.url()).search, '?everywhere=1')
  await townPill(page).getByText('Любой город').waitFor()
  await showsNoMore(page.getByRole('link', { name: 'Очистить фильтры' }))

  await page.goto(`${url}/search?city=Казань&from=${dayAfter(4)}&till=${dayAfter(4)}`)
  await page.getByRole('link', { name: /^Москва 1 концерт, первый/u }).waitFor()

  await page.goto(`${url}/search?from=${dayAfter(4)}&till=${dayAfter(3)}`)
  await page.getByRole('alert').getByText('Раньше, чем «Дата от».').waitFor()
  await shows(page, 'Поправьте фильтры, и концерты появятся здесь.')
  await page.goto(`${url}/search?from=2026-02-31&city=Щщщ`)
  await shows(page, 'Такой даты нет.')
  await shows(page, 'Такого города не нашлось.')

  await page.goto(`${url}/search`)
  site.expectFault(/search\.data/u)
  site.expectFault(/ERR_FAILED/u)
  await page.route('**/search.data*', (route) => route.abort())
  await openDates(page)
  await page.getByLabel('Дата до').fill(dayAfter(3))
  await page.getByRole('alert').getByText('Нет связи.').waitFor()
  await page.unroute('**/search.data*')
  await page.getByRole('link', { name: 'Попробовать ещё раз' }).click()
  await cardOf(page, 'Казанский вечер').waitFor()
  assert.equal(await cardOf(page, 'Московский вечер').count(), 0)
})

journey('the list grows as one scrolls, and the way back finds the same place', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  for (let count = 0; count < 18; count++)
    await announced(url, musician, { days: 40 + count, title: `Вечер номер ${count + 1}` })
  const page = await site.enter('Олег')
  await page.goto(`${url}/search?from=${dayAfter(39)}`)
  await eventually(() => cardsOf(page).count(), 15)
  await page.getByRole('link', { name: 'Показать ещё' }).scrollIntoViewIfNeeded()
  await eventually(() => cardsOf(page).count(), 18)
  await eventually(() => wordOf(page, 'shown'), '18')
  await showsNoMore(page.getByRole('link', { name: 'Показать ещё' }))
  const last = page.getByRole('link', { name: /Вечер номер 18/u })
  await last.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  const before = await place()
  await last.click()
  await headed(page, 'Вечер номер 18')
  const concert = page.url()
  await page.getByRole('link', { name: 'Назад' }).click()
  await last.waitFor()
  await eventually(() => cardsOf(page).count(), 18)
  await eventually(place, before)

  // What comes late swallows no tap: concerts of the list, and where somebody is.
  const hasty = await site.enter('Нина')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await hasty.route('**/session/get-sessions', async (route) => {
    await asked
    await route.continue()
  })
  await hasty.goto(`${url}/search?from=${dayAfter(39)}`)
  const more = hasty.waitForRequest(/get-sessions/u)
  await hasty.getByRole('link', { name: 'Показать ещё' }).scrollIntoViewIfNeeded()
  await more
  const late = hasty.waitForResponse(/get-sessions/u)
  await hasty.route(/\.data/u, async (route) => {
    answer()
    await late
    await sleep(500)
    await route.continue()
  })
  await hasty.getByRole('link', { name: /Вечер номер 15/u }).click()
  await headed(hasty, 'Вечер номер 15')
  await hasty.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (found) =>
      void setTimeout(
        () => found({ coords: { latitude: 55.79, longitude: 49.12 } } as GeolocationPosition),
        2000,
      )
  })
  await hasty.goto(`${url}/search/result`)
  await hasty.getByRole('button', { name: 'Рядом со мной' }).click()
  await hasty.getByRole('link', { name: 'Выбрать песни' }).click()
  await hasty.waitForURL(`${url}/s`)
  await sleep(2500)
  assert.equal(hasty.url(), `${url}/s`)

  const guest = await site.enter('Рита')
  await guest.goto(`${concert}/songs`)
  for (const way of [concert, `${url}/user/${musician.username}`]) {
    await guest.getByRole('link', { name: 'Назад' }).click()
    await eventually(() => Promise.resolve(guest.url()), way)
  }
})

journey(
  'where somebody is gets asked by a press alone, and is told to a kilometre',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    await announced(url, musician, { days: 2, title: 'Вечер за углом', point: KAZAN })
    const page = await site.enter('Лера')
    const context = page.context()
    await page.addInitScript(() => {
      const found = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
      navigator.geolocation.getCurrentPosition = (...how) => {
        document.documentElement.dataset['asked'] = 'yes'
        found(...how)
      }
    })
    await page.goto(`${url}/search/result`)
    assert.equal(await page.locator('html[data-asked]').count(), 0)
    await page.getByRole('button', { name: 'Рядом со мной' }).click()
    await page.getByRole('alert').getByText('Не удалось узнать, где вы.').waitFor()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 55.794321, longitude: 49.123456 })
    await page.getByRole('button', { name: 'Рядом со мной' }).click()
    await eventually(() => Promise.resolve(new URL(page.url()).search), '?lat=55.79&lon=49.12')
    await cardOf(page, 'Вечер за углом')
      .getByText(/км от вас$|Совсем рядом/u)
      .waitFor()
    await page.getByRole('link', { name: 'Не учитывать, где я' }).click()
    await showsNoMore(cardOf(page, 'Вечер за углом').getByText(/км от вас$|Совсем рядом/u))
    await page.goto(`${url}/search/result?lat=200&lon=x`)
    await shows(page, 'Координаты неверны, показываем без них.')
  },
)

journey('without scripts forms find songs and filter the list', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await plays(url, musician, 'Песня по старинке')
  for (let count = 0; count < 16; count++)
    await announced(url, musician, { days: 101 + count, title: `Другой вечер ${count}` })
  const page = await enterPlain(site, 'Олег')
  await page.goto(`${url}/search?from=${dayAfter(90)}`)
  await songField(page).fill('песня по старинке')
  await page.getByRole('button', { name: 'Найти песню' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Песня по старинке' }).waitFor()
  assert.equal(await add(page, 'Песня по старинке').count(), 0)
  assert.equal(await wordOf(page, 'from'), dayAfter(90))
  await page.getByLabel('Город', { exact: true }).fill('Казань')
  await page.getByRole('button', { name: 'Показать', exact: true }).click()
  await shows(page, 'По этим фильтрам концертов пока нет.')
  await page.getByRole('link', { name: 'Очистить фильтры' }).click()
  await eventually(() => cardsOf(page).count(), 15)
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await cardsOf(page).nth(15).waitFor()
  await page.goto(`${url}/search/result`)
  assert.equal(await page.getByRole('button', { name: 'Рядом со мной' }).count(), 0)
})
