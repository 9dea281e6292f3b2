import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/index.ts'
import { CallFailed, errorMessage } from '#web/lib/call-failed.ts'
import { call, serverNow } from '#web/lib/call.ts'
import { readStored, writeStored } from '#web/lib/device-memory.ts'
import { NOTHING_TO_SAVE } from '#web/parts/leave-guard.tsx'
import type { PlaceDraft } from '../place-picker/place-draft.ts'
import type { ConcertForm, FormErrors } from './concert-form.ts'
import { EMPTY_FORM, draftOf, errorsOf, hasBeenTyped, nextStart, timeOf } from './concert-form.ts'

const nameFor = (username: string) => `venues:${username}`
const VENUES_KEPT = 4

type Venue = Pick<ConcertForm, 'placeName' | 'place' | 'start' | 'hours' | 'minutes'>

/** Where this artist announced concerts from this device before, the last one first. */
export function venuesOf(username: string): readonly Venue[] {
  return JSON.parse(readStored(nameFor(username)) ?? '[]') as Venue[]
}

function rememberVenue(username: string, { placeName, place, start, hours, minutes }: Venue) {
  const others = venuesOf(username).filter((venue) => venue.placeName !== placeName)
  const venues = [{ placeName, place, start, hours, minutes }, ...others].slice(0, VENUES_KEPT)
  writeStored(nameFor(username), JSON.stringify(venues))
}

/** What a venue says of the next concert there: its weekday and hour, and how long it lasts. */
export function usualAt({ start, ...venue }: Venue): Venue {
  const now = new Date(serverNow())
  return { ...venue, start: nextStart(now, new Date(start).getDay(), timeOf(start)) }
}

/** The form that the screen opens with: when the artist played last, as far as this device knows. */
function firstForm(username: string): ConcertForm {
  const [last] = venuesOf(username)
  if (last === undefined) return { ...EMPTY_FORM, start: nextStart(new Date(serverNow())) }
  const { start, hours, minutes } = usualAt(last)
  return { ...EMPTY_FORM, start, hours, minutes }
}

/** What is being typed outlives a reload of its tab. Another number where the form gets another shape. */
const DRAFT = 'concert-draft:1'

function keptForm(first: ConcertForm): ConcertForm {
  const kept = JSON.parse(readStored(DRAFT, 'sessionStorage') ?? '{}') as Partial<ConcertForm>
  return { ...first, ...kept }
}

const AT_PLACE = ['location.description', 'location.latitude', 'location.longitude']

type FormOf = {
  first: () => ConcertForm
  /** What the rules say against it, by the names of the wire. */
  rule: (form: ConcertForm, now: Date) => FormErrors
  send: (form: ConcertForm) => Promise<void>
  /** Where nobody says why. */
  failed: string
}

export type FormState = ReturnType<typeof useConcertForm>

/** The form of a concert: what is typed, what is wrong with it, and its sending. */
export function useConcertForm({ first, rule, failed, ...wish }: FormOf) {
  const [form, setForm] = useState(first)
  const [errors, setErrors] = useState<FormErrors>({})
  const [refused, setRefused] = useState<FormErrors>({})
  const [errorText, setErrorText] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  function change(part: Partial<ConcertForm>, ...touched: string[]) {
    setForm((before) => ({ ...before, ...part }))
    setErrors((before) => without(before, touched))
    setErrorText(null)
  }

  /** An answer of the map comes late: it meets the place as it is by then. */
  function changePlace(step: (before: PlaceDraft) => PlaceDraft) {
    setForm((before) => ({ ...before, place: step(before.place) }))
    setErrors((before) => without(before, AT_PLACE))
    setErrorText(null)
  }

  /** Says what is wrong with one field once it is left. */
  function check(field: string) {
    const wrong = rule(form, new Date(serverNow()))[field]
    if (wrong !== undefined) setErrors((before) => ({ ...before, [field]: wrong }))
  }

  function refuse(wrong: FormErrors) {
    setErrors(wrong)
    setRefused(wrong)
  }

  async function send() {
    if (sending) return
    const wrong = rule(form, new Date(serverNow()))
    refuse(wrong)
    setErrorText(null)
    if (Object.keys(wrong).length > 0) return
    setSending(true)
    try {
      await wish.send(form)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      refuse(error.fields)
      if (Object.keys(error.fields).length === 0) setErrorText(errorTextOf(error, failed))
    } finally {
      setSending(false)
    }
  }

  return {
    form,
    errors,
    /** The errors of the last try to send, also those that are being mended. */
    refused,
    errorText,
    sending,
    change,
    changePlace,
    check,
    send,
  }
}

/** The form of a new concert. */
export function useAnnouncing(username: string) {
  const keyOf = useKeys()
  const navigate = useNavigate()
  const [first] = useState(() => firstForm(username))
  const state = useConcertForm({
    first: () => keptForm(first),
    rule: errorsOf,
    failed: 'Ошибка при создании концерта',
    async send(form) {
      const { startsAt, title, place, ...duration } = draftOf(form)
      const body = {
        ...duration,
        dateTimeStart: startsAt,
        description: title,
        location: place,
        ...(form.repeat && {
          repeat: { ...form.repeat, weekdays: [...form.repeat.weekdays] },
        }),
      }
      const { id } = await call(api.session.create, { body }, { idempotencyKey: keyOf(body) })
      rememberVenue(username, form)
      writeStored(DRAFT, null, 'sessionStorage')
      // The way back leads to the announcements, not to a form that would make the concert twice.
      await navigate(`/artist/create-new-session/advanced/${id}`, {
        replace: true,
        state: NOTHING_TO_SAVE,
      })
    },
  })
  const { form } = state
  const changed = hasBeenTyped(form, first)
  useEffect(
    () => writeStored(DRAFT, changed ? JSON.stringify(form) : null, 'sessionStorage'),
    [changed, form],
  )
  /** `changed`: something is typed that no concert has yet. */
  return { ...state, changed }
}

/** What the server said, or that there is no network; else our own words. */
function errorTextOf(failure: CallFailed, failed: string): string {
  return failure.code === 'NETWORK' ? failure.message : errorMessage(failure, failed)
}

/** One key for one content: a repeat makes no second concert, a mended form is a new wish. */
function useKeys(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: crypto.randomUUID() }
    return last.current.key
  }
}

function without(errors: FormErrors, names: readonly string[]): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
}
