import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import { sentenceOf, wasAborted } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import type { MapConcert } from '#web/parts/map-screen/map-concert.ts'
import type { MapBounds } from '#web/parts/map/map-pin.ts'

const REST_MS = 300

export type ConcertsInView = {
  concerts: readonly MapConcert[]
  pending: boolean
  /** Why the newest look has no answer; the concerts of the one before stay. */
  failed: string | null
  /** Asks for this part of the map once it rests; earlier questions are given up. */
  look: (bounds: MapBounds) => void
  /** Asks for the last part again, at once. */
  again: () => void
}

/** The concerts of the part of the map that is seen; `first` are those the page came with, `firstFailed` why it came with none. */
export function useConcertsInView(
  first: readonly MapConcert[],
  firstFailed: string | null,
): ConcertsInView {
  const [start, setStart] = useState(first)
  const [concerts, setConcerts] = useState(first)
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(firstFailed)
  const asked = useRef({ controller: new AbortController(), timer: 0 })
  const seen = useRef<MapBounds | null>(null)
  if (start !== first) {
    setStart(first)
    setConcerts(first)
    setFailed(firstFailed)
  }

  useEffect(() => {
    const current = asked.current
    return () => {
      clearTimeout(current.timer)
      current.controller.abort()
    }
  }, [])

  async function ask(bounds: MapBounds, signal: AbortSignal) {
    setPending(true)
    setFailed(null)
    try {
      const found = await call(api.session.searchLocations, { body: { bounds } }, { signal })
      if (signal.aborted) return
      setConcerts(found)
      setPending(false)
    } catch (error) {
      if (signal.aborted || wasAborted(error)) return
      setFailed(sentenceOf(error))
      setPending(false)
    }
  }

  function lookAfter(bounds: MapBounds, delayMs: number) {
    clearTimeout(asked.current.timer)
    asked.current.controller.abort()
    const controller = new AbortController()
    seen.current = bounds
    asked.current = {
      controller,
      timer: window.setTimeout(() => void ask(bounds, controller.signal), delayMs),
    }
  }

  return {
    concerts,
    pending,
    failed,
    look: (bounds) => lookAfter(bounds, REST_MS),
    again: () => seen.current && lookAfter(seen.current, 0),
  }
}
