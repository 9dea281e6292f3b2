import { useEffect, useEffectEvent } from 'react'

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
