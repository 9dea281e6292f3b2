import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { eventually } from '#test/support/eventually.ts'
import { payAt } from '#test/support/product/paid-product-calls.ts'
import {
  ask,
  concertAt,
  musicianAt,
  ordersAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'

// The TCP proxy has another origin than the site.
const journey = onSite({ variables: { PUBLIC_URL: '' } })

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 768 },
]

/** The texts and pictures that are partly off the screen, and those around the title that lie over others. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const partsOff = (parts: string, frame: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>) =>
      [...document.querySelectorAll<HTMLElement>(parts)].filter((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect()
        const isBeside = left < frame.left - 1 || right > frame.right + 1
        return isBeside || top < frame.top - 1 || bottom > frame.bottom + 1
      })
    const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
    const now = document.querySelector('section:has(> h1)')?.getBoundingClientRect() ?? screen
    return [
      ...partsOff('main h1, main p, main li, main img, main svg', screen),
      ...partsOff('section:has(> h1) > *', now),
    ].map((part) => `${part.tagName} ${part.textContent}`)
  })
}

journey('the screen of the hall fits every panel, with the longest names too', async (site) => {
  const musician = await musicianAt(site.url)
  const sessionId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, sessionId, ['Группа крови', 'Кукушка', 'Печаль', 'Перемен'])
  const { token } = musician
  await takesMoney(site.url, musician, 100)
  const rules = rulesFrom({ support: true, namesShown: true })
  await ask(site.url, api.artist.changeRules, { body: { sessionId, rules } }, token)
  const shown = { name: 'Аня', withSum: false }
  const tip = { artistUsername: musician.username, amount: 10_000, shown }
  await payAt(await ask(site.url, api.payment.donate, { body: tip }), { method: 'sbp' })
  const screen = await site.enter('экран')
  await screen.goto(`${site.url}/user/${musician.username}/screen`)
  await shows(screen, 'Сегодня благодарят')
  for (const title of [
    `${'Ж'.repeat(59)} ${'ш'.repeat(60)}`,
    'Я',
    'Моя бабушка курит трубку',
    'Песня о тревожном времени и о весне',
  ]) {
    const song = { songId: null, title, artistName: 'Щ'.repeat(120) }
    const body = { ...song, sessionId, entryId: crypto.randomUUID() }
    const [entry] = await ask(site.url, api.artist.addSong, { body }, token)
    assert.ok(entry)
    await ask(site.url, api.artist.nextSong, { body: { songId: null } }, token)
    await screen.getByRole('heading', { name: title }).waitFor()
    for (const viewport of SIZES) {
      await screen.setViewportSize(viewport)
      assert.deepEqual(await cutOff(screen), [], `${title} ${viewport.width}×${viewport.height}`)
    }
  }
})

journey('the screen of the hall comes back by itself for eight hours', async (site) => {
  const musician = await musicianAt(site.url)
  const sessionId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, sessionId, ['Группа крови', 'Кукушка', 'Печаль', 'Перемен'])
  const proxy = await openTcpProxy(site.url)
  site.expectFault(/ERR_|WebSocket connection|Failed to load/u)
  const screen = await site.enter('экран', { viewport: { width: 1280, height: 720 } })
  await screen.clock.install()
  await screen.goto(`${proxy.url}/user/${musician.username}/screen`)
  await shows(screen, 'Скоро начнём')
  const wire = await screen.context().newCDPSession(screen)
  const memory = async () => {
    await wire.send('HeapProfiler.collectGarbage')
    const { usedSize } = await wire.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  }
  const drifts = new Set<string>()
  /** Minute by minute, as the screen's own timers tick. */
  const pass = async (minutes: number) => {
    for (let left = minutes; left > 0; left -= 4) {
      await screen.clock.runFor(4 * MINUTE_MS)
      drifts.add(await screen.locator('main').evaluate((main) => getComputedStyle(main).transform))
    }
  }

  // Also a connection loss right after the page has opened.
  proxy.cut()
  await pass(4)
  await shows(screen, 'Нет связи, показываем последнее')
  proxy.restore()
  await pass(60)
  const before = await memory()
  for (const title of ['Группа крови', 'Кукушка', 'Печаль']) {
    proxy.cut()
    await pass(80)
    await shows(screen, 'Нет связи, показываем последнее')
    await ask(site.url, api.artist.nextSong, { body: { songId: null } }, musician.token)
    proxy.restore()
    await pass(60)
    await screen.getByRole('heading', { name: title }).waitFor()
  }
  assert.ok(drifts.size > 1, 'bright edges do not stand still')
  const grown = (await memory()) - before
  assert.ok(grown < 3, `the page grew by ${grown.toFixed(1)} MB`)
  await proxy.remove()
})

journey('the screen of the hall opens again once the code word is taken off', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const { token } = musician
  const sessionId = await concertAt(url, musician)
  await ordersAt(url, musician, sessionId, ['Группа крови', 'Кукушка'])
  const next = () => ask(url, api.artist.nextSong, { body: { songId: null } }, token)
  const close = (codeWord: string | null) =>
    ask(url, api.artist.changeRules, { body: { sessionId, rules: {}, codeWord } }, token)
  await next()
  const screen = await site.enter('экран', { viewport: { width: 1280, height: 720 } })
  await screen.clock.install()
  await screen.goto(`${url}/user/${musician.username}/screen`)
  await shows(screen, 'Сейчас играет')
  // A page is rendered once for all who ask within a second or two.
  const isRendered = async (words: string) =>
    eventually(async () => (await (await fetch(screen.url())).text()).includes(words), true)
  const reloads = async () => {
    // So is what a page asks for, and the screen has just asked by itself.
    await sleep(3000)
    const answered = screen.waitForResponse(/\/screen\.data/u)
    await screen.clock.fastForward(30_000)
    await answered
  }
  await close('Горько')
  await shows(screen, 'Идёт закрытый вечер')
  await isRendered('Идёт закрытый вечер')
  await reloads()
  await close(null)
  await isRendered('Сейчас играет')
  await reloads()
  await shows(screen, 'Сейчас играет')
  await next()
  await screen.getByRole('heading', { name: 'Кукушка' }).waitFor()

  // A word so short that the screen has not loaded anything meanwhile.
  site.expectFault(/screen\.data/u)
  site.expectFault(/ERR_FAILED/u)
  await screen.route('**/screen.data*', (route) => route.abort())
  await close('Совет')
  await shows(screen, 'Идёт закрытый вечер')
  await close(null)
  await screen.unroute('**/screen.data*')
  await isRendered('Сейчас играет')
  await reloads()
  await screen.getByRole('heading', { name: 'Кукушка' }).waitFor()
})
