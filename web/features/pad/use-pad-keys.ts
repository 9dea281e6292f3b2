import { useEffect, useEffectEvent } from 'react'
import type { PadKey } from './pad-keys.ts'
import { padKeyOf, watchFeet } from './pad-keys.ts'

const WRITES = 'input, textarea, select, [contenteditable]'
const PRESSED = 'button, a'
const OVER_THE_PAD = 'dialog[open], [role="menu"]'

/** Keys and foot pedals play the pad, wherever the focus is not needed for something else. */
export function usePadKeys(playing: boolean, onKey: (key: PadKey) => void): void {
  const press = useEffectEvent(onKey)

  useEffect(() => {
    if (!playing) return undefined
    const feet = watchFeet()
    const listeners = new AbortController()
    const { signal } = listeners

    document.addEventListener(
      'keydown',
      (event) => {
        const key = padKeyOf(event)
        if (key === null || event.defaultPrevented || isMeantElsewhere(event)) return
        // Neither scrolls the page.
        event.preventDefault()
        if (feet.isPress(event, event.timeStamp)) press(key)
      },
      { signal },
    )
    document.addEventListener('keyup', ({ code, key }) => feet.lift(code === '' ? key : code), {
      signal,
    })
    // A key that is let go in another window is not heard here.
    window.addEventListener('blur', () => feet.liftAll(), { signal })
    document.addEventListener('click', ({ detail }) => detail > 0 && setTimeout(letGo), { signal })
    return () => listeners.abort()
  }, [playing])
}

function isMeantElsewhere({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector(OVER_THE_PAD) !== null) return true
  if (!(target instanceof Element)) return false
  if (target.closest(WRITES) !== null) return true
  return (key === 'Enter' || key === ' ') && target.closest(PRESSED) !== null
}

/** A finger leaves the focus on what it tapped, and the next pedal would press that. */
function letGo(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !focused.matches(PRESSED)) return
  if (focused.closest(OVER_THE_PAD) === null) focused.blur()
}
