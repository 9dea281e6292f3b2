import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  musicianAt,
  ordersAt,
  queueAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { isIcon } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { openConcertPage, withoutReload } from '#test/support/steps/listener-page.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

/** Holds back the build's scripts whose names begin so until the returned function is called. */
async function holdScripts(page: Page, prefix = ''): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  // Not `page.route`, which would switch the browser's cache off.
  const wire = await page.context().newCDPSession(page)
  wire.on('Fetch.requestPaused', async ({ requestId }) => {
    await held.promise
    // The page may be closed by now.
    await wire.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
  })
  await wire.send('Fetch.enable', { patterns: [{ urlPattern: `*/assets/${prefix}*.js` }] })
  return held.resolve
}

/** Waits until React has hydrated this element, which a lazy part may do long after the page: it stores the props there. */
const hydrates = (element: Locator) =>
  eventually(
    () =>
      element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))),
    true,
  )

/** The requests of a page from the QR code to an accepted order, without its icon and those made when idle. */
const MOST_REQUESTS = 18

/** Returns the paths that a page requests from now on: not from the browser's cache, nor the icon. */
async function networkPaths(page: Page): Promise<() => string[]> {
  const paths = new Map<string, string>()
  const wire = await page.context().newCDPSession(page)
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { protocol, pathname } = new URL(request.url)
    if (protocol === 'http:' && !isIcon(request.url)) paths.set(requestId, pathname)
  })
  wire.on('Network.requestServedFromCache', ({ requestId }) => paths.delete(requestId))
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) paths.delete(requestId)
  })
  await wire.send('Network.enable')
  return () => [...paths.values()]
}

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Найти песню' })

journey(
  'what was typed before the scripts came is searched meanwhile, once, and few files are needed to order it',
  async (site) => {
    const musician = await musicianAt(site.url)
    const concertId = await concertAt(site.url, musician)
    await ordersAt(site.url, musician, concertId, ['Пачка сигарет'])
    const page = await site.enter('Лера')
    const asked: string[] = []
    const requested = await networkPaths(page)
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/find-song')) asked.push(searchParams.get('input') ?? '')
    })
    // A first visit: the fonts are not there yet.
    await page.addInitScript("localStorage.removeItem('webFonts')")
    await page.clock.install()
    const release = await holdScripts(page)
    await page.goto(`${site.url}/user/${musician.username}`, { waitUntil: 'commit' })
    await searchField(page).fill('восьмиклассница')
    await eventually(() => Promise.resolve(asked), ['восьмиклассница'])
    // From here on no debounce timer of the typing fires.
    await page.clock.pauseAt(Date.now() + 60_000)
    release()
    await page.locator('[data-searching]').waitFor()
    await page.clock.runFor(1)
    // React may reveal what it has loaded by a timer.
    await page.clock.resume()
    await page.getByRole('link', { name: /Восьмиклассница/ }).tap()
    await page.getByRole('button', { name: 'Да', exact: true }).tap()
    await page
      .getByText(/\d+-я в очереди/u)
      .first()
      .waitFor()
    assert.deepEqual(asked, ['восьмиклассница'])
    const paths = requested()
    assert.ok(paths.includes('/api/v1/songs/order-song'), 'all of it was seen')
    assert.ok(paths.length <= MOST_REQUESTS, `${paths.length} requests: ${paths.join(', ')}`)
  },
)

journey(
  'a song that was tapped and ordered before the scripts came is ordered once',
  async (site) => {
    const musician = await musicianAt(site.url)
    const concertId = await concertAt(site.url, musician)
    await ordersAt(site.url, musician, concertId, ['Пачка сигарет'])
    const page = await site.enter('Лера')
    const release = await holdScripts(page)
    await page.goto(`${site.url}/user/${musician.username}`, { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Хочу тоже: Пачка сигарет' }).click()
    const yes = page.getByRole('button', { name: 'Да', exact: true })
    // The form is submitted twice, as by a doubtful finger.
    await yes.dblclick({ noWaitAfter: true })
    await page.getByText('Заказано: «Пачка сигарет»').waitFor()
    release()
    await eventually(() => queueAt(site.url, concertId), ['Пачка сигарет SCHEDULED ×2'])
    await page.getByRole('region', { name: 'Ваша песня: Пачка сигарет' }).waitFor()
    assert.deepEqual(await queueAt(site.url, concertId), ['Пачка сигарет SCHEDULED ×2'])
  },
)

journey(
  'the word of a closed evening that was typed before the scripts came opens it',
  async (site) => {
    const musician = await musicianAt(site.url)
    const sessionId = await concertAt(site.url, musician)
    const body = { sessionId, rules: {}, codeWord: 'Горько' }
    await ask(site.url, api.artist.changeRules, { body }, musician.token)
    const page = await site.enter('Яна')
    const release = await holdScripts(page)
    await page.goto(`${site.url}/user/${musician.username}`, { waitUntil: 'commit' })
    await page.getByLabel('Кодовое слово').fill('горько')
    release()
    await hydrates(page.getByLabel('Кодовое слово'))
    const isSamePage = await withoutReload(page)
    await page.getByRole('button', { name: 'Открыть вечер' }).click()
    await searchField(page).waitFor()
    assert.ok(await isSamePage())
  },
)

journey('a day that was chosen before the scripts came is searched', async (site) => {
  const page = await site.enter('Лера')
  const release = await holdScripts(page)
  await page.goto(`${site.url}/search?from=2027-05-01`, { waitUntil: 'commit' })
  await page.getByLabel('Дата до').fill('2027-05-09')
  release()
  await page.waitForURL(/till=2027-05-09/u)
  assert.equal(await page.getByLabel('Дата до').inputValue(), '2027-05-09')
})

journey(
  'a tip that was written before the scripts came keeps its words and its tick',
  async (site) => {
    const musician = await musicianAt(site.url)
    await takesMoney(site.url, musician, 50)
    await concertAt(site.url, musician)
    const page = await site.enter('Лера')
    const release = await holdScripts(page)
    const address = `${site.url}/user/${musician.username}?tab=profile&thanks=1`
    await page.goto(address, { waitUntil: 'commit' })
    const sheet = page.getByRole('dialog', { name: musician.name })
    await sheet.getByLabel('Слова музыканту').fill('Спасибо за вечер')
    await sheet.getByText('Показать моё имя в зале').click()
    await sheet.getByLabel('Ваше имя').fill('Лера')
    release()
    await hydrates(sheet.getByLabel('Слова музыканту'))
    assert.equal(await sheet.getByLabel('Слова музыканту').inputValue(), 'Спасибо за вечер')
    assert.ok(await sheet.getByLabel('Показать моё имя в зале').isChecked())
    assert.equal(await sheet.getByLabel('Ваше имя').inputValue(), 'Лера')
  },
)

journey(
  'an order to sing that was written before the scripts came keeps what it says',
  async (site) => {
    const musician = await musicianAt(site.url)
    const sessionId = await concertAt(site.url, musician)
    const rules = { words: 'name_and_words', singing: true } as const
    await ask(site.url, api.artist.changeRules, { body: { sessionId, rules } }, musician.token)
    await ordersAt(site.url, musician, sessionId, ['Пачка сигарет'])
    const page = await site.enter('Лера')
    const release = await holdScripts(page)
    await page.goto(`${site.url}/user/${musician.username}`, { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Хочу тоже: Пачка сигарет' }).click()
    const sheet = page.getByRole('dialog', { name: 'Пачка сигарет' })
    await sheet.getByText('Добавить слова').click()
    const typed = {
      'Ваше имя': 'Лера',
      'Слова к песне': 'Маме',
      'С кем вместе (если не один)': 'Аня',
    }
    for (const [label, text] of Object.entries(typed)) await sheet.getByLabel(label).fill(text)
    await sheet.getByText('Спою сам', { exact: true }).click()
    release()
    await hydrates(sheet.getByLabel('Слова к песне'))
    for (const [label, text] of Object.entries(typed))
      assert.equal(await sheet.getByLabel(label).inputValue(), text)
    assert.ok(await sheet.getByLabel('Спою сам').isChecked())
  },
)

journey(
  'what is typed after hydration elsewhere is not searched with this artist',
  async (site) => {
    const musician = await musicianAt(site.url)
    await concertAt(site.url, musician)
    const page = await site.enter('Лера')
    const requested = await networkPaths(page)
    await page.goto(`${site.url}/user/${musician.username}`)
    await page.getByRole('button', { name: 'Поделиться' }).waitFor()
    await page.evaluate(() => {
      const search = document.body.appendChild(document.createElement('input'))
      Object.assign(search, { name: 'q', value: 'чужая' })
      search.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.waitForTimeout(600)
    assert.ok(!requested().includes('/api/v1/songs/find-song'))
  },
)

journey('a tab whose scripts come last keeps what the server drew of it', async (site) => {
  const musician = await musicianAt(site.url)
  await comingConcertAt(site.url, musician)
  // In this time zone the poster is rendered again as soon as its scripts are loaded.
  const page = await site.enter('Лера', { timezoneId: 'Asia/Vladivostok' })
  const release = await holdScripts(page, 'afisha-tab')
  await page.goto(`${site.url}/user/${musician.username}?tab=afisha`, { waitUntil: 'commit' })
  const drawn = await page.getByRole('article').elementHandle()
  // The rest of the page is interactive.
  await page.context().grantPermissions(['clipboard-write'])
  await eventually(async () => {
    await page.getByRole('button', { name: 'Поделиться' }).click()
    return page.getByText('Ссылка скопирована').isVisible()
  }, true)
  release()
  await page.getByText('по местному времени').waitFor()
  assert.equal(await drawn?.evaluate((poster) => poster.isConnected), true)
})

/** Fails these requests until the returned function is called. */
async function loseRequests(page: Page, lost: RegExp): Promise<() => Promise<void>> {
  await page.route(lost, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(lost)
}

journey(
  'scripts that a lost network kept back come by themselves, and what was typed is searched',
  async (site) => {
    const musician = await musicianAt(site.url)
    await concertAt(site.url, musician)
    const page = await site.enter('Лера')
    site.expectFault(/ERR_INTERNET_DISCONNECTED/)
    const search = {
      open: () => page.goto(`${site.url}/search`),
      field: 'Какую песню услышать',
      lost: /assets.*\.js$|healthz/u,
    }
    const order = {
      open: () => openConcertPage(page, site.url, musician.username),
      field: 'Найти песню',
      lost: /\/ordering-[^/]*\.js$/u,
    }
    for (const { open, field, lost } of [search, order]) {
      const restore = await loseRequests(page, lost)
      await open()
      await page.getByRole('searchbox', { name: field }).fill('восьмиклассница')
      await shows(page, 'Нет связи. Проверьте интернет, дальше загрузим сами.')
      await restore()
      await page.getByRole('listitem').filter({ hasText: 'Восьмиклассница' }).waitFor()
      await showsNoMore(page.getByRole('alert'))
    }
  },
)

/** Answers these requests with 404 until the page has been opened so many times more. */
async function replaceFiles(page: Page, files: RegExp, times: number): Promise<void> {
  let left = times
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left -= 1
  })
  await page.route(files, (route) =>
    left >= 0 ? route.fulfill({ status: 404 }) : route.fallback(),
  )
}

journey(
  'a page whose files a new build has replaced is loaded anew, twice too, and what was typed is searched',
  async (site) => {
    const musician = await musicianAt(site.url)
    await concertAt(site.url, musician)
    const page = await site.enter('Лера')
    site.expectFault(/404/)
    await openConcertPage(page, site.url, musician.username)
    for (const title of ['Восьмиклассница', 'Пачка сигарет']) {
      await replaceFiles(page, /\/ordering-[^/]*\.js$/u, 1)
      await page.reload()
      await page.getByRole('searchbox', { name: 'Найти песню' }).fill(title.toLowerCase())
      const reloaded = page.waitForEvent('load')
      // Only then: a page that waits for another part would be loaded anew before anything is typed.
      await replaceFiles(page, /\/manifest-[^/]*\.js$/u, 0)
      await reloaded
      await page.getByRole('listitem').filter({ hasText: title }).waitFor()
      await showsNoMore(page.getByRole('alert'))
    }
  },
)

journey(
  'a page that comes twice from a process without its files is loaded anew once more, and rarely then',
  async (site) => {
    const page = await site.enter('Лера')
    site.expectFault(/404/)
    await replaceFiles(page, /\/manifest-[^/]*\.js$/u, 2)
    let loads = 0
    // Not the event of the load: a page that is loaded anew before it has none.
    page.on('request', (request) => (loads += Number(request.isNavigationRequest())))
    await page.goto(`${site.url}/search`)
    await eventually(() => Promise.resolve(loads), 3)
    await page.getByRole('searchbox', { name: 'Какую песню услышать' }).fill('восьмиклассница')
    await page.getByRole('listitem').filter({ hasText: 'Восьмиклассница' }).waitFor()

    await replaceFiles(page, /\/manifest-[^/]*\.js$/u, Infinity)
    await page.reload()
    await page.waitForTimeout(15_000)
    assert.equal(loads, 4, 'a page that is broken for good is left alone')
  },
)
