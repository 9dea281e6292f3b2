import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { SECOND_MS } from '#domain/time.ts'

const FADE_MS = 3 * SECOND_MS
const TICK_MS = SECOND_MS / 4

type Tools = {
  shown: boolean
  /** A touch, a key or the focus brings them for a while. */
  bring(): void
}

/** Whether the tools over a text are shown: they fade after the last touch, not while a key's focus is inside. */
export function useTools(open: boolean, box: RefObject<HTMLElement | null>): Tools {
  const [shown, setShown] = useState(true)
  const touchedAt = useRef(0)

  useEffect(() => {
    if (!open) return undefined
    touchedAt.current = performance.now()
    const timer = setInterval(() => {
      const focused = box.current?.querySelector('[data-tools-part] :focus-visible')
      if (focused != null) touchedAt.current = performance.now()
      if (performance.now() - touchedAt.current > FADE_MS) setShown(false)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [open, box])

  return {
    shown,
    bring() {
      touchedAt.current = performance.now()
      setShown(true)
    },
  }
}
