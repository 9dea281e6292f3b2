import { DAY_MS, isCalendarDay, MINUTE_MS } from '../time.ts'
import { admitArranging, endOf } from './concert.ts'
import type { ConcertClock } from './concert.ts'
import { characters, checkLine, checkText, checkTogether, webAddress } from '../fields.ts'
import { Refusal, refuseFields } from '../refusal.ts'

/** The switches of a concert, by their API names. */
type Privacy = Readonly<
  Record<'ableGetSongs' | 'closedSession' | 'showSongsOnPoster' | 'autoRunSession', boolean>
> & {
  /** «Что звучало» on the page of a concert that is over; left out: it is there. */
  readonly showPlayed?: boolean | undefined
}

export const AGES = [0, 14, 16, 18] as const

export type Age = (typeof AGES)[number]

export const DEFAULT_DURATION: { readonly hours: number; readonly minutes: number } = {
  hours: 2,
  minutes: 0,
}

/** What an artist may change of a concert at any time. */
export type Advanced = {
  readonly age: Age
  readonly description: string
  /** An http(s) address, or empty; one typed without a scheme gets https://. */
  readonly ticketLink: string
  readonly privacy: Privacy
}

/** What a new concert starts with. */
export const DEFAULT_ADVANCED: Advanced = {
  age: 18,
  description: '',
  ticketLink: '',
  privacy: {
    ableGetSongs: true,
    closedSession: false,
    showSongsOnPoster: true,
    autoRunSession: false,
  },
}

/** Characters, in code points; those of a link in UTF-16 units. */
export const TITLE_MAX = 120
export const PLACE_NAME_MAX = 120
export const ADDRESS_MAX = 300
export const DESCRIPTION_MAX = 4000
const LINK_MAX = 500

/** A later start is taken for a typo in the year. */
export const FARTHEST_START_MS = 2 * 366 * DAY_MS

/** How many concerts an artist may have announced that are not over: more would only fill the map. */
export const CONCERTS_AHEAD_MAX = 200

/** Takes the number of concerts already ahead. Refuses ILLEGAL_STEP where `more` further ones exceed the limit. */
export function admitAnnouncement(ahead: number, more: number): void {
  const room = CONCERTS_AHEAD_MAX - ahead
  if (more <= room) return
  if (room > 0)
    throw new Refusal(
      'ILLEGAL_STEP',
      `Впереди может быть не больше ${CONCERTS_AHEAD_MAX} концертов: объявить можно ещё ${room}, а в повторе ${more}.`,
    )
  throw new Refusal(
    'ILLEGAL_STEP',
    `У вас уже объявлено ${CONCERTS_AHEAD_MAX} концертов, это предел. Дождитесь ближайших или удалите лишние.`,
  )
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

/** Returns a typed draft ready to be stored. Refuses VALIDATION, naming every wrong field by its API name. */
export function checkDraft(draft: ConcertDraft, now: Date): CheckedDraft {
  const { startsAt, duration, title, ...place } = checkTogether({
    startsAt: () => checkStart(draft.startsAt, now),
    duration: () => checkDuration(draft.durationHours, draft.durationMinutes),
    ...checksOfTitleAndPlace(draft),
  })
  return { startsAt, endsAt: endOf(startsAt, duration.hours, duration.minutes), title, place }
}

/** An announced concert as its artist corrects it; without `time` it keeps its time. */
export type Correction = Pick<ConcertDraft, 'title' | 'place'> & {
  readonly time: Pick<ConcertDraft, 'startsAt' | 'durationHours' | 'durationMinutes'> | null
}

/**
 * Refuses what `checkDraft` refuses, VALIDATION for the time of a concert that has begun, and ILLEGAL_STEP once it is
 * over. A start in the past may stay unchanged.
 */
export function checkCorrection(typed: Correction, concert: ConcertClock, now: Date): CheckedDraft {
  admitArranging(concert)
  const { time } = typed
  if (time !== null && concert.status === 'NOW')
    throw new Refusal('VALIDATION', BEGUN, 'dateTimeStart')
  const { startsAt, duration, title, ...place } = checkTogether({
    startsAt: () =>
      time === null || sameMinute(new Date(time.startsAt), concert.startsAt)
        ? concert.startsAt
        : checkStart(time.startsAt, now),
    duration: () => time && checkDuration(time.durationHours, time.durationMinutes),
    ...checksOfTitleAndPlace(typed),
  })
  const endsAt =
    duration === null ? concert.endsAt : endOf(startsAt, duration.hours, duration.minutes)
  if (duration !== null && endsAt <= now)
    throw new Refusal('VALIDATION', 'С такой длительностью концерт уже закончился', 'durationHours')
  return { startsAt, endsAt, title, place }
}

const BEGUN = 'Концерт уже идёт: продлить его можно на пульте, кнопкой «Дольше»'

const sameMinute = (one: Date, other: Date) =>
  Math.floor(one.getTime() / MINUTE_MS) === Math.floor(other.getTime() / MINUTE_MS)

function checksOfTitleAndPlace({ title, place }: Pick<ConcertDraft, 'title' | 'place'>) {
  return {
    title: () =>
      checkLine(title, {
        field: 'description',
        max: TITLE_MAX,
        blank: 'Введите название концерта',
        tooLong: `Название концерта — не длиннее ${TITLE_MAX} символов`,
      }),
    name: () =>
      checkLine(place.name, {
        field: 'location.name',
        max: PLACE_NAME_MAX,
        blank: 'Введите название площадки',
        tooLong: `Название площадки — не длиннее ${PLACE_NAME_MAX} символов`,
      }),
    description: () => checkAddress(place.description, 'location.description'),
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
  }
}

function checkAddress(typed: string, field: string): string {
  const tooLong = `Адрес — не длиннее ${ADDRESS_MAX} символов`
  return checkLine(typed, { field, max: ADDRESS_MAX, blank: null, tooLong })
}

/** Returns a concert's further settings, normalized. Refuses VALIDATION at `description` and `ticketLink`. */
export function checkAdvanced(typed: Advanced): Advanced {
  const checked = checkTogether({
    description: () => checkDescription(typed.description),
    ticketLink: () => checkTicketLink(typed.ticketLink),
  })
  return { ...typed, ...checked }
}

const ISO_WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/u

/** Reads an ISO moment with offset. Refuses VALIDATION at `field`. */
export function readMoment(text: string, field: string): Date {
  const day = ISO_WITH_OFFSET.exec(text)?.[1]
  const at = new Date(text)
  if (day === undefined || Number.isNaN(at.getTime()) || !isCalendarDay(day))
    throw new Refusal('VALIDATION', 'Некорректная дата и время. Проверьте формат.', field)
  return at
}

function checkStart(text: string, now: Date): Date {
  const startsAt = readMoment(text, 'dateTimeStart')
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
  rule: { field: string; limit: number; other: number | null; wrong?: string | undefined },
): number | null {
  if (degrees === null && rule.other === null) return null
  if (degrees === null || !(Math.abs(degrees) <= rule.limit)) {
    throw new Refusal('VALIDATION', rule.wrong ?? 'Укажите точку на карте ещё раз', rule.field)
  }
  return degrees
}

/** Refuses VALIDATION at `latitude` and `longitude`, with the text `wrong`. */
export function checkPoint(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  wrong?: string,
): void {
  checkTogether({
    latitude: () => checkDegrees(latitude, { field: 'latitude', limit: 90, other: 0, wrong }),
    longitude: () => checkDegrees(longitude, { field: 'longitude', limit: 180, other: 0, wrong }),
  })
}

function checkDescription(typed: string): string {
  return checkText(typed, {
    field: 'description',
    max: DESCRIPTION_MAX,
    tooLong: `Описание — не длиннее ${DESCRIPTION_MAX} символов`,
    length: characters,
  })
}

/** The most characters that an artist says to those whose concert he moves or cancels. */
export const WORDS_MAX = 300

/** Returns what the artist says to those who were coming, normalized. Refuses VALIDATION at `words`. */
export function checkWords(typed: string): string {
  return checkText(typed, {
    field: 'words',
    max: WORDS_MAX,
    tooLong: `Слова слушателям — не длиннее ${WORDS_MAX} символов`,
    length: characters,
  })
}

function checkTicketLink(typed: string): string {
  const link = typed.trim()
  if (link === '') return ''
  if (link.length > LINK_MAX) throw tooLongLink()
  const whole = webAddress(link)
  if (whole === null)
    throw new Refusal(
      'VALIDATION',
      'Вставьте ссылку целиком: она начинается с https:// или http://',
      'ticketLink',
    )
  if (whole.length > LINK_MAX) throw tooLongLink()
  return whole
}

function tooLongLink(): Refusal {
  const text = `Ссылка на билеты — не длиннее ${LINK_MAX} символов`
  return new Refusal('VALIDATION', text, 'ticketLink')
}

/** `description`: the address as text, as an announcement has it. */
export type StreetPlace = {
  readonly latitude: number
  readonly longitude: number
  readonly description?: string | undefined
}

/**
 * «Играю здесь»: returns a concert at this point that begins now. No planned end is shown; the stored one is a day
 * later. Refuses VALIDATION at `latitude`, `longitude` and `description`.
 */
export function streetDraft(
  { description: typed = '', ...point }: StreetPlace,
  now: Date,
): CheckedDraft {
  checkPoint(point)
  const description = checkAddress(typed, 'description')
  const place = { ...point, name: 'На улице', description }
  return { startsAt: now, endsAt: endOf(now, 24, 0), title: 'Играем на улице', place }
}
