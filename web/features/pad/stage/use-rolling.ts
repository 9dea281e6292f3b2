import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { turnPages } from './use-pedal.ts'

/** A line of a song lasts two bars of four, where its tempo is known. */
const BEATS_A_LINE = 8
/** The words with the chords above them. */
const LINE_EMS = 2.1
/** A finger or a wheel has it its own way for so long. */
const REST_MS = 2 * SECOND_MS

type Rolling = { rolling: boolean; toggle(): void; rest(): void }

/** Scrolls a text by itself, by the tempo of its song. */
export function useRolling(
  open: boolean,
  box: RefObject<HTMLElement | null>,
  tempo: number,
): Rolling {
  const [rolling, setRolling] = useState(false)
  const restsUntil = useRef(0)

  useEffect(() => {
    if (!open || !rolling) return undefined
    let last = performance.now()
    let due = 0
    let frame = requestAnimationFrame(function roll(at) {
      const shown = box.current
      if (shown !== null && at > restsUntil.current) {
        const look = getComputedStyle(shown)
        const line = LINE_EMS * Number.parseFloat(look.fontSize)
        due += ((at - last) * line * tempo) / (BEATS_A_LINE * MINUTE_MS)
        const page = 2 * shown.clientHeight
        if (look.columnCount !== '2') {
          const px = Math.floor(due)
          if (px > 0) shown.scrollTop += px
          due -= px
        } else if (due >= page) {
          turnPages(box, 1)
          due -= page
        }
      }
      last = at
      frame = requestAnimationFrame(roll)
    })
    return () => cancelAnimationFrame(frame)
  }, [open, rolling, tempo, box])

  return {
    rolling,
    toggle: () => setRolling(!rolling),
    rest: () => (restsUntil.current = performance.now() + REST_MS),
  }
}
