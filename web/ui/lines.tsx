import { classes } from './classes.ts'
import css from './lines.module.css'

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
