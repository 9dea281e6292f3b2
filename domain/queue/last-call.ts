import { Refusal } from '../refusal.ts'
import { MINUTE_MS } from '../time.ts'
import { waitRange } from './forecast.ts'
import type { EveningPace } from './forecast.ts'

export type ClockOfEvening = Omit<EveningPace, 'place' | 'running'> & {
  readonly now: Date
  readonly endsAt: Date
}

/** Returns the fewest minutes until a song at this place (from 1) begins, if the concert went on now. */
function earliestStart(place: number, pace: Omit<EveningPace, 'place' | 'running'>): number {
  return waitRange({ ...pace, place, running: true })?.from ?? 0
}

/** Refuses SESSION_NOT_OPEN where the song would begin after the planned end at the earliest. `place` counts waiting songs from 1. */
export function admitByClock(place: number, { now, endsAt, ...pace }: ClockOfEvening): void {
  if (now.getTime() + earliestStart(place, pace) * MINUTE_MS >= endsAt.getTime()) {
    throw new Refusal('SESSION_NOT_OPEN', 'До конца концерта не успеем')
  }
}

/** Returns what the pad proposes once: whole minutes to the end and those the waiting songs need, with the rest of a break; null where the songs fit. */
export function proposeLastCall(
  waitingSongs: number,
  { now, endsAt, breakUntil, ...pace }: ClockOfEvening & { readonly breakUntil: Date | null },
): { minutesLeft: number; queueMinutes: number } | null {
  const minutesLeft = Math.floor((endsAt.getTime() - now.getTime()) / MINUTE_MS)
  const range = waitRange({ ...pace, place: waitingSongs + 1, running: true, talkative: 0 })
  const rest = Math.max(0, (breakUntil ?? now).getTime() - now.getTime()) / MINUTE_MS
  if (waitingSongs === 0 || range === null || minutesLeft <= 0) return null
  return range.from + rest > minutesLeft
    ? { minutesLeft, queueMinutes: Math.round((range.from + range.to) / 2 + rest) }
    : null
}
