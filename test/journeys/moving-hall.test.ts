import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { ask, concertAt, musicianAt, ordersAt } from '#test/support/product/product-calls.ts'
import { openConcertPage, rowOf } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|WebSocket .* failed/u
const AHEAD = '**/songs/place-ahead?*'
const OFFERED = '**/songs/offered?*'

async function hallOf(site: TestSite) {
  const musician = await musicianAt(site.url)
  const songs = [{ songId: null, title: 'Кукушка', artistName: 'Кино' }]
  await ask(site.url, api.artist.importFavorites, { body: { songs } }, musician.token)
  const concertId = await concertAt(site.url, musician)
  const order = (titles: string[]) => ordersAt(site.url, musician, concertId, titles)
  const next = () => ask(site.url, api.artist.nextSong, { body: { songId: null } }, musician.token)
  const queue = () => ask(site.url, api.test.getQueueBySession, { body: { sessionId: concertId } })
  return { username: musician.username, order, next, queue }
}

journey('a page and its sheet foretell one place and one wait, also offline', async (site) => {
  const { username, order } = await hallOf(site)
  const page = await site.enter('Лера')
  await openConcertPage(page, site.url, username, '?tab=order')
  const place = page.getByRole('region', { name: 'Место для вашей песни' })
  await shows(place, 'Ваша встанет первой')
  await order(['Группа крови', 'Восьмиклассница'])
  await shows(place, 'Ваша встанет третьей')
  await shows(place, 'примерно 6–12 минут')
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill('пачк')
  const row = rowOf(page, 'Пачка сигарет').getByRole('link')
  await row.click()
  const sheet = page.getByRole('dialog', { name: 'Пачка сигарет' })
  await shows(sheet, 'примерно через 6–12 минут')
  await page.keyboard.press('Escape')
  await showsNoMore(sheet)
  await page.goForward()
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await showsNoMore(sheet)

  await order(['Перемен'])
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill('')
  await page.getByRole('searchbox', { name: 'Найти песню' }).blur()
  await shows(place, 'Ваша встанет четвёртой')
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill('пачк')
  await row.waitFor()
  site.expectFault(NO_NETWORK)
  await page.context().setOffline(true)
  await row.click()
  await shows(sheet, 'Встанет четвёртой')
  await shows(sheet, 'примерно через 9–18 минут')
})

journey('a question that a move of the queue cut short is asked again at once', async (site) => {
  const { username, order } = await hallOf(site)
  await order(['Группа крови'])
  const page = await site.enter('Лера')
  await page.clock.install()
  await openConcertPage(page, site.url, username, '?tab=order')
  // No answer comes.
  await page.route(AHEAD, () => undefined)
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill('пачк')
  const coming = page.waitForRequest(AHEAD)
  await rowOf(page, 'Пачка сигарет').getByRole('link').click()
  await coming
  await page.clock.pauseAt(Date.now() + 1000)
  await order(['Восьмиклассница'])
  const again = page.waitForRequest(AHEAD)
  await shows(page.getByRole('dialog'), 'Встанет третьей')
  await page.clock.runFor(200)
  await again
})

const choose = (page: Page) => page.getByRole('link', { name: 'Выбрать из репертуара' })
const list = (page: Page) => page.getByRole('region', { name: 'Репертуар музыканта' })

journey(
  'a repertoire that does not load is asked for again, by a press or by itself',
  async (site) => {
    const { username } = await hallOf(site)
    site.expectFault(NO_NETWORK)
    const page = await site.enter('Олег')
    await page.route(OFFERED, (route) => route.abort('failed'))
    await openConcertPage(page, site.url, username, '?tab=order')
    await choose(page).click()
    await shows(page, /^Репертуар не загрузился/u)
    await page.unroute(OFFERED)
    await page.route(OFFERED, async (route) => {
      await sleep(1000)
      await route.continue()
    })
    await choose(page).click()
    await page.locator('a[aria-busy=true]', { hasText: 'Выбрать из репертуара' }).waitFor()
    await list(page).waitFor()

    const other = await site.enter('Ира')
    await other.route(OFFERED, (route) => route.abort('failed'))
    await openConcertPage(other, site.url, username, '?tab=order')
    await choose(other).click()
    await shows(other, /^Репертуар не загрузился/u)
    await other.context().setOffline(true)
    await other.unroute(OFFERED)
    await other.context().setOffline(false)
    await list(other).waitFor()
  },
)

journey(
  'the repertoire comes without moving what is above it, and not under a finger',
  async (site) => {
    const { username, order } = await hallOf(site)
    await order(['Группа крови', 'Восьмиклассница', 'Перемен', 'Пачка сигарет'])
    const page = await site.enter('Лера', { viewport: { width: 390, height: 500 } })
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(OFFERED, async (route) => {
      await asked
      await route.continue()
    })
    const coming = page.waitForRequest(/songs\/offered/u)
    await openConcertPage(page, site.url, username, '?tab=order')
    const complain = page.getByRole('button', { name: 'Пожаловаться' }).first()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await coming
    await choose(page).waitFor()
    const [before, height] = [await complain.boundingBox(), await heightOf(page)]
    await page.mouse.move(4, 300)
    await page.mouse.down()
    answer()
    await sleep(1000)
    assert.equal(await heightOf(page), height)
    await page.mouse.up()
    await list(page).waitFor()
    assert.equal((await complain.boundingBox())?.y, before?.y)
  },
)

journey(
  'a complaint stays with what it is of while the queue moves, and another may follow',
  async (site) => {
    const { username, order, next, queue } = await hallOf(site)
    await order(['Группа крови', 'Восьмиклассница', 'Перемен'])
    const page = await site.enter('Лера')
    await openConcertPage(page, site.url, username, '?tab=order')
    const complain = page.getByRole('button', { name: 'Пожаловаться' }).first()
    await complain.click()
    const sheet = page.getByRole('dialog', { name: 'Пожаловаться' })
    const of = sheet.getByLabel('На что')
    await of.selectOption({ label: '«Группа крови»' })
    const [blood] = await queue()
    // The song is played, and the next one after it.
    await next()
    await next()
    await page.locator('h1', { hasText: 'Восьмиклассница' }).waitFor()
    await sheet.getByLabel('Непристойное').check()
    const sent = page.waitForRequest(/complaints/u)
    await press(page, 'Отправить')
    assert.equal(((await sent).postDataJSON() as { entryId?: string }).entryId, blood?.id)
    await shows(sheet, 'Спасибо. Разберём сегодня')
    await page.keyboard.press('Escape')
    await showsNoMore(sheet)
    await complain.click()
    assert.match(await of.locator('option:checked').innerText(), /^Концерт/u)
  },
)

const heightOf = (page: Page) => page.evaluate(() => document.body.scrollHeight)

journey('what slides in from the right does not widen the page of a phone', async (site) => {
  const { username, order } = await hallOf(site)
  await order(['Группа крови'])
  const page = await site.enter('Лера', { isMobile: true, reducedMotion: 'no-preference' })
  await openConcertPage(page, site.url, username)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const seen = { widest: 0, slid: false }
    Object.assign(window, { seen })
    const slides = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect &&
      effect.getKeyframes().some(({ transform }) => transform === 'translateX(24px)')
    const look = () => {
      seen.widest = Math.max(seen.widest, window.innerWidth)
      seen.slid ||= document.getAnimations().some(slides)
      requestAnimationFrame(look)
    }
    look()
  })
  await order(['Восьмиклассница'])
  await rowOf(page, 'Восьмиклассница').waitFor()
  await sleep(500)
  const seen = await page.evaluate(() => (window as never as { seen: object }).seen)
  assert.deepEqual(seen, { widest: 390, slid: true })
})
