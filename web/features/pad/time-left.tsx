import { useEffect, useState } from 'react'
import { countdown } from '#domain/concert.ts'
import { counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { CountdownProps } from '#web/ui/countdown.tsx'
import { Countdown } from '#web/ui/countdown.tsx'

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

/** The time now, read again every `everyMs` and when the page comes to the front. */
function useClock(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    const look = () => setNow(new Date())
    const timer = setInterval(look, everyMs)
    // Phones stop the timers of a hidden page.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs])

  return now
}
