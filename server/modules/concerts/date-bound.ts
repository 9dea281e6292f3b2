import { isCalendarDay } from '#domain/time.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Edge } from '../../platform/db/concert-filter.ts'

const DAY = /^[12]\d{3}-\d{2}-\d{2}/u
const CLOCK_AND_OFFSET = /^T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/u

/**
 * Takes an ISO date, or a date-time with offset, and says which concerts it cuts off; null where
 * nothing was typed. A bare date is the day on the poster: a concert's own `date` and `month`.
 * Refuses VALIDATION at `field`.
 */
export function readEdge(text: string | undefined, field: string): Edge | null {
  const typed = text?.trim() ?? ''
  if (typed === '') return null
  const day = DAY.exec(typed)?.[0]
  if (day === undefined || !isCalendarDay(day)) throw wrongDate(field)
  const clock = typed.slice(day.length)
  if (clock === '') return { day }
  const moment = new Date(typed)
  if (!CLOCK_AND_OFFSET.test(clock) || Number.isNaN(moment.getTime())) throw wrongDate(field)
  return { moment }
}

function wrongDate(field: string): Refusal {
  return new Refusal('VALIDATION', 'Некорректная дата. Проверьте формат.', field)
}
