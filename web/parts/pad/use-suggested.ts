import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { call } from '../../lib/call.ts'

/** Orders come in bursts; one question answers for all of them. */
const REST_MS = 300

/**
 * The ids of the songs that listeners wrote by hand. The live channel is public and does not tell,
 * so the artist's own call is asked whenever an entry came that is not known yet.
 */
export function useSuggested(sessionId: string, queue: readonly QueueEntry[]): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map())
  const unknown = queue.flatMap(({ id }) => (known.has(id) ? [] : [id])).join(' ')

  useEffect(() => {
    if (unknown === '') return undefined
    const timer = setTimeout(() => {
      call(api.artist.queue, { query: { sessionId } }).then(
        (entries) => {
          const told = entries.map(({ id, suggested }) => [id, suggested] as const)
          setKnown((before) => new Map([...before, ...told]))
        },
        // Without the answer a mark is missing; the next change of the queue asks again.
        () => undefined,
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [unknown, sessionId])

  return new Set([...known].filter(([, suggested]) => suggested).map(([id]) => id))
}
