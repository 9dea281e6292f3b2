import './lib/pages/entry-begun.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { UNSAFE_AssetsManifest as AssetsManifest } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { addNewerMethods } from './lib/newer-methods.ts'
import { loadFonts, skipInlinedSheets, linkInlinedSheets } from './lib/pages/page-styles.ts'
import { serviceWorkerUrl, installDefaultTrustedTypes } from './lib/trusted.ts'

function register(): void {
  // The site works without a service worker too: some browsers refuse it in private windows.
  navigator.serviceWorker.register(serviceWorkerUrl()).catch(() => undefined)
}

/** Caches the site's files for the next visit, once this page has loaded all that it needs. */
function cacheFilesForNextVisit(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

// The router's own script sets it before this file runs.
const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: AssetsManifest }
addNewerMethods()
installDefaultTrustedTypes()
skipInlinedSheets(manifest)
linkInlinedSheets()
cacheFilesForNextVisit()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
loadFonts()
