import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { ask, concertAt, musicianAt, ordersAt } from '#test/support/product/product-calls.ts'
import { payAt } from '#test/support/product/paid-product-calls.ts'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { RESULTS } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

// The TCP proxy has another origin than the site.
const journey = onSite({ variables: { PUBLIC_URL: '' } })

const STREAM = { width: 1920, height: 1080 }
const GROUNDS = { light: '#dfe6ee', dark: '#15181d' }

/** What a program of streams takes of the page: the pixels with their transparency. */
async function frameOf(page: Page): Promise<Buffer> {
  return page.screenshot({ omitBackground: true, animations: 'disabled' })
}

/** The opacity of a point, 0–255. */
async function opacityAt(frame: Buffer, left: number, top: number): Promise<number | undefined> {
  const point = sharp(frame).ensureAlpha().extract({ left, top, width: 1, height: 1 })
  return (await point.raw().toBuffer())[3]
}

/** Leaves pictures of the overlay over a light and a dark ground, for a person to look at. */
async function overGrounds(name: string, frame: Buffer): Promise<void> {
  const folder = join(RESULTS, 'overlay')
  mkdirSync(folder, { recursive: true })
  for (const [ground, background] of Object.entries(GROUNDS))
    await sharp({ create: { ...STREAM, channels: 3, background } })
      .composite([{ input: frame }])
      .png()
      .toFile(join(folder, `${name}-${ground}.png`))
}

journey(
  'an overlay over a stream tells of songs, thanks and the goal, and comes back after an hour without a network',
  async (site) => {
    const musician = await musicianAt(site.url)
    const { username, token } = musician
    const sessionId = await concertAt(site.url, musician)
    await ordersAt(site.url, musician, sessionId, ['Группа крови', 'Кукушка', 'Печаль'])
    const next = () => ask(site.url, api.artist.nextSong, { body: { songId: null } }, token)
    const tip = async (rubles: number, shown?: { name: string; withSum: boolean }) => {
      const body = { artistUsername: username, amount: rubles * 100, ...(shown && { shown }) }
      await payAt(await ask(site.url, api.payment.donate, { body }), { method: 'sbp' })
    }
    const proxy = await openTcpProxy(site.url)
    site.expectFault(/ERR_|WebSocket connection|Failed to load/u)
    const stream = await site.enter('трансляция', { viewport: STREAM })
    await stream.clock.install()
    await stream.goto(`${proxy.url}/user/${username}/overlay`)
    await next()
    await shows(stream, 'Группа крови')
    await shows(stream, 'Кукушка')

    const goal = { title: 'На новый комбик', amount: 3_000_000, withSongs: false }
    await ask(site.url, api.artist.saveGoal, { body: { ...goal, span: 'reached' } }, token)
    await tip(12_400)
    await shows(stream, /На новый комбик: 12\s400 из 30\s000\s₽/u)
    const card = stream.locator('section', {
      has: stream.getByText('Благодарят', { exact: true }),
    })
    await shows(card, 'Спасибо!')
    assert.equal(await card.getByText('₽').count(), 0)
    await stream.clock.runFor(13 * SECOND_MS)
    await showsNoMore(card)
    await tip(500, { name: 'Аня', withSum: true })
    await shows(card, 'Аня')
    await shows(card, /500\s₽/u)
    await shows(stream, 'Сегодня благодарят')

    const frame = await frameOf(stream)
    assert.equal(await opacityAt(frame, STREAM.width / 2, STREAM.height / 2), 0)
    assert.equal(await opacityAt(frame, 100, STREAM.height - 100), 255)
    await overGrounds('dark-cards', frame)

    await stream.clock.runFor(13 * SECOND_MS)
    await showsNoMore(card)
    proxy.cut()
    await stream.clock.runFor(60 * MINUTE_MS)
    await shows(stream, 'Группа крови')
    await next()
    await tip(700, { name: 'Марк', withSum: false })
    proxy.restore()
    await stream.clock.runFor(MINUTE_MS)
    await shows(stream, 'Марк')
    await shows(stream, /На новый комбик: 13\s600 из 30\s000\s₽/u)
    await shows(stream, 'Печаль')
    assert.equal(await stream.locator('b', { hasText: 'Печаль' }).count(), 1)

    const other = await site.enter('светлый', { viewport: STREAM })
    await other.goto(`${site.url}/user/${username}/overlay?colours=light&side=right&size=125`)
    await shows(other, /13\s600 ₽|13\s600/u)
    await overGrounds('light-cards', await frameOf(other))
    await proxy.remove()

    const seen = () => stream.evaluate(() => document.querySelector('[data-side]')?.textContent)
    await stream.clock.install()
    await stream.goto(`${site.url}/user/${username}/overlay`)
    await shows(stream, 'Печаль')
    const body = { sessionId, rules: {}, codeWord: 'Горько' }
    await ask(site.url, api.artist.changeRules, { body }, token)
    await showsNoMore(stream.getByText('Печаль'))
    await stream.evaluate(() => {
      const side = document.querySelector('[data-side]')
      const note = () => (document.title += side?.textContent ?? '')
      document.title = ''
      if (side !== null)
        new MutationObserver(note).observe(side, { childList: true, subtree: true })
    })
    // It looks again whether the word was taken off.
    for (let looks = 0; looks < 3; looks += 1) {
      await stream.clock.runFor(31 * SECOND_MS)
      await stream.waitForLoadState('networkidle')
      assert.equal(await seen(), '')
    }
    assert.equal(await stream.title(), '')
  },
)
