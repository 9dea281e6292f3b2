import { isoDay } from '#domain/russian.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Filters } from './filters.ts'

type DayChip = { label: string } & Pick<Filters, 'from' | 'till'>

const SATURDAY = 6

/** The spans of days that are asked for most, by the calendar of this zone. */
export function dayChips(now: Date, zone: string): DayChip[] {
  const today = isoDay(now, zone)
  const after = (days: number) =>
    new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)
  const weekday = new Date(today).getUTCDay()
  // On a Sunday, which has a chip of its own, it is the next one.
  const toSaturday = SATURDAY - weekday
  return [
    { label: 'Все дни', from: '', till: '' },
    { label: 'Сегодня', from: today, till: today },
    { label: 'Завтра', from: after(1), till: after(1) },
    { label: 'Выходные', from: after(toSaturday), till: after(toSaturday + 1) },
    { label: 'Неделя', from: today, till: after(6) },
  ]
}
