import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import css from './repertoire-import.module.css'

/** A step of the import, scrolled to its top and focused: the button that led here is gone, and the focus with it. */
export function Step({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    top.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <div ref={top} tabIndex={-1} className={css.step}>
      {children}
    </div>
  )
}
