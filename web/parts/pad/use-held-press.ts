import { useEffect, useState } from 'react'
import { HELD_MS } from './held.ts'
import type { Press } from './press.ts'

/** The press that can still be thought better of; null where none can, or its time is over. */
export function useHeldPress(presses: readonly Press[]): Press | null {
  const [overId, setOverId] = useState<string | null>(null)
  // Every later press ends the hold of those before it.
  const last = presses.at(-1)
  const held = last?.heldUntil === undefined || last.sent || last.id === overId ? null : last
  const id = held?.id
  const until = held?.heldUntil

  useEffect(() => {
    if (id === undefined || until === undefined) return undefined
    // A clock that was set back must not keep it for hours.
    const left = Math.min(HELD_MS, until - Date.now())
    const timer = setTimeout(() => setOverId(id), left)
    return () => clearTimeout(timer)
  }, [id, until])

  return held
}
