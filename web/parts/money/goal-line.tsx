import { goalText, isReached } from '#domain/payments/goal.ts'
import type { GoalShown } from '#domain/payments/goal.ts'
import { classes } from '#web/ui/classes.ts'
import css from './goal-line.module.css'

type GoalBarProps = { goal: GoalShown; className?: string | undefined }

/** How much of a goal is there, in strings. */
export function GoalBar({ goal: { collected, amount }, className }: GoalBarProps) {
  return (
    <progress
      aria-hidden="true"
      max={amount}
      value={Math.min(collected, amount)}
      className={classes(css.bar, className)}
    />
  )
}

export type GoalLineProps = { goal: GoalShown; className?: string | undefined }

/** What is collected for, and how much is there. */
export function GoalLine({ goal, className }: GoalLineProps) {
  return (
    <div className={classes(css.goal, className)} aria-live="polite">
      <p>{goalText(goal)}</p>
      <GoalBar goal={goal} />
      {isReached(goal) && <p className={css.reached}>Собрали! Спасибо каждому из вас</p>}
    </div>
  )
}
