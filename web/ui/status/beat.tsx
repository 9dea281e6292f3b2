import css from './beat.module.css'
import { classes } from '../classes.ts'

type BeatProps = {
  /** Side by side instead of one above the other. */
  row?: boolean
  className?: string | undefined
}

/** Two dots that alternate: something is live or pending. */
export function Beat({ row, className }: BeatProps) {
  return (
    <span aria-hidden="true" className={classes(css.beat, row && css.row, className)}>
      <i />
      <i />
    </span>
  )
}

type LinesProps = { className?: string | undefined }

/** Two upright lines that stand still: a pause. */
export function Lines({ className }: LinesProps) {
  return (
    <span aria-hidden="true" className={classes(css.lines, className)}>
      <i />
      <i />
    </span>
  )
}
