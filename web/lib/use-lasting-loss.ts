import { useEffect, useState } from 'react'
import type { LiveConcert } from './live-concert.ts'

/** A connection that comes back sooner than this was hardly lost. */
const HARDLY_LOST_MS = 2000

/** True once the live channel has been silent long enough to say so. */
export function useLastingLoss(connection: LiveConcert['connection']): boolean {
  const lost = connection === 'lost'
  const [lasting, setLasting] = useState(false)

  useEffect(() => {
    if (!lost) return undefined
    const timer = setTimeout(() => setLasting(true), HARDLY_LOST_MS)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [lost])

  return lasting
}
