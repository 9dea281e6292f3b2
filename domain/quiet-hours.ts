import { zoneDifference } from './russian.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

/** How long before its start who is coming to a concert is told that it is tomorrow, and soon. */
const REMIND_MS = { tomorrow: DAY_MS, soon: 2 * HOUR_MS } as const
export type ReminderKind = keyof typeof REMIND_MS
export const REMINDERS = Object.keys(REMIND_MS) as readonly ReminderKind[]
/** No news is sent between these hours of the follower's local time. */
const NIGHT = { from: 22, till: 9 } as const
/** The time zone of whoever names none, and of a venue without a point on the map. */
export const DEFAULT_ZONE = 'Europe/Moscow'

const offsetMs = (at: Date, zone: string) => zoneDifference(zone, 'UTC', at) * MINUTE_MS

/** The number of the calendar day in this zone. */
export function dayNumber(at: Date, zone: string): number {
  return Math.floor((at.getTime() + offsetMs(at, zone)) / DAY_MS)
}

/** Returns the end of the night `daysAhead` days after this moment's day, in this zone. */
export function morningOf(at: Date, zone: string, daysAhead = 0): Date {
  return timeThere(at, zone, daysAhead * DAY_MS + NIGHT.till * HOUR_MS)
}

/** The moment `ms` after the midnight with which this moment's day began, in this zone. */
function timeThere(at: Date, zone: string, ms: number): Date {
  const local = dayNumber(at, zone) * DAY_MS + ms
  const near = new Date(local - offsetMs(at, zone))
  return new Date(local - offsetMs(near, zone))
}

/** Returns this moment, or the end of the night where it falls in one. */
export function afterNight(at: Date, zone: string): Date {
  const morning = morningOf(at, zone)
  if (at < morning) return morning
  const hour = ((at.getTime() + offsetMs(at, zone)) % DAY_MS) / HOUR_MS
  return hour >= NIGHT.from ? morningOf(at, zone, 1) : at
}

/** Returns until when a follower gets no news of an artist; null: it may be sent now. `toldAt`: when he last got news of this artist. */
export function quietUntil(now: Date, zone: string, toldAt: Date | null): Date | null {
  if (toldAt !== null && dayNumber(toldAt, zone) === dayNumber(now, zone))
    return morningOf(now, zone, 1)
  const free = afterNight(now, zone)
  return free > now ? free : null
}

/** Returns when a follower is told that a concert is today; null where it begins before his night is over. */
export function tellTodayAt(startsAt: Date, zone: string): Date | null {
  const morning = morningOf(startsAt, zone)
  return morning < startsAt ? morning : null
}

/** The local time of a reminder that would come in the night, and the least time from one in the morning to the start. */
const EVENING_MS = NIGHT.from * HOUR_MS - 30 * MINUTE_MS
export const MORNING_REST_MS = 30 * MINUTE_MS

/** Returns when a concert is reminded of; never in the night of its zone: in the morning after it where that is early enough, else in the evening before. */
export function remindAt(kind: ReminderKind, startsAt: Date, zone: string): Date {
  const at = new Date(startsAt.getTime() - REMIND_MS[kind])
  const free = afterNight(at, zone)
  if (free <= at) return at
  const morning = morningOf(at, zone)
  if (at >= morning) return timeThere(at, zone, EVENING_MS)
  const isEarly = morning.getTime() + MORNING_REST_MS <= startsAt.getTime()
  return isEarly ? morning : timeThere(at, zone, EVENING_MS - DAY_MS)
}
