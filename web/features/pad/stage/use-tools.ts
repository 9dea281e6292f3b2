import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SECOND_MS } from '#domain/time.ts'

const FADE_MS = 3 * SECOND_MS
const TICK_MS = SECOND_MS / 4

type Tools = {
  shown: boolean
  /** A key or the focus brings them for a while, as a touch does by itself. */
  bring(): void
}

/** Whether the tools over a text are shown: they fade after the last touch, not while a key's focus is inside. */
export function useTools(open: boolean, box: RefObject<HTMLElement | null>): Tools {
  const [shown, setShown] = useState(true)
  const touchedAt = useRef(0)
  const bring = () => {
    touchedAt.current = performance.now()
    setShown(true)
  }
  const take = useEffectEvent(({ type, pointerType }: PointerEvent) => {
    // Tools that the beginning of a touch showed would take its click; a finger that scrolls makes none.
    if (shown || type !== 'pointerdown' || pointerType === 'mouse') bring()
  })

  useEffect(() => {
    if (!open) return undefined
    touchedAt.current = performance.now()
    const ended = new AbortController()
    const onTouch = (event: PointerEvent) => take(event)
    for (const touch of ['pointerdown', 'pointercancel', 'click'] as const)
      box.current?.addEventListener(touch, onTouch, { signal: ended.signal })
    const timer = setInterval(() => {
      const focused = box.current?.querySelector('[data-tools-part] :focus-visible')
      if (focused != null) touchedAt.current = performance.now()
      if (performance.now() - touchedAt.current > FADE_MS) setShown(false)
    }, TICK_MS)
    return () => {
      ended.abort()
      clearInterval(timer)
    }
  }, [open, box])

  return { shown, bring }
}
