import { useSyncExternalStore } from 'react'
import { acceptedCookie, cookiesAccepted } from '#web/lib/cookie-consent.ts'

// A browser that keeps no cookies is asked once on each visit, and not on each page of it.
let answered = false
const watchers = new Set<() => void>()

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Whether the popup was answered; `known` is what the server read, which the first render repeats. */
export function useCookiesAccepted(known: boolean): boolean {
  return useSyncExternalStore(
    watch,
    () => answered || cookiesAccepted(document.cookie),
    () => known,
  )
}

export function acceptCookies(): void {
  document.cookie = acceptedCookie(window.location.protocol === 'https:')
  answered = true
  for (const watcher of watchers) watcher()
}
