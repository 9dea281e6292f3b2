import { Beat } from './beat.tsx'
import { classes } from '../classes.ts'
import css from './countdown.module.css'

const MINUTE = 60_000
const LAST_MINUTES = 5

const two = (value: number) => String(value).padStart(2, '0')

export type CountdownProps = {
  /** Time left, in ms; below zero counts as zero. */
  left: number
  /** The same in words, for a screen reader: «До конца 1 час 24 минуты». */
  label: string
  /** s 38, m 40, l 56, tablet 128 px. */
  size?: 's' | 'm' | 'l' | 'tablet'
  /** While paused the colon does not beat. */
  paused?: boolean
  className?: string | undefined
}

/** Hours and minutes, no seconds; the last five minutes are in the danger colour. */
export function Countdown({ left, label, size = 'm', paused, className }: CountdownProps) {
  const minutes = Math.floor(Math.max(0, left) / MINUTE)
  return (
    <span
      role="timer"
      aria-label={label}
      className={classes(
        css.count,
        css[size],
        minutes < LAST_MINUTES && css.danger,
        paused && css.paused,
        className,
      )}
    >
      {two(Math.floor(minutes / 60))}
      <Beat className={css.colon} />
      {two(minutes % 60)}
    </span>
  )
}
