import { classes } from '#web/ui/classes.ts'
import css from './step-progress.module.css'

/** Every way into an account takes three steps. */
export type Step = 1 | 2 | 3

const STEPS: readonly Step[] = [1, 2, 3]

/** How far a way in has come, drawn: thick where it was, lamp where it is, thin where it goes. */
export function StepProgress({ step }: { step: Step }) {
  return (
    <div aria-hidden="true" className={css.progress}>
      {STEPS.map((each) => (
        <i key={each} className={classes(each < step && css.done, each === step && css.current)} />
      ))}
    </div>
  )
}
