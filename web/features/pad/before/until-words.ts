import { daysUntil, soonText } from '#domain/russian.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'

/** «через 2 ч», «завтра», «через 5 дней» by the calendar of this zone; undefined once it should have begun. */
export function untilWords(at: Date, now: Date, zone: string): string | undefined {
  const ms = at.getTime() - now.getTime()
  if (ms <= 0) return undefined
  if (ms <= HOUR_MS - MINUTE_MS) return `через ${Math.ceil(ms / MINUTE_MS)}\u00A0мин`
  // Tonight is told in hours, also past midnight.
  if (ms < DAY_MS / 2) return `через ${Math.round(ms / HOUR_MS)}\u00A0ч`
  return soonText(daysUntil(at, now, zone))
}
