import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/index.ts'
import type { ExplainedFailure } from '#web/lib/calls/call-failed.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { newKey, readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { NOTHING_TO_SAVE } from '#web/parts/leave-guard.tsx'
import type { PlaceDraft } from '../place-picker/place-draft.ts'
import type { ConcertForm, FormErrors } from './concert-form.ts'
import {
  EMPTY_FORM,
  draftOf,
  errorsOf,
  hasBeenTyped,
  nextStart,
  timeOf,
  withOffset,
} from './concert-form.ts'

const nameFor = (username: string) => `venues:${username}`
const VENUES_MOST = 4

type Venue = Pick<ConcertForm, 'placeName' | 'place' | 'start' | 'hours' | 'minutes'>

/** The venues that this artist announced from this device, the latest first. */
export function venuesOf(username: string): readonly Venue[] {
  return parsed<readonly Venue[]>(readStored(nameFor(username)), [])
}

function rememberVenue(username: string, { placeName, place, start, hours, minutes }: Venue) {
  const others = venuesOf(username).filter((venue) => venue.placeName !== placeName)
  const venues = [{ placeName, place, start, hours, minutes }, ...others].slice(0, VENUES_MOST)
  writeStored(nameFor(username), JSON.stringify(venues))
}

/** Proposes the next concert at a venue: the weekday, the hour and the duration of the last one. */
export function usualAt({ start, ...venue }: Venue): Venue {
  const now = new Date(serverNow())
  return { ...venue, start: nextStart(now, new Date(start).getDay(), timeOf(start)) }
}

/** The initial form: the weekday, the hour and the duration of the artist's last concert known to this device. */
function firstForm(username: string): ConcertForm {
  const [last] = venuesOf(username)
  if (last === undefined) return { ...EMPTY_FORM, start: nextStart(new Date(serverNow())) }
  const { start, hours, minutes } = usualAt(last)
  return { ...EMPTY_FORM, start, hours, minutes }
}

/** The key of the artist's draft, which survives a reload of its tab. Change the number when the form's shape changes. */
const draftName = (username: string) => `concert-draft:1:${username}`

function restoredForm(username: string, first: ConcertForm): ConcertForm {
  const stored = readStored(draftName(username), 'sessionStorage')
  return { ...first, ...parsed<Partial<ConcertForm>>(stored, {}) }
}

const keyName = (username: string) => `${draftName(username)}:key`

/** One idempotency key per content, after a reload too: a retry creates no second concert, a corrected form gets a new key. */
function keyOf(username: string, content: unknown): string {
  const body = JSON.stringify(content)
  const last = parsed(readStored(keyName(username), 'sessionStorage'), { body: '', key: '' })
  if (last.body === body) return last.key
  const key = newKey()
  writeStored(keyName(username), JSON.stringify({ body, key }), 'sessionStorage')
  return key
}

function dropDraft(username: string) {
  for (const name of [draftName(username), keyName(username)])
    writeStored(name, null, 'sessionStorage')
}

/** A stored value; `otherwise` where there is none, or one that cannot be read. */
function parsed<Value>(stored: string | null, otherwise: Value): Value {
  try {
    return stored === null ? otherwise : (JSON.parse(stored) as Value)
  } catch {
    return otherwise
  }
}

const AT_PLACE = ['location.description', 'location.latitude', 'location.longitude']

type FormOf = {
  first: () => ConcertForm
  /** Returns the form's errors, by the contract's field names. */
  rule: (form: ConcertForm, now: Date) => FormErrors
  send: (form: ConcertForm) => Promise<void>
  /** Shown when the failure has no text of its own. */
  failed: string
}

export type FormState = ReturnType<typeof useConcertForm>

/** The state of a concert form: its values, its errors and its sending. */
export function useConcertForm({ first, rule, failed, ...wish }: FormOf) {
  const [form, setForm] = useState(first)
  const saving = useForm({ wordsOf: (failure) => errorTextOf(failure, failed) })

  function change(part: Partial<ConcertForm>, ...touched: string[]) {
    setForm((before) => ({ ...before, ...part }))
    saving.correct(touched)
  }

  return {
    ...saving,
    form,
    change,
    /** The map's answer comes late and must apply to the current place. */
    changePlace(step: (before: PlaceDraft) => PlaceDraft) {
      setForm((before) => ({ ...before, place: step(before.place) }))
      saving.correct(AT_PLACE)
    },
    /** Validates one field when it loses focus. */
    check(field: string) {
      const wrong = rule(form, new Date(serverNow()))[field]
      if (wrong !== undefined) saving.mark(field, wrong)
    },
    async send() {
      if (!saving.refuse(rule(form, new Date(serverNow()))))
        await saving.save(() => wish.send(form))
    },
  }
}

/** The form of a new concert. */
export function useAnnouncing(username: string) {
  const navigate = useNavigate()
  const [first] = useState(() => firstForm(username))
  const draft = draftName(username)
  const state = useConcertForm({
    first: () => restoredForm(username, first),
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
        ...(form.publishAt && { publishAt: withOffset(form.publishAt) }),
        ...(form.closed && { closedSession: true }),
      }
      const { id } = await call(
        api.session.create,
        { body },
        { idempotencyKey: keyOf(username, body) },
      )
      rememberVenue(username, form)
      dropDraft(username)
      // «Back» leads to the announcements, not to a form that would create the concert twice.
      await navigate(`/artist/create-new-session/advanced/${id}`, {
        replace: true,
        state: NOTHING_TO_SAVE,
      })
    },
  })
  const { form } = state
  const changed = hasBeenTyped(form, first)
  useEffect(
    () => writeStored(draft, changed ? JSON.stringify(form) : null, 'sessionStorage'),
    [draft, changed, form],
  )
  // The musician has confirmed leaving.
  useEffect(() => () => dropDraft(username), [username])
  /** `changed`: the form has values that are in no concert yet. */
  return { ...state, changed }
}

/** The server's text or the network error; otherwise `failed`. */
function errorTextOf(failure: ExplainedFailure, failed: string): string {
  return failure.code === 'NETWORK' ? failure.message : errorMessage(failure, failed)
}
