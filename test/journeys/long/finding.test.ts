import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { comingConcertAt, concertAt, musicianAt } from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { DESK } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite({ demo: false })

const COMING = 'Ближайшие концерты'
const NOBODY = 'Никого не нашли. Проверьте, как пишется имя, или введите его часть.'
const searchField = (page: Page) => page.getByRole('searchbox', { name: /Имя артиста/u })
const rowOf = (page: Page, { username }: TestMusician) =>
  page.getByRole('list', { name: 'Найденные артисты' }).getByRole('link', { name: username })
const searchOf = (page: Page) => Promise.resolve(new URL(page.url()).searchParams.get('q'))
const shelfOf = (page: Page) => page.getByRole('list', { name: COMING })
const pushed = (page: Page) => shelfOf(page).evaluate((line) => Math.round(line.scrollLeft))

function enterPlain(site: TestSite, name: string) {
  // With JavaScript off the browser reports every script of the page as blocked.
  site.expectFault(/csp GET .*\.js$/u)
  return site.enter(name, { javaScriptEnabled: false })
}

journey('where nobody plays, a listener is told so and sent to look for artists', async (site) => {
  const page = await site.enter('Лера')
  await page.goto(`${site.url}/find`)
  await page.getByRole('heading', { level: 1, name: 'Найти выступления артистов' }).waitFor()
  await shows(page, 'Пока никто не объявил концерт.')
  await page.getByRole('main').getByRole('link', { name: 'Найти артиста' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Найти артиста' }).waitFor()
})

journey('the concerts ahead are pushed sideways, the one that is on first', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  for (let count = 0; count < 5; count++) await comingConcertAt(url, musician)
  await concertAt(url, musician)
  const page = await site.enter('Олег', { viewport: DESK, reducedMotion: 'reduce' })
  const cards = shelfOf(page).getByRole('listitem')
  // The page of the journey before, on which nobody played, may still be kept.
  await eventually(async () => {
    await page.goto(`${url}/find`)
    return cards.count()
  }, 6)
  await cards.first().getByText('Идёт сейчас').waitFor()
  await eventually(() => page.getByText('Идёт сейчас').count(), 1)
  const order = cards.first().getByRole('link', { name: /^Заказать песню: /u })
  assert.equal(await order.getAttribute('href'), `/user/${musician.username}?tab=order`)
  const more = cards.nth(1).getByRole('link', { name: /^Подробнее: /u })
  assert.match((await more.getAttribute('href')) ?? '', /^\/user\/[^/]+\/[\da-f-]{36}$/u)

  await page.goto(`${url}/find-artist`)
  const players = page.getByRole('list', { name: 'Играют сейчас и скоро' }).getByRole('listitem')
  await eventually(() => players.count(), 6)
  await page.goBack()

  const on = page.getByRole('button', { name: 'Дальше по списку' })
  const back = page.getByRole('button', { name: 'Назад по списку' })
  await on.waitFor()
  assert.equal(await back.getAttribute('aria-disabled'), 'true')
  await on.click()
  await eventually(() => pushed(page), 265)
  await eventually(() => back.getAttribute('aria-disabled'), 'false')
  await back.press('Enter')
  await eventually(() => pushed(page), 0)
  await order.focus()
  await page.keyboard.press('ArrowRight')
  await eventually(() => pushed(page), 265)
  await page.keyboard.press('ArrowLeft')
  await eventually(() => pushed(page), 0)
})

journey(
  'the sections stand at the upper edge of a desk, and one press away on a phone',
  async (site) => {
    const desk = await site.enter('Лера', { viewport: DESK })
    await desk.goto(`${site.url}/find-artist`)
    const links = desk.getByRole('navigation', { name: 'Разделы' }).getByRole('link')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    assert.deepEqual(hrefs, ['/search', '/concerts-on-map', '/find-artist', '/pricing', '/login'])
    assert.equal(await desk.locator('nav [aria-current=page]').innerText(), 'Артисты')

    const phone = await site.enter('Олег')
    await phone.goto(`${site.url}/find-artist`)
    await phone.getByRole('link', { name: 'Найти концерт' }).first().click()
    await phone.getByRole('heading', { level: 1, name: 'Найти выступления артистов' }).waitFor()
    await phone.getByRole('button', { name: 'Меню' }).click()
    const menu = phone.getByRole('navigation', { name: 'Разделы' })
    await menu.getByRole('link', { name: 'Артисты' }).click()
    await phone.getByRole('heading', { level: 1, name: 'Найти артиста' }).waitFor()
    await showsNoMore(menu)
  },
)

journey(
  'an artist is found while one types, and the way back finds the search again',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await site.enter('Лера')
    await page.goto(`${url}/find`)
    await page.getByRole('main').getByRole('link', { name: 'Найти артиста' }).first().click()
    await shows(page, 'Введите имя или никнейм, можно не целиком.')
    await searchField(page).pressSequentially('струн', { delay: 20 })
    await rowOf(page, musician).waitFor()
    await eventually(() => searchOf(page), 'струн')
    await rowOf(page, musician).click()
    await page.getByRole('heading', { level: 1, name: musician.name }).waitFor()
    await page.goBack()
    await rowOf(page, musician).waitFor()
    assert.equal(await searchField(page).inputValue(), 'струн')

    await searchField(page).fill('щщщ')
    await shows(page, NOBODY)
    await showsNoMore(rowOf(page, musician))
    await page.reload()
    await shows(page, NOBODY)
    await page.getByRole('button', { name: 'Очистить поиск' }).click()
    await eventually(() => searchOf(page), null)
    await shows(page, 'Введите имя или никнейм, можно не целиком.')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Найти выступления артистов' }).waitFor()
  },
)

journey('a search that fails says so and is asked again', async (site) => {
  const musician = await musicianAt(site.url)
  const page = await site.enter('Олег')
  await page.goto(`${site.url}/find-artist`)
  site.expectFault(/search-by-name/u)
  site.expectFault(/ERR_FAILED/u)
  const asked = '**/api/v1/page/search-by-name*'
  await page.route(asked, (route) => route.abort())
  await searchField(page).fill(musician.username)
  await searchField(page).press('Enter')
  await page.getByRole('alert').waitFor()
  await page.unroute(asked)
  await page.getByRole('button', { name: 'Искать ещё раз' }).click()
  await rowOf(page, musician).waitFor()
  await showsNoMore(page.getByRole('alert'))
})

journey(
  'without scripts concerts are pushed by a finger and artists found by a form',
  async (site) => {
    const musician = await musicianAt(site.url)
    const page = await enterPlain(site, 'Лера')
    await page.goto(`${site.url}/find`)
    await shelfOf(page).getByRole('listitem').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Дальше по списку' }).count(), 0)
    await page.goto(`${site.url}/find-artist`)
    await searchField(page).fill(musician.username)
    await page.getByRole('button', { name: 'Найти', exact: true }).click()
    await rowOf(page, musician).waitFor()
    assert.equal(await searchOf(page), musician.username)
    assert.equal(await searchField(page).inputValue(), musician.username)
    await searchField(page).fill('щщщ')
    await searchField(page).press('Enter')
    await shows(page, NOBODY)
  },
)
