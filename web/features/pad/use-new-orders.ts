import { useEffect, useRef, useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'

const TINT_MS = 4000

/** The ids of the entries that arrived while the pad was watching, each for four seconds. */
export function useNewOrders(queue: readonly QueueEntry[]): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const seen = known.current
    known.current = new Set([...(seen ?? []), ...queue.map(({ id }) => id)])
    if (seen === null) return
    const arrived = queue.map(({ id }) => id).filter((id) => !seen.has(id))
    if (arrived.length === 0) return
    setFresh((before) => new Set([...before, ...arrived]))
    setTimeout(() => {
      setFresh((before) => new Set([...before].filter((id) => !arrived.includes(id))))
    }, TINT_MS)
  }, [queue])

  return fresh
}
