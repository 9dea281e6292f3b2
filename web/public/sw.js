/**
 * Caches files whose names have a hash of their content, the page for a device without a network, and the empty pages
 * of the pads, which show the device's own copy and its age. Other pages and calls are never cached: they must not show
 * an old state. A new version of this file is activated when the last open page is closed.
 */

// Another number deletes everything that was cached before.
const CACHE = 'bis-1'
const OFFLINE_PAGE = '/offline/page.html'
const OFFLINE = [
  OFFLINE_PAGE,
  '/offline/page.css',
  '/offline/page.js',
  '/offline/display.woff2',
  '/offline/text.woff2',
]
/** Their HTML has no data of a person: the browser requests it all. */
const PADS = new Set(['/artist', '/second-pad'])
/** Names change with every build, and files of old builds are never requested again. One build has fewer than 450. */
const MOST_ASSETS = 600

addEventListener('install', (event) => {
  const requests = OFFLINE.map((path) => new Request(path, { cache: 'reload' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)))
})

async function deleteOtherCaches() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  // The request of a page does not wait until this script has started.
  await registration.navigationPreload?.enable()
}

addEventListener('activate', (event) => event.waitUntil(deleteOtherCaches()))

async function pageOrOfflinePage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

const scriptsOf = (html) => html.match(/\/assets\/[\w.-]+\.js/g) ?? []
const filesOf = (html) => html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? []

/**
 * Cached by its path alone: only the browser reads the rest of the address. The HTML of a new build waits for its
 * scripts: until they are cached only the former one opens without a network.
 */
async function storePad(path, answer) {
  const scripts = scriptsOf(await answer.clone().text())
  await Promise.all(scripts.map((script) => storedAsset(new Request(script))))
  const cache = await caches.open(CACHE)
  await cache.put(path, answer)
}

async function fetchPad(event, path) {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request))
  if (answer.status === 200 && !answer.redirected)
    event.waitUntil(storePad(path, answer.clone()).catch(() => undefined))
  return answer
}

/** A network silent for this long (ms) may never answer; the same value as in web/lib/device/device-copy.ts. */
const SILENCE_MS = 3000

/** The cached page of the tab that was open then, in the theme of the one that is asked for: a white pad blinds in a dark bar. */
async function cachedPad({ pathname, searchParams }) {
  const cached = await caches.match(pathname)
  if (cached === undefined || searchParams.get('tab') !== 'concert') return cached
  const html = (await cached.text()).replace(
    /<html lang="ru"[^>]*>/,
    '<html lang="ru" data-theme="stage">',
  )
  return new Response(html, cached)
}

async function padOrCached(event, url) {
  const fetched = fetchPad(event, url.pathname)
  event.waitUntil(fetched.catch(() => undefined))
  const cached = await cachedPad(url)
  const silence = new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
  try {
    const answer = await (cached === undefined ? fetched : Promise.race([fetched, silence]))
    return answer?.status < 500 ? answer : (cached ?? answer)
  } catch {
    return cached ?? (await caches.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

/** The addresses that this worker was asked for, the latest last. */
const asked = new Set()

/** Deletes first what was not asked for the longest, and never a file that the HTML of a cached pad names. */
async function deleteOldAssets(cache) {
  const requests = await cache.keys()
  const assets = requests.map(({ url }) => url).filter((url) => isAsset(new URL(url)))
  if (assets.length <= MOST_ASSETS) return
  const pads = await Promise.all([...PADS].map((path) => cache.match(path)))
  const pages = await Promise.all(pads.map((pad) => pad?.text() ?? ''))
  const kept = new Set(pages.flatMap(filesOf))
  const cached = new Set(assets)
  const oldest = [
    ...assets.filter((url) => !asked.has(url)),
    ...[...asked].filter((url) => cached.has(url)),
  ].filter((url) => !kept.has(new URL(url).pathname))
  for (const url of oldest.slice(0, assets.length - MOST_ASSETS)) await cache.delete(url)
}

async function storeAsset(request, answer) {
  if (answer.status !== 200) throw new Error(request.url)
  const cache = await caches.open(CACHE)
  await cache.put(request, answer)
  await deleteOldAssets(cache)
}

/** What is on its way, by address: a page and the copy of its HTML need the same scripts. */
const coming = new Map()

/** A request that is silent may stay so: a page that is opened later makes its own. */
function fetchAsset(request) {
  const { url } = request
  const before = coming.get(url)
  if (before !== undefined && Date.now() - before.at < SILENCE_MS) return before
  const answer = fetch(request)
  const stored = answer.then((came) => storeAsset(request, came.clone()))
  const fetched = { answer, stored, at: Date.now() }
  const end = () => coming.get(url) === fetched && coming.delete(url)
  stored.then(end, end)
  coming.set(url, fetched)
  return fetched
}

const cachedAsset = (request) => {
  asked.delete(request.url)
  asked.add(request.url)
  return caches.match(request)
}

async function storedAsset(request) {
  if ((await cachedAsset(request)) === undefined) await fetchAsset(request).stored
}

async function cachedOrFetched(event) {
  const cached = await cachedAsset(event.request)
  if (cached !== undefined) return cached
  const { answer, stored } = fetchAsset(event.request)
  event.waitUntil(stored.catch(() => undefined))
  return (await answer).clone()
}

const isAsset = ({ pathname }) => pathname.startsWith('/assets/')

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && PADS.has(url.pathname))
    event.respondWith(padOrCached(event, url))
  else if (request.mode === 'navigate') event.respondWith(pageOrOfflinePage(event))
  else if (isAsset(url) || OFFLINE.includes(url.pathname)) event.respondWith(cachedOrFetched(event))
})

/**
 * Shows a title, a text, and the page that a tap opens. A message with a tag is news: where it comes twice, the second
 * one is silent. One without a tag is about an order, and replaces the former message about it.
 */
addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  const replacing = { tag: tag ?? url, renotify: tag === undefined }
  const options = { body, data: url, ...replacing, icon: '/icons/icon-192.png' }
  event.waitUntil(registration.showNotification(title, options))
})

async function openPage(url) {
  const { href, pathname } = new URL(url, location.origin)
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => new URL(one.url).pathname === pathname)
  try {
    // A page that this worker does not control cannot be navigated.
    const opened = page?.url.startsWith(href) ? page : await page?.navigate(href)
    if (opened) return await opened.focus()
  } catch {}
  return clients.openWindow(href)
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})
