import { isCalendarDay } from './calendar.ts'
import { checkLine, checkTogether } from './fields.ts'
import { Refusal, refuseFields } from './refusal.ts'

export const CONCERT_STATUSES = ['SCHEDULED', 'NOW', 'PLAYED'] as const

export type ConcertStatus = (typeof CONCERT_STATUSES)[number]

/** What may follow what. SCHEDULED goes straight to PLAYED only by the clock, when its whole time passed unstarted. */
export const CONCERT_MOVES: Record<ConcertStatus, readonly ConcertStatus[]> = {
  SCHEDULED: ['NOW', 'PLAYED'],
  NOW: ['PLAYED'],
  PLAYED: [],
}

/** What of a concert its life depends on. `active` is false while it is paused, and whenever it is not NOW. */
export type ConcertClock = {
  readonly status: ConcertStatus
  readonly active: boolean
  readonly startsAt: Date
  readonly endsAt: Date
  /** The clock starts it at its start time. */
  readonly autoRun: boolean
}

/** The switches of a concert, by their names on the wire. */
export type Privacy = Readonly<
  Record<'ableGetSongs' | 'closedSession' | 'showSongsOnPoster' | 'autoRunSession', boolean>
>

export const DEFAULT_PRIVACY: Privacy = {
  ableGetSongs: true,
  closedSession: false,
  showSongsOnPoster: true,
  autoRunSession: false,
}

export const AGES = [0, 14, 16, 18] as const

export type Age = (typeof AGES)[number]

export const DEFAULT_AGE: Age = 18

export const DEFAULT_DURATION: { readonly hours: number; readonly minutes: number } = {
  hours: 2,
  minutes: 0,
}

/** How long after its planned end a running concert is left to its artist before the clock ends it. */
export const END_GRACE_MINUTES = 60

/** A poster for a later day is a slip of the finger in the year. */
const FARTHEST_START_MS = 2 * 366 * 24 * 60 * 60_000
const MINUTE_MS = 60_000

/** Why a concert that stands so cannot take the step it was asked for. */
const STANDS: Record<ConcertStatus, string> = {
  SCHEDULED: 'Концерт ещё не начался',
  NOW: 'Концерт уже идёт',
  PLAYED: 'Концерт уже завершён',
}

/** SCHEDULED becomes NOW, at any time before its end, which stays as planned. Refuses ILLEGAL_STEP otherwise. */
export function start<C extends ConcertClock>(concert: C, now: Date): C {
  const started = moved(concert, { status: 'NOW', active: true })
  if (isOver(concert, now)) throw new Refusal('ILLEGAL_STEP', 'Время этого концерта уже прошло')
  return started
}

/** A running concert falls silent; ordering stays open. Refuses ILLEGAL_STEP where it is not running or paused already. */
export function pause<C extends ConcertClock>(concert: C): C {
  if (concert.status !== 'NOW') throw illegal(concert)
  if (!concert.active) throw new Refusal('ILLEGAL_STEP', 'Концерт уже на паузе')
  return { ...concert, active: false }
}

/** A paused concert goes on. Refuses ILLEGAL_STEP where it is not paused. */
export function resume<C extends ConcertClock>(concert: C): C {
  if (concert.status !== 'NOW' || concert.active) throw illegal(concert)
  return { ...concert, active: true }
}

/** NOW becomes PLAYED, by the artist or by the clock. Refuses ILLEGAL_STEP where it is not NOW. */
export function end<C extends ConcertClock>(concert: C): C {
  if (concert.status === 'SCHEDULED') throw illegal(concert)
  return moved(concert, { status: 'PLAYED', active: false })
}

/** SCHEDULED becomes PLAYED when its end passed and nobody started it. Refuses ILLEGAL_STEP before that. */
export function close<C extends ConcertClock>(concert: C, now: Date): C {
  if (concert.status !== 'SCHEDULED' || !isOver(concert, now)) throw illegal(concert)
  return moved(concert, { status: 'PLAYED', active: false })
}

/** What the clock owes a concert: the step of the same name. */
export type Due = 'start' | 'end' | 'close'

/** Says which step is due at `now`, or null. `endGraceMinutes` counts from the planned end. Refuses nothing. */
export function dueByClock(
  concert: ConcertClock,
  now: Date,
  endGraceMinutes: number = END_GRACE_MINUTES,
): Due | null {
  if (concert.status === 'NOW') {
    const latest = concert.endsAt.getTime() + endGraceMinutes * MINUTE_MS
    return now.getTime() >= latest ? 'end' : null
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

/** A concert as its artist fills it in. */
export type ConcertDraft = {
  /** ISO 8601 with offset. */
  readonly startsAt: string
  readonly durationHours: number
  readonly durationMinutes: number
  readonly title: string
  readonly place: {
    readonly name: string
    /** The address as text; may be empty. */
    readonly description: string
    /** Degrees; both, or neither. */
    readonly longitude: number | null
    readonly latitude: number | null
  }
}

export type CheckedDraft = {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly title: string
  readonly place: ConcertDraft['place']
}

/** Takes a draft as typed and gives it ready to be stored. Refuses VALIDATION, naming every wrong field as the wire does. */
export function checkDraft(draft: ConcertDraft, now: Date): CheckedDraft {
  const { place } = draft
  const checked = checkTogether({
    startsAt: () => checkStart(draft.startsAt, now),
    duration: () => checkDuration(draft.durationHours, draft.durationMinutes),
    title: () =>
      checkLine(draft.title, {
        field: 'description',
        max: 120,
        blank: 'Введите название концерта',
        tooLong: 'Название концерта — не длиннее 120 символов',
      }),
    name: () =>
      checkLine(place.name, {
        field: 'location.name',
        max: 120,
        blank: 'Введите название площадки',
        tooLong: 'Название площадки — не длиннее 120 символов',
      }),
    description: () =>
      checkLine(place.description, {
        field: 'location.description',
        max: 300,
        blank: null,
        tooLong: 'Адрес — не длиннее 300 символов',
      }),
    longitude: () =>
      checkDegrees(place.longitude, {
        field: 'location.longitude',
        limit: 180,
        other: place.latitude,
      }),
    latitude: () =>
      checkDegrees(place.latitude, {
        field: 'location.latitude',
        limit: 90,
        other: place.longitude,
      }),
  })
  const { startsAt, duration, title, ...where } = checked
  return {
    startsAt,
    endsAt: endOf(startsAt, duration.hours, duration.minutes),
    title,
    place: where,
  }
}

/** Orders are open in a coming concert and in a running one, paused or not. Refuses SESSION_NOT_OPEN otherwise. */
export function admitOrder(concert: {
  readonly status: ConcertStatus
  readonly ableGetSongs: boolean
}): void {
  if (concert.status === 'PLAYED') {
    throw new Refusal('SESSION_NOT_OPEN', 'Концерт завершён, песни больше не принимаются')
  }
  if (!concert.ableGetSongs) {
    throw new Refusal('SESSION_NOT_OPEN', 'На этом концерте песни не заказывают')
  }
}

/** Refuses SONG_NOT_ACCEPTED for a song outside the repertoire of an artist who plays that alone. A listener's own suggestion is outside it. */
export function admitSong(
  song: { readonly inRepertoire: boolean },
  artist: { readonly requestFavoriteSongsOnly: boolean },
): void {
  if (artist.requestFavoriteSongsOnly && !song.inRepertoire) {
    throw new Refusal(
      'SONG_NOT_ACCEPTED',
      'На этом концерте исполняют только песни из репертуара. Выберите песню из списка.',
    )
  }
}

/** Takes the song a listener suggests and gives it tidied; the performer may stay empty. Refuses VALIDATION at `title` and `artistName`. */
export function checkSuggestion(
  title: string,
  artistName: string,
): { title: string; artistName: string } {
  return checkTogether({
    title: () =>
      checkLine(title, {
        field: 'title',
        max: 120,
        blank: 'Введите название песни',
        tooLong: 'Название песни — не длиннее 120 символов',
      }),
    artistName: () =>
      checkLine(artistName, {
        field: 'artistName',
        max: 120,
        blank: null,
        tooLong: 'Имя исполнителя — не длиннее 120 символов',
      }),
  })
}

/** Every change of status goes through here, so that none can leave the table. */
function moved<C extends ConcertClock>(concert: C, to: Pick<ConcertClock, 'status' | 'active'>): C {
  if (!CONCERT_MOVES[concert.status].includes(to.status)) throw illegal(concert)
  return { ...concert, ...to }
}

function illegal(concert: ConcertClock): Refusal {
  return new Refusal('ILLEGAL_STEP', STANDS[concert.status])
}

function isOver(concert: ConcertClock, now: Date): boolean {
  return now >= concert.endsAt
}

const ISO_WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/u

function checkStart(text: string, now: Date): Date {
  const day = ISO_WITH_OFFSET.exec(text)?.[1]
  const startsAt = new Date(text)
  if (day === undefined || Number.isNaN(startsAt.getTime()) || !isCalendarDay(day)) {
    throw new Refusal('VALIDATION', 'Некорректная дата и время. Проверьте формат.', 'dateTimeStart')
  }
  if (startsAt <= now) throw new Refusal('VALIDATION', 'Выберите время в будущем', 'dateTimeStart')
  if (startsAt.getTime() - now.getTime() > FARTHEST_START_MS) {
    throw new Refusal(
      'VALIDATION',
      'Концерт можно объявить не дальше чем на два года вперёд',
      'dateTimeStart',
    )
  }
  return startsAt
}

function checkDuration(hours: number, minutes: number): { hours: number; minutes: number } {
  const wrong: Record<string, string> = {}
  if (!isWholeUpTo(hours, 24)) wrong['durationHours'] = 'Укажите часы от 0 до 24'
  if (!isWholeUpTo(minutes, 59)) wrong['durationMinutes'] = 'Укажите минуты от 0 до 59'
  if (hours === 0 && minutes === 0) wrong['durationHours'] = 'Укажите длительность концерта'
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong)
  return { hours, minutes }
}

function isWholeUpTo(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max
}

function checkDegrees(
  degrees: number | null,
  rule: { readonly field: string; readonly limit: number; readonly other: number | null },
): number | null {
  if (degrees === null && rule.other === null) return null
  if (degrees === null || !(Math.abs(degrees) <= rule.limit)) {
    throw new Refusal('VALIDATION', 'Укажите точку на карте ещё раз', rule.field)
  }
  return degrees
}
