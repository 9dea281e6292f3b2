import { useRef } from 'react'
import type { PointerEvent } from 'react'

const FAR_PX = 80
const FAR_SHARE = 0.2

/**
 * The result of a finished swipe: 1 the next picture (the finger went left), -1 the previous one, 0 stay. The threshold
 * is the smaller of 80 px and a fifth of the width. Both arguments are px.
 */
export function swipeStep(distance: number, width: number): -1 | 0 | 1 {
  if (Math.abs(distance) < Math.min(FAR_PX, width * FAR_SHARE) || distance === 0) return 0
  return distance < 0 ? 1 : -1
}

/** The picture `step` places away in a ring of `count`. */
export function ringStep(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count
}

const INTENT_PX = 8

type SwipeHandlers = {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: (event: PointerEvent) => void
  onPointerCancel: (event: PointerEvent) => void
}

/**
 * Follows one pointer that moves sideways: `onDrag` with the px so far, then `onEnd` with the px in all (0 when the
 * browser took the gesture for scrolling).
 */
export function useSwipe(
  onDrag: (distance: number) => void,
  onEnd: (distance: number) => void,
): SwipeHandlers {
  const start = useRef<{ id: number; x: number; dragging: boolean } | null>(null)

  const finish = (event: PointerEvent, distance: number) => {
    const drag = start.current
    if (!drag || drag.id !== event.pointerId) return
    start.current = null
    if (drag.dragging) onEnd(distance)
  }

  return {
    onPointerDown(event) {
      if (start.current || event.button !== 0) return
      start.current = { id: event.pointerId, x: event.clientX, dragging: false }
    },
    onPointerMove(event) {
      const drag = start.current
      if (!drag || drag.id !== event.pointerId) return
      // The mouse was released outside.
      if (event.buttons === 0) return finish(event, 0)
      const distance = event.clientX - drag.x
      if (!drag.dragging && Math.abs(distance) < INTENT_PX) return
      if (!drag.dragging) event.currentTarget.setPointerCapture(event.pointerId)
      drag.dragging = true
      onDrag(distance)
    },
    onPointerUp(event) {
      finish(event, event.clientX - (start.current?.x ?? event.clientX))
    },
    onPointerCancel(event) {
      finish(event, 0)
    },
  }
}
