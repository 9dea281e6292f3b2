import { useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import { useLocation } from 'react-router'
import { useRootFacts } from '#web/lib/pages/site-facts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { acceptedCookie, cookiesAccepted } from './consent-cookie.ts'
import css from './cookie-notice.module.css'

// A browser that stores no cookies is asked once per visit, not on each page of it.
let answered = false
const watchers = new Set<() => void>()

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Whether the popup was answered; `known` is the value that the server read, used for hydration. */
function useCookiesAccepted(known: boolean): boolean {
  return useSyncExternalStore(
    watch,
    () => answered || cookiesAccepted(document.cookie),
    () => known,
  )
}

function acceptCookies(): void {
  document.cookie = acceptedCookie(window.location.protocol === 'https:')
  answered = true
  for (const watcher of watchers) watcher()
}

function accept(event: FormEvent) {
  event.preventDefault()
  acceptCookies()
}

/** Publishes the notice's height, so that elements at the bottom edge are placed above it. */
function observeHeight(element: HTMLElement) {
  const root = document.documentElement.style
  const watcher = new ResizeObserver(() =>
    root.setProperty('--notice-height', `${element.offsetHeight}px`),
  )
  watcher.observe(element)
  return () => {
    watcher.disconnect()
    root.removeProperty('--notice-height')
  }
}

/** The cookie notice at the bottom edge of every page until it is answered; it takes up room and covers nothing. */
export function CookieNotice() {
  const facts = useRootFacts()
  const accepted = useCookiesAccepted(facts?.cookiesAccepted ?? true)
  const { pathname, search } = useLocation()

  // Nothing may cover the link that leads on from a payment.
  if (facts === undefined || accepted || pathname.startsWith('/payment/')) return null
  return (
    <>
      <div aria-hidden="true" className={css.room} />
      <section ref={observeHeight} aria-label="Файлы cookie" data-notice="" className={css.notice}>
        <p className="t-s">
          Сайту нужны{' '}
          <Anchor href={facts.privacyUrl} className={css.link}>
            cookie
          </Anchor>
        </p>
        <form method="post" action="/cookie-consent" onSubmit={accept}>
          <input type="hidden" name="back" value={`${pathname}${search}`} />
          <Button type="submit" size="s" variant="primary">
            Хорошо
          </Button>
        </form>
      </section>
    </>
  )
}
