import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import { CallFailed, wasAborted } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import type { FoundPlace } from './place-draft.ts'
import { samePoint } from './place-draft.ts'

/** Debounce: a pin that is moved step by step asks once, at its last position. */
const REST_MS = 600

/** The address of a point, as far as it is known. */
type PointText = {
  point: MapPoint
  state: 'asked' | 'found' | 'nameless' | 'failed'
  found: FoundPlace | null
}

export type PointAsker = {
  /** Of the last requested point. */
  words: PointText | null
  /** Requests the address of the point, unless it is known or pending. */
  ask: (point: MapPoint) => void
  again: () => void
}

/** Asks the server for the address of a point; a newer request aborts the previous one. */
export function usePointText(onFound: (point: MapPoint, found: FoundPlace) => void): PointAsker {
  const [words, setWords] = useState<PointText | null>(null)
  const running = useRef({ controller: new AbortController(), timer: 0 })

  function giveUp() {
    clearTimeout(running.current.timer)
    running.current.controller.abort()
  }
  useEffect(() => {
    const current = running.current
    return () => {
      clearTimeout(current.timer)
      current.controller.abort()
    }
  }, [])

  async function look(point: MapPoint) {
    const controller = new AbortController()
    const { signal } = controller
    running.current.controller = controller
    try {
      const found = await call(api.session.locationByCoords, { body: point }, { signal })
      if (signal.aborted) return
      setWords({ point, state: 'found', found })
      onFound(point, found)
    } catch (error) {
      if (signal.aborted || wasAborted(error)) return
      const nameless = error instanceof CallFailed && error.code === 'NOT_FOUND'
      setWords({ point, state: nameless ? 'nameless' : 'failed', found: null })
    }
  }

  function start(point: MapPoint, delayMs: number) {
    giveUp()
    setWords({ point, state: 'asked', found: null })
    running.current.timer = window.setTimeout(() => void look(point), delayMs)
  }

  return {
    words,
    ask(point) {
      const known = words !== null && samePoint(words.point, point) && words.state !== 'failed'
      if (!known) start(point, REST_MS)
    },
    again: () => words && start(words.point, 0),
  }
}
