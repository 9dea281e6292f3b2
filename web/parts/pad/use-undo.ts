import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { nowOf } from '#domain/queue.ts'
import { call } from '../../lib/call.ts'
import { useCountdown } from '../../lib/use-countdown.ts'
import type { Stage } from './use-stage.ts'

type LastPlayed = AnswerOf<typeof api.artist.lastPlayed>

export type Undo = {
  title: string
  /** Whole seconds in which the song can still be taken back. */
  seconds: number
  pending: boolean
  undo(): void
}

/**
 * The song that was played last, while it can be taken back; null otherwise. The server is asked
 * whenever another song sounds, so that a reload or a press on another device changes nothing.
 */
export function useUndo({ session, queue, connection, isPending, undo }: Stage): Undo | null {
  const sessionId = session?.id
  const nowId = nowOf(queue)?.id ?? null
  // On the way back from a lost connection another device may have pressed.
  const live = connection === 'live'
  const [heard, setHeard] = useState<{ nowId: string | null; last: LastPlayed } | null>(null)

  useEffect(() => {
    if (sessionId === undefined || !live) return undefined
    const asking = new AbortController()
    askLast(sessionId, asking.signal).then(
      (last) => setHeard({ nowId, last }),
      // Without the answer nothing is offered; the next song, or the connection, asks again.
      () => undefined,
    )
    return () => asking.abort()
  }, [sessionId, nowId, live])

  // What was heard before another song began says nothing of the one that was just played.
  const last = sessionId !== undefined && heard?.nowId === nowId ? (heard?.last ?? null) : null
  const seconds = useCountdown(last?.undoSeconds ?? 0, last)
  if (last === null || seconds <= 0) return null
  return {
    title: last.title,
    seconds,
    pending: isPending('undo'),
    undo: () =>
      void undo(last.id).then(async (done) => {
        if (done || sessionId === undefined) return
        // Refused: too late, or it was not the last one after all.
        const now = await askLast(sessionId).catch(() => last)
        setHeard({ nowId, last: now })
      }),
  }
}

function askLast(sessionId: string, signal?: AbortSignal): Promise<LastPlayed> {
  const options = signal === undefined ? {} : { signal }
  return call(api.artist.lastPlayed, { query: { sessionId } }, options)
}
