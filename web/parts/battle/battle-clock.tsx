import { BATTLE_HURRY_SECONDS, clockOf, timeLeftWords } from '#domain/queue/battle.ts'
import { classes } from '#web/ui/classes.ts'
import { Beat } from '#web/ui/status/beat.tsx'
import css from './battle-clock.module.css'
import { useSecondsLeft } from './use-battle.ts'

/** «01:24», its colon beating. */
export function BattleClock({
  endsAt,
  className,
}: {
  endsAt: string
  className?: string | undefined
}) {
  const left = useSecondsLeft(endsAt)
  const [minutes, seconds] = clockOf(left)
  return (
    <span
      role="timer"
      aria-label={timeLeftWords(left)}
      className={classes(css.clock, left < BATTLE_HURRY_SECONDS && css.hurry, className)}
    >
      {minutes}
      <Beat className={css.colon} />
      {seconds}
    </span>
  )
}
