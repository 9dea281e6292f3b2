import { counted } from '#domain/russian.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'

/** « 2 мин», « 3 ч», « 2 дня»; empty within the first minute. */
export function spanText(ms: number): string {
  if (ms < MINUTE_MS) return ''
  if (ms < HOUR_MS) return ` ${Math.floor(ms / MINUTE_MS)}\u00A0мин`
  if (ms < DAY_MS) return ` ${Math.floor(ms / HOUR_MS)}\u00A0ч`
  return ` ${counted(Math.floor(ms / DAY_MS), 'день', 'дня', 'дней')}`
}
