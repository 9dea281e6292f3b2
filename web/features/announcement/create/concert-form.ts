import type { ConcertDraft } from '#domain/announcement.ts'
import { checkDraft, DEFAULT_DURATION } from '#domain/announcement.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PlaceDraft } from '../place-picker/place-draft.ts'
import { NO_PLACE } from '../place-picker/place-draft.ts'
import { withOffset } from './local-moment.ts'

/** The form as it is typed. */
export type ConcertForm = {
  /** As a datetime-local field gives it. */
  start: string
  hours: string
  minutes: string
  title: string
  placeName: string
  place: PlaceDraft
}

export type FormErrors = Readonly<Record<string, string>>

export const EMPTY_FORM: ConcertForm = {
  start: '',
  hours: String(DEFAULT_DURATION.hours),
  minutes: String(DEFAULT_DURATION.minutes),
  title: '',
  placeName: '',
  place: NO_PLACE,
}

/** The digits of what was typed, never above `most`. */
export function clamped(typed: string, most: number): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 3)
  return digits === '' ? '' : String(Math.min(Number(digits), most))
}

/** Whether everything that a concert cannot do without is filled in. */
export function isFilled(form: ConcertForm): boolean {
  const long = Number(form.hours) * 60 + Number(form.minutes) > 0
  return form.start !== '' && long && form.title.trim() !== '' && form.placeName.trim() !== ''
}

/** Whether a form differs from the one that the screen opens with. */
export function hasBeenTyped(form: ConcertForm): boolean {
  return JSON.stringify({ ...EMPTY_FORM, ...form }) !== JSON.stringify(EMPTY_FORM)
}

export function draftOf(form: ConcertForm): ConcertDraft {
  return {
    startsAt: withOffset(form.start),
    durationHours: Number(form.hours),
    durationMinutes: Number(form.minutes),
    title: form.title,
    place: {
      name: form.placeName,
      description: form.place.address,
      latitude: form.place.point?.latitude ?? null,
      longitude: form.place.point?.longitude ?? null,
    },
  }
}

/** What the rules say against the form, by the names of the wire; nothing for a good one. */
export function errorsOf(form: ConcertForm, now: Date): FormErrors {
  try {
    checkDraft(draftOf(form), now)
    return {}
  } catch (error) {
    if (error instanceof Refusal) return error.fields ?? {}
    throw error
  }
}
