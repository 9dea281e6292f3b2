import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { isIcon } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'

type Weight = { html: number; script: number; font: number; all: number }

const KB = 1024

/** The most that a page's first load may transfer to a phone: in Brotli, without the response headers. */
const ARTIST: Weight = { html: 16.375 * KB, script: 139.5 * KB, font: 37.5 * KB, all: 197.75 * KB }
const LANDING: Weight = { html: 19.5 * KB, script: 123.125 * KB, font: 37.5 * KB, all: 192 * KB }
const SEARCH: Weight = { html: 19.25 * KB, script: 135.25 * KB, font: 37.5 * KB, all: 210 * KB }

const BUDGETS: readonly { name: string; path: string; most: Weight }[] = [
  { name: 'the landing', path: '/', most: LANDING },
  { name: 'an artist', path: '/user/tretya-paradnaya?tab=profile', most: ARTIST },
  { name: 'the orders of a hall', path: '/user/tretya-paradnaya?tab=order', most: ARTIST },
  { name: 'the search of concerts', path: '/search', most: SEARCH },
]

const KINDS: Readonly<Record<string, keyof Weight>> = {
  Document: 'html',
  Script: 'script',
  Font: 'font',
}

/** What a page requests until its scripts are loaded; its parts for later come after that. */
async function weigh(page: Page, url: string): Promise<Weight> {
  const wire = await page.context().newCDPSession(page)
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  const sentAt = new Map<string, number>()
  let entry = ''
  let loadedAt = 0
  wire.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = '' }) => {
    if (isIcon(request.url)) return
    kinds.set(requestId, type)
    sentAt.set(requestId, timestamp)
    if (request.url.includes('/entry.client-')) entry = requestId
  })
  wire.on('Network.responseReceived', ({ requestId, response }) =>
    bytes.set(requestId, -response.encodedDataLength),
  )
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    bytes.set(requestId, (bytes.get(requestId) ?? 0) + encodedDataLength)
    if (requestId === entry) loadedAt = timestamp
  })
  await wire.send('Network.enable')
  // A first visit: the fonts are not there yet.
  await page.addInitScript("localStorage.removeItem('webFonts')")
  const answer = await page.goto(url)
  assert.doesNotMatch(
    ((await answer?.text()) ?? '').replaceAll(/<noscript>.*?<\/noscript>/gsu, ''),
    /<link rel="stylesheet"/u,
    'its styles stand in it',
  )
  // Fonts load after the scripts, some seconds later when those took long.
  await page.locator('#web-fonts[media=all]').waitFor({ state: 'attached' })
  await page.evaluate(async () => {
    document.body.getBoundingClientRect()
    await document.fonts.ready
  })
  await page.waitForLoadState('networkidle')
  // Once its scripts run, a page may request pictures that are still below the screen.
  const ends: Readonly<Record<string, number>> = { Font: Infinity, Image: sentAt.get(entry) ?? 0 }
  const asked = [...kinds].flatMap(([id, type]) =>
    (sentAt.get(id) ?? 0) <= (ends[type] ?? loadedAt) ? [id] : [],
  )
  await wire.detach()
  const weight: Weight = { html: 0, script: 0, font: 0, all: 0 }
  for (const requestId of asked) {
    const part = bytes.get(requestId) ?? 0
    const kind = KINDS[kinds.get(requestId) ?? '']
    weight.all += part
    if (kind !== undefined) weight[kind] += part
  }
  return weight
}

// Concerts that other journeys announce would weigh in the search.
const journey = onSite({ demo: true })

for (const { name, path, most } of BUDGETS)
  journey(`${name} is light enough for a cellar`, async (site) => {
    const page = await site.enter('Лера')
    const weight = await weigh(page, `${site.url}${path}`)
    assert.ok(weight.html > 0 && weight.script > 0 && weight.font > 0, 'all of it was seen')
    const tooMuch = Object.entries(weight).flatMap(([kind, bytes]) => {
      const allowed = most[kind as keyof Weight]
      return bytes > allowed ? [`${kind}: ${bytes} of ${allowed} bytes`] : []
    })
    assert.deepEqual(tooMuch, [])
  })

/** Waits until an idle page has loaded nothing for a second: a request that never ends does not count. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const loaded = () => performance.getEntriesByType('resource').length
    for (let before = -1; before !== loaded();) {
      before = loaded()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })
}

/** Returns how far a page has moved what it showed since it was opened, as the browser's layout shift score. */
async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect()
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as ShiftEntry).value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // Nothing has moved.
        setTimeout(resolve, 1000, 0)
      }),
  )
}

type ShiftEntry = PerformanceEntry & { value: number }

/** A score that nobody notices: a mark that grows by a pixel. */
const MOST_SHIFT = 0.002

journey('nothing moves under the finger while the scripts of a slow phone start', async (site) => {
  const page = await site.enter('Лера', { isMobile: true })
  const wire = await page.context().newCDPSession(page)
  const slowBy = (rate: number) => wire.send('Emulation.setCPUThrottlingRate', { rate })
  const moved: string[] = []
  for (const path of [
    '/',
    '/login',
    '/search',
    '/user/tretya-paradnaya?tab=profile',
    '/user/tretya-paradnaya?tab=afisha',
  ]) {
    await slowBy(6)
    await page.goto(`${site.url}${path}`)
    // Its scripts run by now.
    await slowBy(1)
    await settle(page)
    const shift = await shiftOf(page)
    if (shift > MOST_SHIFT) moved.push(`${path}: ${shift}`)
  }
  assert.deepEqual(moved, [])
})
