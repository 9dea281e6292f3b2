import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { classes } from '../classes.ts'
import css from './pill.module.css'

type PillProps = ComponentPropsWithRef<'button'> & {
  pressed: boolean
  /** A text instead of a number: uses text type. */
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

type PillLinkProps = ComponentPropsWithRef<'a'> & { href: string; current: boolean }

/** The same as a link, where it works without scripts. */
export function PillLink({ current, className, ...link }: PillLinkProps) {
  return (
    <Anchor
      {...link}
      aria-current={current || undefined}
      className={classes(css.pill, css.text, className)}
    />
  )
}
