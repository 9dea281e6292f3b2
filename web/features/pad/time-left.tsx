import { countdown } from '#domain/concert.ts'
import { counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { Countdown } from '../../ui/countdown.tsx'
import type { CountdownProps } from '../../ui/countdown.tsx'
import { useClock } from './use-clock.ts'

export type TimeLeftProps = Pick<CountdownProps, 'size' | 'paused' | 'className'> & {
  /** ISO 8601. */
  endsAt: string
}

/** Hours and minutes to the planned end of the concert. */
export function TimeLeft({ endsAt, ...look }: TimeLeftProps) {
  const now = useClock(MINUTE_MS)
  const { hours, minutes, overdue } = countdown(new Date(endsAt), now)
  const words = [
    hours > 0 && counted(hours, 'час', 'часа', 'часов'),
    counted(minutes, 'минута', 'минуты', 'минут'),
  ]
  const label = overdue ? 'Время концерта вышло' : `До конца ${words.filter(Boolean).join(' ')}`
  return <Countdown {...look} left={(hours * 60 + minutes) * MINUTE_MS} label={label} />
}
