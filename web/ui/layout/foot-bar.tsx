import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './foot-bar.module.css'

type FootBarProps = {
  /** Only on a phone; a wide screen shows the action in its own place. */
  phoneOnly?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The bar at the lower edge with the one main action. It reserves its own room at the end of the page. */
export function FootBar({ phoneOnly = false, className, children }: FootBarProps) {
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const root = document.documentElement.style
    const updateHeight = () => root.setProperty('--bar-height', `${element.offsetHeight}px`)
    const watcher = new ResizeObserver(updateHeight)
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      root.removeProperty('--bar-height')
    }
  }, [])

  return (
    <>
      <div aria-hidden="true" className={classes(css.room, phoneOnly && 'only-m')} />
      <div ref={bar} className={classes(css.bar, phoneOnly && 'only-m', className)}>
        {children}
      </div>
    </>
  )
}
