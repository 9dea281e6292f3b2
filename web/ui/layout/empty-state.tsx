import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './empty-state.module.css'

type EmptyStateProps = {
  /** One sentence: what is not here yet. */
  text?: string
  /** The same in the poster's face. */
  title?: string
  /** The drawing of a whole rest above the text. */
  rest?: boolean
  muted?: boolean
  /** One action. */
  action?: ReactNode
  className?: string | undefined
}

const STAFF = [6, 26, 46, 66]

export function EmptyState({
  text,
  title,
  rest = true,
  muted = false,
  action,
  className,
}: EmptyStateProps) {
  return (
    <div className={classes(css.empty, className)}>
      {rest && (
        // No viewBox: the staff grows with the column, its four lines and the rest never do.
        <svg aria-hidden="true" className={css.rest} fill="currentColor">
          {STAFF.map((y) => (
            <rect key={y} y={y} width="100%" height="2" />
          ))}
          <rect x="40" y="27" width="64" height="13" />
        </svg>
      )}
      {title !== undefined && <p className="d-m">{title}</p>}
      {text !== undefined && <p className={classes('t-l', muted && 'muted')}>{text}</p>}
      {action}
    </div>
  )
}
