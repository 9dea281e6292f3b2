import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

/** Puts the focus at the first wrong field whenever a form was refused anew. */
export function useWrongFocus(
  form: RefObject<HTMLElement | null>,
  errors: Readonly<Record<string, string>>,
): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    // What is wrong stands under the field: at the edge of the screen it would lie under the bar.
    field?.scrollIntoView({ block: 'center' })
  }, [form, errors])
}

const TICK_MS = 1000

/** Whole seconds left of `seconds`, counted anew whenever `since` is another value. */
export function useCountdown(seconds: number, since: unknown): number {
  const [counted, setCounted] = useState({ since, left: seconds })

  useEffect(() => {
    if (seconds <= 0) return undefined
    // By the clock and not by ticks: a phone that slept has waited all the same.
    const endsAt = Date.now() + seconds * TICK_MS
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / TICK_MS)
      setCounted({ since, left: Math.min(seconds, Math.max(0, left)) })
      if (left <= 0) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [seconds, since])

  return Object.is(counted.since, since) ? counted.left : seconds
}

/** Looks every `everyMs` while something is expected, and at once when the page comes back to the front. */
export function usePoll(expected: boolean, everyMs: number, look: () => void): void {
  const lookNow = useEffectEvent(look)

  useEffect(() => {
    if (!expected) return undefined
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') lookNow()
    }
    const timer = setInterval(lookIfSeen, everyMs)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [expected, everyMs])
}

function watchLoad(onChange: () => void): () => void {
  addEventListener('load', onChange)
  return () => removeEventListener('load', onChange)
}

/** Whether the page has loaded all that its HTML names: what can wait takes no network from that. */
export function useLoaded(): boolean {
  return useSyncExternalStore(
    watchLoad,
    () => document.readyState === 'complete',
    () => false,
  )
}

/** True from the moment when something is wanted for the first time: what came then stays, to leave the screen in its own time. */
export function useOnce(wanted: boolean): boolean {
  const [was, setWas] = useState(wanted)
  if (wanted && !was) setWas(true)
  return was || wanted
}

/** Milliseconds since 1970 when this part of the page came to the screen. */
export function useMountedAt(): number {
  const [cameAt] = useState(() => Date.now())
  return cameAt
}

/** The value, or once it is gone the last one that was: for what is still seen while it leaves. */
export function useLastValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
