import { useState } from 'react'
import { SECOND_MS } from '#domain/time.ts'
import { usePoll } from '../value-hooks.ts'
import type { LiveConcert, WatchedConcert } from './live-concert.ts'
import { useLiveConcert } from './live-concert.ts'

const AGAIN_MS = 15 * SECOND_MS

/** The live concert of a page that nobody reloads: a channel that was closed to it is opened again, since a code word may be taken off. */
export function useReopenedConcert(watched: WatchedConcert): LiveConcert {
  const [attempt, setAttempt] = useState(0)
  const live = useLiveConcert({ ...watched, attempt })
  usePoll(live.missing, AGAIN_MS, () => setAttempt((before) => before + 1))
  return live
}
