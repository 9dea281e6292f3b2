import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { nextConcertAt } from '#test/support/product/product-calls.ts'
import { DESK } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { startTileProvider } from '#test/support/servers/tile-provider.ts'

const provider = await startTileProvider()
after(() => provider.stop())

const journey = onSite({ demo: true, variables: provider.variables })

/** Of the university of Novosibirsk. */
const NOVOSIBIRSK = { 'x-forwarded-for': '84.237.50.1' }

const DRAWING = /\/assets\/leaflet-map-.*\.js$/

/** The map, once it has loaded. */
async function openMap(page: Page, label: string) {
  const map = page.getByRole('region', { name: label, exact: true })
  await map.getByRole('button', { name: 'Приблизить', exact: true }).waitFor()
  return map
}

const wordIn = (page: Page, word: string) =>
  Promise.resolve(new URL(page.url()).searchParams.get(word))

journey(
  'the concerts of a town stand on its map, and a green pin leads to its concert',
  async (site) => {
    const page = await site.enter('Лера', { reducedMotion: 'reduce' })
    await page.goto(`${site.url}/find-location`)
    await page.getByRole('list', { name: 'Концерты в вашем городе' }).waitFor()
    const town = page.getByLabel('Город', { exact: true })
    await town.fill('ъъ')
    await shows(page, 'Нет доступных опций')
    await town.fill('твер')
    await page.getByRole('option', { name: /^Тверь/ }).waitFor()
    await town.fill('самара')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /^Самара/ }).waitFor()
    assert.equal(await town.inputValue(), 'самара', 'a town of the text before is not chosen')
    await town.fill('каза')
    await page.getByRole('option', { name: /^Казань/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Концерты в Казани' }).waitFor()
    assert.match(await page.title(), /^Концерты в Казани/)
    assert.equal(await wordIn(page, 'city'), 'Казань')

    const map = await openMap(page, 'Концерты в Казани на карте')
    const list = page.getByRole('list', { name: 'Концерты в Казани' })
    await list.getByRole('link', { name: 'Показать на карте: Джаз для соседей' }).click()
    const pin = map.getByRole('button', { name: 'Джаз для соседей, Полтора соседа' })
    await eventually(() => pin.getAttribute('aria-pressed'), 'true')
    const card = page.getByRole('article').filter({ hasText: 'Джаз для соседей' })
    await card.getByRole('link', { name: 'Перейти' }).waitFor()
    const chosen = await wordIn(page, 'concert')
    await page.reload()
    await card.waitFor()

    await page.getByRole('link', { name: 'Закрыть карточку' }).click()
    assert.equal(await wordIn(page, 'concert'), null)
    // Two concerts of one venue: the cluster opens until each can be pressed, by the keyboard alone.
    const cluster = (await openMap(page, 'Концерты в Казани на карте')).getByRole('button', {
      name: /^2 концерта рядом/,
    })
    await cluster.focus()
    await page.keyboard.press('Enter')
    await pin.waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))
    await eventually(focused, 'false')
    await pin.focus()
    await page.keyboard.press('Enter')
    await eventually(() => pin.getAttribute('aria-pressed'), 'true')
    assert.equal(await wordIn(page, 'concert'), chosen)
    await card.getByRole('link', { name: 'Перейти' }).click()
    await page.getByRole('heading', { level: 1, name: 'Джаз для соседей' }).waitFor()
    const { pathname, search } = new URL(page.url())
    assert.deepEqual([pathname, search], [`/user/poltora-soseda/${chosen}`, ''])
    await page.goBack()
    await eventually(() => wordIn(page, 'concert'), chosen)
  },
)

journey(
  'the map opens on all concerts, asks for what is seen, and a concert that goes on takes orders',
  async (site) => {
    const page = await site.enter('Олег', { viewport: DESK, reducedMotion: 'reduce' })
    const elsewhere: string[] = []
    const seen: { west: number; south: number; east: number; north: number }[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== site.url && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
      if (request.url().endsWith('/session/search-locations'))
        seen.push((request.postDataJSON() as { bounds: (typeof seen)[number] }).bounds)
    })
    await page.goto(`${site.url}/concerts-on-map`)
    const map = await openMap(page, 'Концерты на карте')
    const list = page.getByRole('list', { name: 'Концерты на карте' })
    await eventually(() => Promise.resolve(seen.length > 0), true)
    const { west = 0, east = 0 } = seen[0] ?? {}
    assert.ok(west < 30.3 && east > 131.9, 'Petersburg and Vladivostok are seen')
    assert.equal(await wordIn(page, 'at'), null)

    await map.getByRole('button', { name: 'Приблизить', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await eventually(async () => (await wordIn(page, 'at'))?.split(',')[2] ?? '', '3')
    const venue = 'Клуб «Каретный сарай», Санкт-Петербург'
    const live = list
      .getByRole('listitem')
      .filter({ hasText: 'Идёт сейчас' })
      .filter({ hasText: venue })
    await live.waitFor()
    await page.keyboard.press('ArrowUp')
    await live.getByRole('link', { name: 'Заказать песню' }).click()
    await shows(page, 'Сейчас играет')
    const answered = page.waitForResponse(/search-locations/)
    await page.goBack()
    await live.waitFor()
    await answered
    // A pending request of the map would be answered in place of the repeated one.
    await eventually(async () => {
      const asked = seen.length
      await page.waitForTimeout(1000)
      return seen.length === asked
    }, true)

    site.expectFault(/search-locations/)
    await page.route(/search-locations/, (route) => route.abort())
    await map.getByRole('button', { name: 'Отдалить', exact: true }).click()
    await shows(page, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
    await live.waitFor()
    await page.unroute(/search-locations/)
    await page.getByRole('button', { name: 'Повторить' }).click()
    await showsNoMore(page.getByText('Нет связи. Проверьте интернет и попробуйте ещё раз.'))

    await page.goto(`${site.url}/concerts-on-map?at=75.5,140,8`)
    await shows(page, 'На карте здесь концертов пока нет')
    assert.deepEqual(elsewhere, [], 'nobody else learns where somebody looks')
  },
)

journey('a concert shows its venue once one comes to it, the address in words', async (site) => {
  const { url } = site
  const page = await site.enter('Рита')
  const drawings: string[] = []
  page.on('request', (request) => {
    if (DRAWING.test(request.url())) drawings.push(request.url())
  })
  const concert = await nextConcertAt(url, 'mark-luzhin')
  await page.goto(`${url}/user/mark-luzhin/${concert}`)
  assert.deepEqual(drawings, [])
  const where = page.getByRole('region', { name: 'Где', exact: true })
  await shows(where, /^Россия, .+, .+, д\. \d+/u)
  await where.getByText('Открыть в картах').click()
  const streets = where.getByRole('link', { name: 'Яндекс' })
  assert.match((await streets.getAttribute('href')) ?? '', /^https:\/\/yandex\.ru\/maps\/\?pt=/)
  await streets.scrollIntoViewIfNeeded()
  await where.getByRole('img').first().waitFor()
  assert.equal(drawings.length, 1)
})

journey('without the map its list is whole, and the map may be asked for again', async (site) => {
  site.expectFault(/leaflet-map-/)
  const page = await site.enter('Юля')
  await page.route(DRAWING, (route) => route.abort())
  await page.goto(`${site.url}/find-location?city=Москва`)
  await shows(page, 'Карта не загрузилась.')
  const rows = page.getByRole('list', { name: 'Концерты в Москве' }).getByRole('listitem')
  assert.ok((await rows.count()) > 0)
  await rows
    .first()
    .getByRole('link', { name: /^Показать на карте/ })
    .click()
  await page.getByRole('link', { name: 'Перейти' }).waitFor()
  await page.unroute(DRAWING)
  await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
  const map = await openMap(page, 'Концерты в Москве на карте')
  await map.getByRole('button', { pressed: true }).waitFor()
})

journey('a town is chosen by what was typed, and its concerts by links', async (site) => {
  const page = await site.enter('Нина', { reducedMotion: 'reduce' })
  await page.goto(`${site.url}/find-location`)
  const town = page.getByLabel('Город', { exact: true })
  const show = page.getByRole('button', { name: 'Показать', exact: true })
  await town.fill('Нигдеград')
  await show.click()
  await shows(page, 'Такого города не нашлось. Проверьте название.')
  await town.fill('каза')
  await show.click()
  await page
    .getByRole('link', { name: /^Казань/ })
    .last()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Концерты в Казани' }).waitFor()
  await page.getByRole('link', { name: 'Показать на карте: Джаз для соседей' }).click()
  await page.getByRole('link', { name: 'Перейти' }).click()
  await page.getByRole('heading', { level: 1, name: 'Джаз для соседей' }).waitFor()

  await page.goto(`${site.url}/concerts-on-map?city=Владивосток`)
  await page.getByRole('link', { name: 'Показать на карте: Пока не разведут туман' }).waitFor()
})

journey('a map begins in the town of its listener, who may turn it elsewhere', async (site) => {
  const page = await site.enter('Тая', {
    extraHTTPHeaders: NOVOSIBIRSK,
    reducedMotion: 'reduce',
    permissions: ['geolocation'],
    geolocation: { latitude: 55.79, longitude: 49.12 },
  })
  await page.goto(`${site.url}/concerts-on-map`)
  const list = page.getByRole('list', { name: 'Концерты на карте' })
  await list.getByText('Клуб «Зимний сад», Новосибирск').first().waitFor()
  assert.equal(await list.getByText('Москва').count(), 0)
  const source = page.getByRole('link', { name: 'IP Geolocation by DB-IP' })
  assert.equal(await source.getAttribute('href'), 'https://db-ip.com')
  // The browser would give her location, but is not asked until she wants it.
  assert.equal(await wordIn(page, 'at'), null)
  const map = await openMap(page, 'Концерты на карте')
  await map.getByRole('button', { name: 'Где я', exact: true }).click()
  await eventually(async () => (await wordIn(page, 'at'))?.split(',')[0] ?? '', '55.79')
  await list.getByText('Чайная «На Булаке», Казань').first().waitFor()
  await map.getByRole('img', { name: 'Вы здесь' }).waitFor()

  await page.goto(`${site.url}/concerts-on-map?city=Урюпинск`)
  await openMap(page, 'Концерты на карте')
  await map.getByText('Урюпинск', { exact: true }).waitFor()
  await map.getByRole('button', { name: 'Где я', exact: true }).click()
  await list.getByText('Чайная «На Булаке», Казань').first().waitFor()
  await eventually(() => page.getByLabel('Город', { exact: true }).inputValue(), '')

  await page.goto(`${site.url}/concerts-on-map?city=Казань`)
  await list.getByText('Чайная «На Булаке», Казань').first().waitFor()
  await showsNoMore(source)
})

journey('tiles lie over the map’s own ground, which is seen where they fail', async (site) => {
  const page = await site.enter('Вера', { reducedMotion: 'reduce' })
  await page.goto(`${site.url}/concerts-on-map?at=56,44,5`)
  const map = await openMap(page, 'Концерты на карте')
  const tiles = map.locator('img.leaflet-tile-loaded')
  await tiles.first().waitFor({ state: 'attached' })
  const address = (await tiles.first().getAttribute('src')) ?? ''
  assert.match(address, /^\/tiles\/5\/\d+\/\d+$/u)
  const terms = map.getByRole('link', { name: '© Чужая карта' })
  assert.equal(await terms.getAttribute('href'), 'https://tiles.example/terms')
  // Land with its lakes, borders, great rivers and the others.
  const landPaths = map.locator('.leaflet-overlay-pane path')
  await eventually(() => landPaths.count(), 4)

  provider.fail()
  site.expectFault(/503|\/tiles\//u)
  await page.goto(`${site.url}/concerts-on-map?at=62,100,6`)
  await openMap(page, 'Концерты на карте')
  await eventually(() => landPaths.count(), 4)
  assert.equal(await tiles.count(), 0)
  assert.equal(await page.getByText('swordfish').count(), 0)
})
