import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './empty-state.module.css'

export type EmptyStateProps = {
  /** One sentence: what is not here yet. */
  text: string
  /** The drawing of a whole rest above the text. */
  rest?: boolean
  muted?: boolean
  /** One thing to do. */
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({
  text,
  rest = true,
  muted = false,
  action,
  className,
}: EmptyStateProps) {
  return (
    <div className={classes(css.empty, className)}>
      {rest && (
        <svg
          aria-hidden="true"
          className={css.rest}
          viewBox="0 0 300 72"
          preserveAspectRatio="xMinYMid slice"
          fill="currentColor"
        >
          <path d="M0 6h300v2H0zM0 26h300v2H0zM0 46h300v2H0zM0 66h300v2H0z" />
          <path d="M40 27h64v13H40z" />
        </svg>
      )}
      <p className={classes('t-l', muted && 'muted')}>{text}</p>
      {action}
    </div>
  )
}
