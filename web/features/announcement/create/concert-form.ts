import type { ConcertDraft } from '#domain/concerts/announcement.ts'
import { DEFAULT_DURATION, checkDraft } from '#domain/concerts/announcement.ts'
import { checkPublication } from '#domain/concerts/publication.ts'
import type { Repeat } from '#domain/concerts/repeats.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import type { PlaceDraft } from '../place-picker/place-draft.ts'
import { NO_PLACE } from '../place-picker/place-draft.ts'

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * Converts the value of a datetime-local field («2026-12-05T20:00») to the same moment with the offset of the browser's
 * zone («2026-12-05T20:00+03:00»). Returns any other text unchanged, for validation to refuse.
 */
export function withOffset(local: string): string {
  const at = new Date(local)
  if (!LOCAL.test(local) || Number.isNaN(at.getTime())) return local
  const minutes = -at.getTimezoneOffset()
  const sign = minutes < 0 ? '-' : '+'
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${local}${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

/** Formats a moment for a datetime-local field, in the browser's time zone. */
export function localText(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The calendar day `days` days after `from`, in the browser's time zone. */
function dayAfter(from: Date, days: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days)
}

const USUAL_TIME = '19:00'
const [FRIDAY, SATURDAY] = [5, 6]

export const timeOf = (start: string) => /T(\d\d:\d\d)$/u.exec(start)?.[1] ?? USUAL_TIME

/** The next start still ahead on this weekday (0 is Sunday) at this time. */
export function nextStart(now: Date, weekday = SATURDAY, time = USUAL_TIME): string {
  const days = (weekday - now.getDay() + 7) % 7
  const text = (more: number) => `${localText(dayAfter(now, days + more)).slice(0, 10)}T${time}`
  return new Date(text(0)) > now ? text(0) : text(7)
}

const USUAL_WEEKS = 4

/** The initial last day of a repeat: some browsers show today in an empty date field. */
export function lastDayOffered(start: string): string {
  const first = new Date(start)
  return Number.isNaN(first.getTime())
    ? ''
    : localText(dayAfter(first, 7 * USUAL_WEEKS)).slice(0, 10)
}

/** The noon of the next day, the time that a publication is proposed for. */
export const nextNoon = (now: Date) => `${localText(dayAfter(now, 1)).slice(0, 10)}T12:00`

/** Days that concerts are often announced for, at the time of `start`; only those still ahead. */
export function daysOffered(now: Date, start: string): { name: string; start: string }[] {
  const format = new Intl.DateTimeFormat('ru-RU', { weekday: 'short', day: 'numeric' })
  return [0, 1, 2, 3, 4, 5, 6]
    .map((days) => ({ days, day: dayAfter(now, days) }))
    .filter(({ days, day }) => days < 2 || [FRIDAY, SATURDAY].includes(day.getDay()))
    .map(({ days, day }) => ({
      name: ['Сегодня', 'Завтра'][days] ?? format.format(day).replace(', ', '\u00A0'),
      start: `${localText(day).slice(0, 10)}T${timeOf(start)}`,
    }))
    .filter((offered) => new Date(offered.start) > now)
}

/** The form's values as typed. */
export type ConcertForm = {
  /** The value of a datetime-local field. */
  start: string
  hours: string
  minutes: string
  title: string
  placeName: string
  place: PlaceDraft
  repeat: Repeat | null
  /** When it is shown, the value of a datetime-local field; null: at once. */
  publishAt: string | null
  closed: boolean
}

export type FormErrors = Readonly<Record<string, string>>

export const EMPTY_FORM: ConcertForm = {
  start: '',
  hours: String(DEFAULT_DURATION.hours),
  minutes: String(DEFAULT_DURATION.minutes),
  title: '',
  placeName: '',
  place: NO_PLACE,
  repeat: null,
  publishAt: null,
  closed: false,
}

/** Limits a typed whole number to `most`; any other text is cut to 8 characters, for validation to refuse. */
export function clamped(typed: string, most: number): string {
  return /^\d+$/u.test(typed) ? String(Math.min(Number(typed), most)) : typed.slice(0, 8)
}

/** Parses the duration: «1,5», «1.5» and «1:30» hours are an hour and a half. NaN for text that is no duration. */
function durationOf({ hours, minutes }: Pick<ConcertForm, 'hours' | 'minutes'>) {
  const [, whole, rest] = /^(\d{1,2}):([0-5]\d)$/u.exec(hours.trim()) ?? []
  const typedHours =
    whole === undefined ? Number(hours.trim().replace(',', '.')) : Number(whole) + Number(rest) / 60
  const typedMinutes = Number(minutes.trim())
  const durationHours = Math.floor(typedHours)
  const fraction = Math.round((typedHours - durationHours) * 60)
  if (fraction === 0 || Number.isNaN(fraction + typedMinutes))
    return { durationHours, durationMinutes: typedMinutes }
  const total = durationHours * 60 + fraction + typedMinutes
  return { durationHours: Math.floor(total / 60), durationMinutes: total % 60 }
}

/** Whether all required fields are filled in. */
export function isFilled(form: ConcertForm): boolean {
  const { durationHours, durationMinutes } = durationOf(form)
  // Text that is no duration is reported at its field.
  const empty = durationHours === 0 && durationMinutes === 0
  const { repeat, publishAt } = form
  if (publishAt === '') return false
  if (repeat !== null && (repeat.weekdays.length === 0 || repeat.until === '')) return false
  return form.start !== '' && !empty && form.title.trim() !== '' && form.placeName.trim() !== ''
}

/** Whether the form differs from its initial state. */
export function hasBeenTyped(form: ConcertForm, first: ConcertForm): boolean {
  return JSON.stringify({ ...first, ...form }) !== JSON.stringify(first)
}

export function draftOf(form: ConcertForm): ConcertDraft {
  return {
    startsAt: withOffset(form.start),
    ...durationOf(form),
    title: form.title,
    place: {
      name: form.placeName,
      description: form.place.address,
      latitude: form.place.point?.latitude ?? null,
      longitude: form.place.point?.longitude ?? null,
    },
  }
}

/** Returns the errors of the form, by the contract's field names; empty for a valid form. */
export function errorsOf(form: ConcertForm, now: Date): FormErrors {
  const { publishAt } = form
  return fieldErrors(() => {
    const draft = checkDraft(draftOf(form), now)
    checkPublication(publishAt && withOffset(publishAt), draft, now)
  })
}
