import { useEffect, useRef } from 'react'
import css from './running-pad.module.css'

/** How far what scrolls is from its end (px): so much room can go, and nothing moves. */
const restBelow = (page: Element) =>
  Math.min(
    ...[document.documentElement, ...page.querySelectorAll('*')]
      .filter(({ scrollTop }) => scrollTop > 0)
      .map(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop),
  )

/**
 * Stands after the bar at the lower edge: the room that the bar leaves when it shrinks, until it can go without a row
 * moving under a finger.
 */
export function KeptRoom() {
  const room = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const { parentElement: page, previousElementSibling: bar } = room.current ?? {}
    if (!page || !(bar instanceof HTMLElement)) return undefined
    let kept = 0
    const fit = () => {
      const height = bar.offsetHeight
      // Before what scrolls is looked at, which the browser has moved by then.
      const keep = () => room.current?.style.setProperty('height', `${kept - height}px`)
      kept = Math.max(kept, height)
      keep()
      if (kept === height) return
      kept = Math.max(kept - Math.max(0, restBelow(page)), height)
      keep()
    }
    const onScroll = () => {
      if (kept > bar.offsetHeight) fit()
    }
    const watcher = new ResizeObserver(fit)
    watcher.observe(bar)
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      watcher.disconnect()
      window.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [])

  return <div ref={room} aria-hidden="true" className={css.kept} />
}
