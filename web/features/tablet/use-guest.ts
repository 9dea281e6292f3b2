import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { guestAfter, secondsUntilGone } from '#domain/queue/tablet.ts'

const TOUCHES = ['pointerdown', 'keydown', 'input', 'wheel'] as const
const TICK_MS = 250

type Guest = {
  /** Another number for each guest: what a screen with this key held is forgotten with it. */
  number: number
  /** Seconds until the guest is forgotten, while he is asked; else null. */
  asked: number | null
  /** He is still there. */
  stay: () => void
  forget: () => void
}

/** The guest at the tablet, from the first touch until a minute after the last one. `onForget`: what else knows of him. */
export function useGuest(onForget: () => void): Guest {
  const [number, setNumber] = useState(1)
  const [asked, setAsked] = useState<number | null>(null)
  const touchedAt = useRef<number | null>(null)

  const forget = () => {
    touchedAt.current = null
    setAsked(null)
    setNumber((before) => before + 1)
    onForget()
    // The keyboard goes with what was typed.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  const stay = () => {
    touchedAt.current = Date.now()
    setAsked(null)
  }
  const look = useEffectEvent(() => {
    if (touchedAt.current === null) return
    // By the clock and not by ticks: the time that a tablet slept counts too.
    const idleMs = Date.now() - touchedAt.current
    const state = guestAfter(idleMs)
    if (state === 'gone') forget()
    else setAsked(state === 'asked' ? secondsUntilGone(idleMs) : null)
  })
  const touch = useEffectEvent(() => {
    // Who wakes the tablet is the next guest.
    look()
    // The question is answered by its own button: what lies under it is not pressed with it.
    if (asked === null) stay()
  })
  useEffect(() => {
    const ended = new AbortController()
    for (const name of TOUCHES)
      addEventListener(name, () => touch(), { signal: ended.signal, passive: true })
    const timer = setInterval(() => look(), TICK_MS)
    return () => {
      ended.abort()
      clearInterval(timer)
    }
  }, [])
  return { number, asked, stay, forget }
}
