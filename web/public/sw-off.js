/** Removes the service worker from every device: copied over sw.js it deletes the caches and itself. */

addEventListener('install', () => skipWaiting())

async function removeItself() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await registration.unregister()
}

addEventListener('activate', (event) => event.waitUntil(removeItself()))
