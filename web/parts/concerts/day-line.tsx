import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import css from './day-line.module.css'

type DayLineProps = {
  /** The day of the month. */
  day: string
  /** The concert does not take place. */
  gone?: boolean
  /** Inside a block. */
  small?: boolean
  className?: string | undefined
  /** When and where, line by line. */
  children: ReactNode
}

/** The day in poster digits, a bar, and at most a few lines. */
export function DayLine({ day, gone = false, small = false, className, children }: DayLineProps) {
  return (
    <div className={classes(css.line, small && css.small, className)}>
      <b aria-hidden="true" className={classes(css.day, gone && css.gone)}>
        {day}
      </b>
      <span aria-hidden="true" className={classes('vrule', css.bar)} />
      <div className={css.words}>{children}</div>
    </div>
  )
}
