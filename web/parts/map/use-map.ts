import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { retryStylesheets } from '#web/lib/pages/page-styles.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import type { MapOptions, OpenMap } from './leaflet-map.ts'

/** The map starts to load this far before it becomes visible. */
const EARLY = '200px'

export type MapState = {
  frame: RefObject<HTMLElement | null>
  box: RefObject<HTMLDivElement | null>
  /** Null until the map has loaded. */
  map: OpenMap | null
  opening: boolean
  failed: boolean
  again: () => void
}

/** Loads the map and everything that draws it once its place comes into view; `options` are read at that moment. */
export function useMap(options: Omit<MapOptions, 'frame' | 'tiles'>): MapState {
  const { tiles } = useSiteFacts()
  const frame = useRef<HTMLElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<OpenMap | null>(null)
  const [state, setState] = useState<'away' | 'opening' | 'failed'>('away')
  const start = useRef<() => void>(() => undefined)
  const again = useRef<() => void>(() => undefined)
  const latest = useRef({ ...options, tiles })
  useEffect(() => {
    latest.current = { ...options, tiles }
  })

  useEffect(() => {
    const ended = new AbortController()
    let opened: OpenMap | null = null

    async function open() {
      setState('opening')
      try {
        const { openMap } = await import('./leaflet-map.ts')
        if (ended.signal.aborted || box.current === null || frame.current === null) return
        opened = openMap(box.current, {
          ...latest.current,
          frame: frame.current,
          onSelect: latest.current.onSelect && ((id) => latest.current.onSelect?.(id)),
          onPick: latest.current.onPick ? (point) => latest.current.onPick?.(point) : null,
          // A map that is removed ends its last move: the next page must not get that event.
          onMove(seen) {
            if (!ended.signal.aborted) latest.current.onMove(seen)
          },
        })
        setMap(opened)
        setState('away')
      } catch {
        if (!ended.signal.aborted) setState('failed')
      }
    }

    start.current = () => void open()
    again.current = () => void retryStylesheets().then(open)
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        start.current()
      },
      { rootMargin: EARLY },
    )
    if (frame.current !== null) watch.observe(frame.current)
    return () => {
      ended.abort()
      watch.disconnect()
      opened?.close()
      setMap(null)
    }
  }, [])

  return {
    frame,
    box,
    map,
    opening: state === 'opening',
    failed: state === 'failed',
    again: () => again.current(),
  }
}
