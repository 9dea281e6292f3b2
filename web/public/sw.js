/**
 * What the site keeps on a telephone: files whose names hold a hash of their content, the page that says
 * that there is no network, and the empty pages of the pads, which fill themselves from what the device
 * knows and say how old it is. Other pages, calls and sockets are never kept, so that nothing old can
 * be taken for what happens now. A new version of this file takes over when the last open page is closed.
 */

// Another number forgets everything that was kept before.
const KEPT = 'bis-1'
const OFFLINE_PAGE = '/offline/page.html'
const OFFLINE = [
  OFFLINE_PAGE,
  '/offline/page.css',
  '/offline/page.js',
  '/offline/display.woff2',
  '/offline/text.woff2',
]
/** Nobody's data stands in their HTML: the browser asks for all of it. */
const PADS = new Set(['/artist', '/second-pad'])
/** Names change with every build, and those of old builds are never asked for again. */
const MOST_ASSETS = 240

addEventListener('install', (event) => {
  const requests = OFFLINE.map((path) => new Request(path, { cache: 'reload' }))
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(requests)))
})

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))
  // A page need not wait until this script has started.
  await registration.navigationPreload?.enable()
}

addEventListener('activate', (event) => event.waitUntil(forgetOthers()))

async function pageOrWords(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

/** Kept by its path alone: what is after it is read by the browser. */
async function askPad(event, path) {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request))
  if (answer.status === 200 && !answer.redirected) {
    const copy = answer.clone()
    const kept = caches.open(KEPT).then((cache) => cache.put(path, copy))
    event.waitUntil(kept.catch(() => undefined))
  }
  return answer
}

/** A network that has not answered for so long may never do so (ms); the same in web/lib/device-copy.ts. */
const SILENCE_MS = 3000

async function padOrKept(event, path) {
  const asked = askPad(event, path)
  event.waitUntil(asked.catch(() => undefined))
  const kept = await caches.match(path)
  const silence = new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
  try {
    return (await (kept === undefined ? asked : Promise.race([asked, silence]))) ?? kept
  } catch {
    return kept ?? (await caches.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

async function keep(request, answer) {
  const kept = await caches.open(KEPT)
  await kept.put(request, answer)
  const requests = await kept.keys()
  const assets = requests.filter(({ url }) => isAsset(new URL(url)))
  for (const oldest of assets.slice(0, Math.max(0, assets.length - MOST_ASSETS)))
    await kept.delete(oldest)
}

async function keptOrFetched(event) {
  const kept = await caches.match(event.request)
  if (kept !== undefined) return kept
  const answer = await fetch(event.request)
  if (answer.status === 200)
    event.waitUntil(keep(event.request, answer.clone()).catch(() => undefined))
  return answer
}

const isAsset = ({ pathname }) => pathname.startsWith('/assets/')

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && PADS.has(url.pathname))
    event.respondWith(padOrKept(event, url.pathname))
  else if (request.mode === 'navigate') event.respondWith(pageOrWords(event))
  else if (isAsset(url) || OFFLINE.includes(url.pathname)) event.respondWith(keptOrFetched(event))
})

/**
 * A title, a text, and the page that a tap opens. With a tag it is news, and shown again without a sound where
 * it came twice; without one it is of an order, and takes the place of what was said of that before.
 */
addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  const again = { tag: tag ?? url, renotify: tag === undefined }
  const look = { body, data: url, ...again, icon: '/icons/icon-192.png' }
  event.waitUntil(registration.showNotification(title, look))
})

async function openPage(url) {
  const { href, pathname } = new URL(url, location.origin)
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => new URL(one.url).pathname === pathname)
  try {
    // A page that this worker does not control is led nowhere.
    const there = page?.url.startsWith(href) ? page : await page?.navigate(href)
    if (there) return await there.focus()
  } catch {}
  return clients.openWindow(href)
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})
