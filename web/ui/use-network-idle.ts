import { useSyncExternalStore } from 'react'

/** A page that loaded within this time (ms) is on a good network. */
const SOON_LOADED_MS = 2000

let networkIdle = false

function watchNetworkIdle(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const becomeIdle = () => {
    networkIdle = true
    onChange()
  }
  const wait = () => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const loadedAt = page?.loadEventStart || performance.now()
    const idleAt = loadedAt < SOON_LOADED_MS ? loadedAt : loadedAt * 2
    timer = setTimeout(becomeIdle, idleAt - performance.now())
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('load', wait)
  }
}

/**
 * Whether nothing more important is loading: the page has loaded; where that took long, as long again has passed, since
 * a listener is ordering then. The web fonts wait by the same rule.
 */
export function useNetworkIdle(): boolean {
  return useSyncExternalStore(
    watchNetworkIdle,
    () => networkIdle,
    () => false,
  )
}
