import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './pill.module.css'

export type PillProps = ComponentPropsWithRef<'button'> & {
  pressed: boolean
  /** Words instead of a number: text type. */
  text?: boolean
  children: ReactNode
}

/** One of several ready answers: a sum, or a way to give another. */
export function Pill({ pressed, text = false, className, children, ...button }: PillProps) {
  return (
    <button
      type="button"
      {...button}
      aria-pressed={pressed}
      className={classes(css.pill, text && css.text, className)}
    >
      {children}
    </button>
  )
}
