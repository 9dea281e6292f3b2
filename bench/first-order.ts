import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import { compress } from '../server/platform/http/compress.ts'
import { openBrowser, openContext } from '../test/support/browsers/browser.ts'
import { freePort } from '../scripts/free-port.ts'
import { ownFolder, startProduct } from '../test/support/product/product.ts'
import { Bare } from './bare-page.ts'
import { SHORT } from './short.ts'

/** A cellar: latency of a request in ms, bytes a second, and how many times slower than this machine the phone is. */
const BAD_NETWORK = { latencyMs: 400, bytesPerSecond: 50_000, slower: 4 }
const RUNS = SHORT ? 1 : Number(process.env['RUNS'] ?? 3)
/** Typed at a person's pace, as soon as the page is readable. */
const [TYPED, KEY_MS] = ['группа', 150]

/** ms since the navigation began; bytes as they were sent; the layout shift that no press explains. */
type Walk = {
  readable: number
  alive: number
  results: number
  ordered: number
  requests: number
  bytes: number
  shift: number
}

/** A network request, in ms since the first one; unfinished requests have no bytes. */
type Sent = { what: string; from: number; to?: number; bytes?: number }

async function onBadNetwork(page: Page) {
  const wire = await page.context().newCDPSession(page)
  const asked = new Map<string, Sent>()
  let first = 0
  const ms = (time: number) => Math.round((time - first) * 1000)
  wire.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    first ||= timestamp
    asked.set(requestId, { what: new URL(request.url).pathname, from: ms(timestamp) })
  })
  wire.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId))
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes, timestamp }) => {
    const request = asked.get(requestId)
    if (request !== undefined) Object.assign(request, { to: ms(timestamp), bytes })
  })
  await wire.send('Network.enable')
  const { latencyMs: latency, bytesPerSecond, slower: rate } = BAD_NETWORK
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
  await wire.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
  await wire.send('Emulation.setCPUThrottlingRate', { rate })
  // A first visit: its fonts are not cached yet, as they are in a journey test.
  await page.addInitScript("localStorage.removeItem('webFonts')")
  return {
    sent: () => [...asked.values()],
    totals: () => ({
      requests: asked.size,
      bytes: [...asked.values()].reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    }),
  }
}

/** ms of the page's own clock. */
const clockOf = (page: Page) => page.evaluate(() => Math.round(performance.now()))

/** The sum of the browser's layout shift scores so far. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const shift = (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) =>
          entry.hadRecentInput === true ? 0 : (entry.value ?? 0)
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + shift(entry), 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        // Nothing has moved.
        setTimeout(resolve, 1000, 0)
      }),
  )

/**
 * When an element that matches is painted (ms of the page's own clock), and its middle once it rests: a driver that
 * polls sees it up to half a second later, and one that looks for it before each tap takes a phone's processor for as
 * long.
 */
const painted = (page: Page, selector: string, text: string) =>
  page.evaluate(
    ([wanted, words]) =>
      new Promise<{ at: number; x: number; y: number }>((resolve) => {
        let at = 0
        let before = ''
        const look = () => {
          requestAnimationFrame(look)
          const found = [...document.querySelectorAll(wanted)].find(({ textContent }) =>
            new RegExp(words, 'u').test(textContent),
          )
          if (found === undefined) return
          const { x, y, width, height } = found.getBoundingClientRect()
          const now = `${x} ${y} ${width} ${height}`
          if (before !== '') at ||= Math.round(performance.now())
          if (now === before && width > 0) resolve({ at, x: x + width / 2, y: y + height / 2 })
          before = now
        }
        look()
      }),
    [selector, text] as const,
  )

/** Waits until React has hydrated the field: React marks hydrated elements. */
async function alive(page: Page): Promise<number> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('input[name=q]') ?? {}).some((key) =>
      key.startsWith('__react'),
    ),
  )
  return clockOf(page)
}

async function readable(page: Page): Promise<number> {
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  )
  return page.evaluate(() =>
    Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
  )
}

/** A script that types as soon as the page is readable, taps the first row, and orders. */
async function orderOnce(
  browser: Browser,
  url: string,
): Promise<{ walk: Walk; sent: readonly Sent[] }> {
  const context = await openContext(browser)
  try {
    const page = await context.newPage()
    const seen = await onBadNetwork(page)
    await page.goto(url, { waitUntil: 'commit' })
    const read = await readable(page)
    const interactiveAt = alive(page)
    const field = page.locator('input[name=q]')
    await field.tap()
    await field.pressSequentially(TYPED, { delay: KEY_MS })
    // Only search results: the queue above them may contain the same song.
    const row = '[data-searching] ~ * a[href*="song="]'
    const found = await painted(page, row, '')
    await page.touchscreen.tap(found.x, found.y)
    const yes = await painted(page, '[role=dialog] button, dialog button', '^Да$')
    const ordered = painted(page, 'main', String.raw`\d+-я в очереди`)
    await page.touchscreen.tap(yes.x, yes.y)
    const walk = {
      readable: read,
      alive: await interactiveAt,
      results: found.at,
      ordered: (await ordered).at,
      ...seen.totals(),
      shift: await shiftOf(page),
    }
    return { walk, sent: seen.sent() }
  } finally {
    await context.close()
  }
}

/** Wants a song of the queue too, as soon as the page is readable: before its scripts «+1» is a link to the question. */
async function wishAtOnce(browser: Browser, url: string): Promise<Partial<Walk>> {
  const context = await openContext(browser)
  try {
    const page = await context.newPage()
    const seen = await onBadNetwork(page)
    await page.goto(url, { waitUntil: 'commit' })
    const read = await readable(page)
    const began = await page.evaluate(() => performance.timeOrigin)
    await page.locator('[aria-label^="Хочу тоже"]').first().tap({ noWaitAfter: true })
    await page.getByRole('button', { name: 'Да', exact: true }).tap({ noWaitAfter: true })
    await page.getByText('Заказано: «').waitFor()
    const ended = await page.evaluate(() => performance.timeOrigin + performance.now())
    return { readable: read, ordered: Math.round(ended - began), ...seen.totals() }
  } finally {
    await context.close()
  }
}

/** The scripts of the bare page, in one file. */
async function bareScript(): Promise<Buffer> {
  const entry = fileURLToPath(new URL('./bare-page.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'chrome100', lib: { entry, formats: ['es'], fileName: 'bare' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput
  return Buffer.from(output[0].code)
}

/** Serves the same text with React and React Router alone, prerendered and compressed as ours. */
async function serveBare(words: readonly string[]) {
  const html = [
    '<!doctype html><meta name="viewport" content="width=device-width"><title>bare</title>',
    `<div id="root">${renderToString(createElement(Bare, { words }))}</div>`,
    `<script type="application/json" id="words">${JSON.stringify(words).replaceAll('<', '\\u003c')}</script>`,
    '<script type="module" src="/bare.js"></script>',
  ].join('')
  const page = await compress(Buffer.from(html), 'br', 'once')
  const script = await compress(await bareScript(), 'br', 'once')
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/bare.js'
    const type = isScript ? 'text/javascript' : 'text/html; charset=utf-8'
    answer.writeHead(200, { 'content-type': type, 'content-encoding': 'br' })
    answer.end(isScript ? script : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Reads the page and does nothing. */
async function lookAt(browser: Browser, url: string): Promise<Partial<Walk>> {
  const context = await openContext(browser)
  try {
    const page = await context.newPage()
    const seen = await onBadNetwork(page)
    await page.goto(url, { waitUntil: 'commit' })
    const read = await readable(page)
    return { readable: read, alive: await alive(page), ...seen.totals() }
  } finally {
    await context.close()
  }
}

async function wordsOf(browser: Browser, url: string): Promise<string[]> {
  const context = await openContext(browser)
  try {
    const page = await context.newPage()
    await page.goto(url)
    return (await page.locator('body').innerText()).split('\n').filter((line) => line.trim() !== '')
  } finally {
    await context.close()
  }
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

function medianOf(walks: readonly Partial<Walk>[]): Record<string, number> {
  const names = Object.keys(walks[0] ?? {}) as (keyof Walk)[]
  return Object.fromEntries(
    names.map((name) => [name, median(walks.map((walk) => walk[name] ?? Number.NaN))]),
  )
}

/** From the QR code in the venue to an accepted free order, on a slow phone over a bad network. */
export async function bench(): Promise<void> {
  const dataset = ownFolder()
  const [port, browser] = [await freePort(), await openBrowser()]
  const product = await startProduct({
    DATA_DIR: dataset.path,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: 'on',
  })
  const url = `${product.url}/user/tretya-paradnaya?tab=order`
  try {
    const bare = await serveBare(await wordsOf(browser, url))
    const walks: Walk[] = []
    const [wishes, looks, bareLooks]: [Partial<Walk>[], Partial<Walk>[], Partial<Walk>[]] = [
      [],
      [],
      [],
    ]
    let last: readonly Sent[] = []
    for (let run = 0; run < RUNS; run++) {
      const { walk, sent } = await orderOnce(browser, url)
      walks.push(walk)
      last = sent
      wishes.push(await wishAtOnce(browser, url))
      looks.push(await lookAt(browser, url))
      bareLooks.push(await lookAt(browser, bare.url))
    }
    bare.close()
    console.table({
      'typed order': medianOf(walks),
      'by «Хочу тоже»': medianOf(wishes),
      'only read': medianOf(looks),
      'bare React': medianOf(bareLooks),
    })
    console.table(last)
  } finally {
    await browser.close()
    await product.kill('SIGTERM')
    dataset.remove()
  }
}
