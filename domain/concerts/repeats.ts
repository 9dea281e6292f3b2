import { checkTogether } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { zoneDifference } from '../russian.ts'
import { DAY_MS, isCalendarDay, MINUTE_MS } from '../time.ts'
import { FARTHEST_START_MS } from './announcement.ts'

/** Concerts of one announcement, the first included. */
export const REPEATS_MAX = 52

/** Days are in the venue's local time. */
export type Repeat = {
  /** 1 is Monday, 7 Sunday. */
  readonly weekdays: readonly number[]
  /** The last day, YYYY-MM-DD. */
  readonly until: string
}

/**
 * Returns the starts of repeated concerts: the first one whatever its weekday, then every chosen weekday to the last
 * day, each at the same hour of `zone`. Refuses VALIDATION at `repeat.weekdays` and `repeat.until`.
 */
export function repeatedStarts(first: Date, zone: string, repeat: Repeat, now: Date): Date[] {
  const { weekdays, until } = checkTogether({
    weekdays: () => checkWeekdays(repeat.weekdays),
    until: () => checkUntil(repeat.until),
  })
  const starts = [first]
  for (let at = wallClock(first, zone) + DAY_MS; dayOf(at) <= until; at += DAY_MS) {
    if (!weekdays.has(weekdayOf(at))) continue
    const start = momentOf(at, zone)
    if (start.getTime() - now.getTime() > FARTHEST_START_MS)
      throw wrongUntil('Концерты можно объявить не дальше чем на два года вперёд')
    if (starts.length === REPEATS_MAX)
      throw wrongUntil(
        `Можно объявить не больше ${REPEATS_MAX} концертов сразу. Выберите день раньше.`,
      )
    starts.push(start)
  }
  if (starts.length === 1)
    throw wrongUntil('До этого дня концерт не повторится. Выберите день позже.')
  return starts
}

/** When a concert starts, and the zone in whose local time its artist means it. */
type Start = { readonly startsAt: Date; readonly zone: string }

/**
 * Returns the new start of a concert of a series when another one of it is moved: by the same number of days, to the
 * other's new hour in the local time of `there`; where the other keeps its hour, to its own.
 */
export function movedAlong({ startsAt, zone }: Start, from: Start, to: Start, there: string): Date {
  const was = wallClock(from.startsAt, from.zone)
  const wall = wallClock(to.startsAt, to.zone)
  const own = wallClock(startsAt, zone)
  const day = Math.floor(own / DAY_MS) + Math.floor(wall / DAY_MS) - Math.floor(was / DAY_MS)
  const sameHour = wall % DAY_MS === was % DAY_MS
  return momentOf(day * DAY_MS + ((sameHour ? own : wall) % DAY_MS), there)
}

/** The weekday on which it starts: 1 is Monday. */
export function weekdayThere({ startsAt, zone }: Start): number {
  return weekdayOf(wallClock(startsAt, zone))
}

const offset = (at: number, zone: string) => zoneDifference(zone, 'UTC', new Date(at)) * MINUTE_MS

/** The zone's local time as if it were UTC. */
const wallClock = (at: Date, zone: string) => at.getTime() + offset(at.getTime(), zone)

/** The moment of this local time: the first of two in autumn; an hour that spring skips becomes an hour later. */
function momentOf(wall: number, zone: string): Date {
  const before = offset(wall - DAY_MS, zone)
  const after = offset(wall + DAY_MS, zone)
  const late = wall - after
  const isAfter = offset(wall - before, zone) !== before && offset(late, zone) === after
  return new Date(isAfter ? late : wall - before)
}

const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)

const weekdayOf = (wall: number) => new Date(wall).getUTCDay() || 7

function checkWeekdays(typed: readonly number[]): ReadonlySet<number> {
  const weekdays = new Set(typed.filter((day) => Number.isInteger(day) && day >= 1 && day <= 7))
  if (weekdays.size === 0) throw new Refusal('VALIDATION', 'Выберите дни недели', 'repeat.weekdays')
  return weekdays
}

function checkUntil(typed: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/u.test(typed) && isCalendarDay(typed)) return typed
  throw wrongUntil('Выберите последний день')
}

function wrongUntil(sentence: string): Refusal {
  return new Refusal('VALIDATION', sentence, 'repeat.until')
}
