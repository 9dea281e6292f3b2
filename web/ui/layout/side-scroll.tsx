import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ArrowLeft, ArrowRight } from '../icons/icons.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { useReducedMotion } from '../use-media.ts'
import css from './side-scroll.module.css'

/** One card of 249 px and the gap after it. */
const STEP_PX = 265

type SideScrollProps = {
  /** What the line contains. */
  label: string
  /** Each an <li>. */
  children: ReactNode
}

/** A line of cards that scrolls sideways: by a finger, by the arrows beside it or by the arrow keys. */
export function SideScroll({ label, children }: SideScrollProps) {
  const shelf = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLUListElement>(null)
  // No buttons until it is known that there is room to scroll.
  const [left, setLeft] = useState({ back: false, on: false })
  const still = useReducedMotion()

  const measure = () => {
    if (line.current === null) return
    const { clientWidth, scrollLeft, scrollWidth } = line.current
    setLeft({ back: scrollLeft > 1, on: scrollLeft + clientWidth < scrollWidth - 1 })
  }
  const push = (steps: -1 | 1) =>
    line.current?.scrollBy({ left: steps * STEP_PX, behavior: still ? 'instant' : 'smooth' })

  const resized = useEffectEvent(measure)
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    push(event.key === 'ArrowLeft' ? -1 : 1)
  })
  useEffect(() => {
    const node = shelf.current
    if (node === null || line.current === null) return undefined
    const watch = new ResizeObserver(() => resized())
    watch.observe(line.current)
    const onKey = (event: KeyboardEvent) => pressed(event)
    node.addEventListener('keydown', onKey)
    return () => {
      watch.disconnect()
      node.removeEventListener('keydown', onKey)
    }
  }, [])

  return (
    <div ref={shelf} className={css.shelf}>
      <ul ref={line} aria-label={label} className={css.line} onScroll={measure}>
        {children}
      </ul>
      {(left.back || left.on) && (
        <div className={css.arrows}>
          <IconButton
            label="Назад по списку"
            variant="line"
            aria-disabled={!left.back}
            onClick={() => push(-1)}
          >
            <ArrowLeft />
          </IconButton>
          <IconButton
            label="Дальше по списку"
            variant="line"
            aria-disabled={!left.on}
            onClick={() => push(1)}
          >
            <ArrowRight />
          </IconButton>
        </div>
      )}
    </div>
  )
}
