import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useHydrated } from '../use-hydrated.ts'

type Modal = {
  ref: RefObject<HTMLDialogElement | null>
  /** Whether the server rendered it open: then it is open, but not modal, until hydration. */
  openAtFirst: boolean
}

// Module state: a document has one scroll, and no modal opens on the server.
let openModals = 0

function lockPageScroll(step: 1 | -1) {
  openModals += step
  const page = document.documentElement
  const scrolls = page.hasAttribute('data-modal-open') || page.scrollHeight > page.clientHeight
  page.toggleAttribute('data-modal-open', openModals > 0 && scrolls)
}

/** Focuses `main`, so that the next Tab goes on from the content of the page. */
export function focusMain(): void {
  const main = document.querySelector('main')
  main?.setAttribute('tabindex', '-1')
  main?.focus({ preventScroll: true })
}

function enter(dialog: HTMLDialogElement) {
  delete dialog.dataset['leaving']
  if (dialog.dataset['modal'] !== undefined) return
  if (dialog.open) {
    dialog.dataset['still'] = ''
    dialog.removeAttribute('open')
  }
  dialog.dataset['modal'] = ''
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  // On a touch screen no focus ring is shown until the first key.
  dialog.dataset['byPage'] = ''
  dialog.addEventListener('keydown', () => delete dialog.dataset['byPage'], { once: true })
}

async function leave(dialog: HTMLDialogElement, opener: Element | null) {
  if (!dialog.isConnected) {
    if (opener instanceof HTMLElement) opener.focus()
    // The opener has gone with the modal that it was in.
    if (document.activeElement === document.body) focusMain()
    return
  }
  dialog.dataset['leaving'] = ''
  await Promise.allSettled(dialog.getAnimations().map((animation) => animation.finished))
  if (dialog.dataset['leaving'] === undefined) return
  delete dialog.dataset['leaving']
  delete dialog.dataset['modal']
  delete dialog.dataset['still']
  dialog.close()
  // The modal had opened by itself: there is no opener to focus.
  const at = document.activeElement
  if (at === document.body || dialog.contains(at)) focusMain()
}

/**
 * Drives a native <dialog> that covers the screen: modal while `open`, closed by Esc, by a press on the backdrop around
 * the panel and by a `method="dialog"` form; the focus returns to where it was. An element with `data-autofocus` is
 * focused first.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  const drawnHere = useHydrated()
  const [openAtFirst] = useState(open && !drawnHere)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return undefined
    const opener = document.activeElement
    let pressedBackdrop = false
    const listeners = new AbortController()
    const { signal } = listeners

    dialog.addEventListener(
      'cancel',
      (event) => {
        if (event.target !== dialog) return
        event.preventDefault()
        close()
      },
      { signal },
    )
    dialog.addEventListener('close', (event) => event.target === dialog && close(), { signal })
    dialog.addEventListener('pointerdown', (event) => (pressedBackdrop = event.target === dialog), {
      signal,
    })
    dialog.addEventListener(
      'click',
      (event) => {
        if (pressedBackdrop && event.target === dialog) close()
      },
      { signal },
    )

    enter(dialog)
    lockPageScroll(1)
    return () => {
      listeners.abort()
      lockPageScroll(-1)
      void leave(dialog, opener)
    }
  }, [open])

  return { ref, openAtFirst }
}
