import { useEffect, useState } from 'react'

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
