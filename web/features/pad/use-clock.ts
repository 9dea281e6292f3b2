import { useEffect, useState } from 'react'

/** The time now, read again every `everyMs` and when the page comes to the front. */
export function useClock(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    const look = () => setNow(new Date())
    const timer = setInterval(look, everyMs)
    // A telephone stops the timers of a page that nobody sees.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs])

  return now
}
