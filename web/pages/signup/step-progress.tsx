import { classes } from '#web/ui/classes.ts'
import type { Step } from './signup-form.ts'
import css from './step-progress.module.css'

const STEPS: readonly Step[] = [1, 2, 3]

/** How far the sign-up has come, drawn: thick where it was, lamp where it is, thin where it goes. */
export function StepProgress({ step }: { step: Step }) {
  return (
    <div aria-hidden="true" className={css.progress}>
      {STEPS.map((each) => (
        <i key={each} className={classes(each < step && css.done, each === step && css.current)} />
      ))}
    </div>
  )
}
