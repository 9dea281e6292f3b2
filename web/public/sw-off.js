/** Takes the service worker off every telephone: copied over sw.js it removes what was kept, and itself. */

addEventListener('install', () => skipWaiting())

async function leave() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await registration.unregister()
}

addEventListener('activate', (event) => event.waitUntil(leave()))
