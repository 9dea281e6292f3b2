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
/** Names change with every build, and files of old builds are never requested again. */
const MOST_ASSETS = 240

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

/** Cached by its path alone: only the browser reads the rest of the address. */
async function fetchPad(event, path) {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request))
  if (answer.status === 200 && !answer.redirected) {
    const copy = answer.clone()
    const stored = caches.open(CACHE).then((cache) => cache.put(path, copy))
    event.waitUntil(stored.catch(() => undefined))
  }
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

async function storeAsset(request, answer) {
  const cache = await caches.open(CACHE)
  await cache.put(request, answer)
  const requests = await cache.keys()
  const assets = requests.filter(({ url }) => isAsset(new URL(url)))
  for (const oldest of assets.slice(0, Math.max(0, assets.length - MOST_ASSETS)))
    await cache.delete(oldest)
}

async function cachedOrFetched(event) {
  const cached = await caches.match(event.request)
  if (cached !== undefined) return cached
  const answer = await fetch(event.request)
  if (answer.status === 200)
    event.waitUntil(storeAsset(event.request, answer.clone()).catch(() => undefined))
  return answer
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
