import { MINUTE_MS } from '../time.ts'
import { Refusal } from '../refusal.ts'
import { counted } from '../russian.ts'

export const CONCERT_STATUSES = ['SCHEDULED', 'NOW', 'PLAYED'] as const

export type ConcertStatus = (typeof CONCERT_STATUSES)[number]

/** The allowed transitions. SCHEDULED goes straight to PLAYED only by the clock, when the concert's whole time passed without a start. */
export const CONCERT_TRANSITIONS: Record<ConcertStatus, readonly ConcertStatus[]> = {
  SCHEDULED: ['NOW', 'PLAYED'],
  NOW: ['PLAYED'],
  PLAYED: [],
}

/** The fields that a concert's transitions depend on. `active` is false while it is paused, and whenever it is not NOW. */
export type ConcertClock = {
  readonly status: ConcertStatus
  readonly active: boolean
  readonly startsAt: Date
  readonly endsAt: Date
  /** The clock starts it at its start time. */
  readonly autoRun: boolean
  /** When it goes on after a break; null, or left out, where there is none. */
  readonly breakUntil?: Date | null
  /** For a street concert, which has no planned end: the time of its artist's last command. */
  readonly commandedAt?: Date | null
}

/** How long after its planned end a running concert goes on before the clock ends it. */
const END_GRACE_MINUTES = 60

/** How long a concert on the street goes on without a command. */
export const STREET_MINUTES = 180

/** Why a concert in this status cannot take the requested step. */
const ILLEGAL_STEP_TEXTS: Record<ConcertStatus, string> = {
  SCHEDULED: 'Концерт ещё не начался',
  NOW: 'Концерт уже идёт',
  PLAYED: 'Концерт уже завершён',
}

/** SCHEDULED becomes NOW, at any time before its end, which stays as planned. Refuses ILLEGAL_STEP otherwise. */
export function start<C extends ConcertClock>(concert: C, now: Date): C {
  const started = transition(concert, { status: 'NOW', active: true })
  if (isOver(concert, now)) throw new Refusal('ILLEGAL_STEP', 'Время этого концерта уже прошло')
  return started
}

/** Pauses a running concert; ordering stays open. Refuses ILLEGAL_STEP where it is not running or paused already. */
export function pause<C extends ConcertClock>(concert: C): C {
  if (concert.status !== 'NOW') throw illegal(concert)
  if (!concert.active) throw new Refusal('ILLEGAL_STEP', 'Концерт уже на паузе')
  return { ...concert, active: false }
}

/** Resumes a paused concert. Refuses ILLEGAL_STEP where it is not paused. */
export function resume<C extends ConcertClock>(concert: C): C {
  if (concert.status !== 'NOW' || concert.active) throw illegal(concert)
  return { ...concert, active: true, ...(concert.breakUntil && { breakUntil: null }) }
}

/** How long a break may be, in minutes, and what the pad proposes. */
export const BREAK_MINUTES = { least: 5, usual: 15, most: 60 } as const

/** «Перерыв»: pauses a running concert until a time that listeners see. Refuses ILLEGAL_STEP where it is not running, and for a time that passed or is too far off. */
export function takeBreak<C extends ConcertClock>(concert: C, breakUntil: Date, now: Date): C {
  if (concert.status !== 'NOW') throw illegal(concert)
  const left = breakUntil.getTime() - now.getTime()
  if (left <= 0) throw new Refusal('ILLEGAL_STEP', 'Время этого перерыва уже прошло')
  // A minute more: the clock of the device may be a little fast.
  if (left > (BREAK_MINUTES.most + 1) * MINUTE_MS)
    throw new Refusal('ILLEGAL_STEP', `Перерыв — не дольше ${BREAK_MINUTES.most} минут`)
  return { ...concert, active: false, breakUntil }
}

/** NOW becomes PLAYED, by the artist or by the clock. Refuses ILLEGAL_STEP where it is not NOW. */
export function end<C extends ConcertClock>(concert: C): C {
  if (concert.status === 'SCHEDULED') throw illegal(concert)
  return transition(concert, { status: 'PLAYED', active: false })
}

/** The most that «Играем дольше» may move the end of one concert, in total. */
const LONGER_MOST_MINUTES = 6 * 60

/**
 * «Играем дольше»: moves the planned end of a running concert later; one that has passed counts from now. `until`: the
 * end that the pad showed, by which a delayed press counts from when it was pressed. Refuses ILLEGAL_STEP where it is not
 * running, has no planned end, or would be moved by more than LONGER_MOST_MINUTES.
 */
export function playLonger<C extends ConcertClock & { readonly longerMinutes: number }>(
  concert: C,
  { minutes, until }: { readonly minutes: number; readonly until?: Date | undefined },
  now: Date,
): C {
  if (concert.status !== 'NOW') throw illegal(concert)
  if (concert.commandedAt)
    throw new Refusal('ILLEGAL_STEP', 'Концерт на улице идёт, пока вы его не завершите')
  const more = minutes * MINUTE_MS
  const planned = concert.endsAt.getTime()
  const pressedAt = Math.min(now.getTime(), until === undefined ? Infinity : until.getTime() - more)
  const endsAt = new Date(Math.max(planned, pressedAt) + more)
  const longerMinutes = concert.longerMinutes + Math.ceil((endsAt.getTime() - planned) / MINUTE_MS)
  if (longerMinutes > LONGER_MOST_MINUTES) {
    const hours = counted(LONGER_MOST_MINUTES / 60, 'час', 'часа', 'часов')
    throw new Refusal('ILLEGAL_STEP', `Концерт можно продлить не больше чем на ${hours}`)
  }
  return { ...concert, endsAt, longerMinutes }
}

/** SCHEDULED becomes PLAYED when its end passed and nobody started it. Refuses ILLEGAL_STEP before that. */
export function close<C extends ConcertClock>(concert: C, now: Date): C {
  if (concert.status !== 'SCHEDULED' || !isOver(concert, now)) throw illegal(concert)
  return transition(concert, { status: 'PLAYED', active: false })
}

export function noConcert(): Refusal {
  return new Refusal('NOT_FOUND', 'Такого концерта нет')
}

/** Returns the concert if it is the artist's own. Refuses NOT_FOUND where there is none, NOT_YOURS where it is another's. */
export function ownConcert<C extends { readonly artistId: string }>(
  concert: C | undefined,
  artistId: string,
): C {
  if (concert === undefined) throw noConcert()
  if (concert.artistId !== artistId) {
    throw new Refusal('NOT_YOURS', 'Это концерт другого музыканта')
  }
  return concert
}

/** Returns the concert that an artist is playing. Refuses SESSION_NOT_OPEN where none runs. */
export function runningConcert<C>(concert: C | undefined): C {
  if (concert === undefined) {
    throw new Refusal('SESSION_NOT_OPEN', 'Сейчас концерт не идёт. Сначала начните его.')
  }
  return concert
}

/** A queue may be arranged before its concert and during it. Refuses ILLEGAL_STEP once it is over. */
export function admitArranging(concert: Pick<ConcertClock, 'status'>): void {
  if (concert.status === 'PLAYED') throw illegal(concert)
}

/** «I will go» may be set and taken back until the end. Refuses SESSION_NOT_OPEN once it is over. */
export function admitGoing(concert: Pick<ConcertClock, 'status'>): void {
  if (concert.status === 'PLAYED') throw new Refusal('SESSION_NOT_OPEN', ILLEGAL_STEP_TEXTS.PLAYED)
}

/** A concert may be deleted before it and after it. Refuses ILLEGAL_STEP while it is NOW. */
export function admitDeletion(concert: Pick<ConcertClock, 'status'>): void {
  if (concert.status === 'NOW') {
    throw new Refusal('ILLEGAL_STEP', 'Концерт идёт. Завершите его, и тогда его можно удалить.')
  }
}

/** A step that the clock has to take: the function of the same name. */
export type DueStep = 'start' | 'end' | 'close'

/** Returns which step is due at `now`, or null. `endGraceMinutes` counts from the planned end. Refuses nothing. */
export function dueByClock(
  concert: ConcertClock,
  now: Date,
  endGraceMinutes: number = END_GRACE_MINUTES,
): DueStep | null {
  if (concert.status === 'NOW') {
    const [from, minutes] = concert.commandedAt
      ? [concert.commandedAt, STREET_MINUTES]
      : [concert.endsAt, endGraceMinutes]
    return now.getTime() >= from.getTime() + minutes * MINUTE_MS ? 'end' : null
  }
  if (concert.status === 'PLAYED') return null
  if (isOver(concert, now)) return 'close'
  return concert.autoRun && now >= concert.startsAt ? 'start' : null
}

/** Start plus duration. */
export function endOf(startsAt: Date, hours: number, minutes: number): Date {
  return new Date(startsAt.getTime() + (hours * 60 + minutes) * MINUTE_MS)
}

/** The time left to the planned end: whole minutes, rounded up, never negative; `overdue` once it has passed. */
export function countdown(
  endsAt: Date,
  now: Date,
): { hours: number; minutes: number; overdue: boolean } {
  const left = Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / MINUTE_MS))
  return { hours: Math.floor(left / 60), minutes: left % 60, overdue: now > endsAt }
}

/** Every change of status goes through here, so that only transitions of the table happen. */
function transition<C extends ConcertClock>(
  concert: C,
  to: Pick<ConcertClock, 'status' | 'active'>,
): C {
  if (!CONCERT_TRANSITIONS[concert.status].includes(to.status)) throw illegal(concert)
  return { ...concert, ...to }
}

function illegal(concert: Pick<ConcertClock, 'status'>): Refusal {
  return new Refusal('ILLEGAL_STEP', ILLEGAL_STEP_TEXTS[concert.status])
}

function isOver(concert: ConcertClock, now: Date): boolean {
  return now >= concert.endsAt
}
