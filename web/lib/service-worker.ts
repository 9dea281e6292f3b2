import { serviceWorkerUrl } from './trusted.ts'

function register(): void {
  // Without it the site works as before: some browsers refuse it in private windows.
  navigator.serviceWorker.register(serviceWorkerUrl()).catch(() => undefined)
}

/** Keeps the files of the site for the next visit, once this page has all that it needs itself. */
export function keepFilesForNextVisit(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
