import { useEffect, useState } from 'react'

const TICK_MS = 5000

/** Milliseconds until a moment, by the server's clock; `at` is what that clock said when the page was made. Null without a moment. */
export function useTimeLeft(until: string | undefined, at: number): number | null {
  const [now, setNow] = useState(at)

  useEffect(() => {
    const ahead = at - Date.now()
    const timer = setInterval(() => setNow(Date.now() + ahead), TICK_MS)
    return () => clearInterval(timer)
  }, [at])

  return until === undefined ? null : Math.max(0, Date.parse(until) - now)
}
