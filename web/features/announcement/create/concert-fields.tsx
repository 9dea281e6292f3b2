import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '#contract/index.ts'
import { PLACE_NAME_MAX, TITLE_MAX } from '#domain/concerts/announcement.ts'
import { localTimeNote, zoneDifference } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AddressField } from '../place-picker/address-field.tsx'
import type { PlaceDraft } from '../place-picker/place-draft.ts'
import type { PlacePickerProps } from '../place-picker/place-picker.tsx'
import { useFullMap } from '../place-picker/use-full-map.ts'
import type { ConcertForm, FormErrors } from './concert-form.ts'
import { clamped, daysOffered, localText, timeOf } from './concert-form.ts'
import css from '../announcement.module.css'
import type { FormState } from './use-concert-form.ts'
import { usualAt, venuesOf } from './use-concert-form.ts'

/** The map is loaded after the form, which can be sent without it. */
const PickerPart = lazyPart<PlacePickerProps>(
  'web/features/announcement/place-picker/place-picker.tsx',
  async () => (await import('../place-picker/place-picker.tsx')).PlacePicker,
  <p className={css.room}>Загружаем карту… Концерт можно создать и без неё.</p>,
)

type PlaceFieldsProps = {
  place: PlaceDraft
  /** The venue's name. */
  name: string
  username: string
  errors: FormErrors
  /** Stands under the address. */
  children: ReactNode
  onChange: (step: (before: PlaceDraft) => PlaceDraft) => void
}

/** The place of the concert: the address as text, and the point on the map. */
function PlaceFields(props: PlaceFieldsProps) {
  const { place, name, username, errors, children, onChange } = props
  const full = useFullMap()
  const seen = useRef<MapPoint | null>(null)
  const [town, setTown] = useState<MapPoint | null>(null)
  const start = town ?? venuesOf(username)[0]?.place.point ?? null
  const wrongPoint = errors['location.latitude'] ?? errors['location.longitude']
  return (
    <>
      <AddressField
        place={place}
        near={() => place.point ?? seen.current ?? start}
        error={errors['location.description']}
        onChange={onChange}
        onTown={setTown}
        onMap={full.open}
      />
      {children}
      <PickerPart
        place={place}
        name={name}
        start={start}
        full={full}
        onChange={onChange}
        onCentre={(centre) => (seen.current = centre)}
      />
      <FieldNote id="point-note" error={wrongPoint} />
    </>
  )
}

type Known = { city: string; timeZone: string }

/** The time zone of the venue, if known: that of the nearest town with its town's name; Moscow's without a place. */
export function useVenueZone({ address, city, point }: PlaceDraft): string | null {
  const [known, setKnown] = useState<Known | null>(null)

  useEffect(() => {
    if (city === '' || point === null) return undefined
    const ended = new AbortController()
    const { signal } = ended
    const ask = async () => {
      const asked = call(api.session.cities, { query: { input: city } }, { signal })
      // Without an answer only the note is missing; the form still works.
      const towns = await orWhenUnavailable(asked, [])
      const remoteness = (town: (typeof towns)[number]) =>
        Math.hypot(town.latitude - point.latitude, town.longitude - point.longitude)
      const [nearest] = towns.toSorted((a, b) => remoteness(a) - remoteness(b))
      if (nearest !== undefined && !signal.aborted) setKnown({ city, timeZone: nearest.timeZone })
    }
    void ask()
    return () => ended.abort()
  }, [city, point])

  // An address without a point may name a town.
  if (point === null) return address === '' ? 'Europe/Moscow' : null
  return known?.city === city ? known.timeZone : null
}

/** The time is typed by the artist's own clock; of a venue in another time zone this has the local time, and the start where the typed one was meant so. */
function useLocalTime({ start, place }: ConcertForm) {
  const zone = useVenueZone(place)
  const viewerZone = useViewerZone()
  const at = new Date(start)
  if (place.point === null || zone === null || Number.isNaN(at.getTime())) return null
  const note = localTimeNote(at, zone, viewerZone)
  if (note === null) return null
  const ahead = zoneDifference(zone, viewerZone, at) * MINUTE_MS
  return { note: `Начало ${note}`, meant: localText(new Date(at.getTime() - ahead)) }
}

const NOT_TAKEN = { typed: '', start: '' }

type VenueClockProps = {
  local: NonNullable<ReturnType<typeof useLocalTime>>
  start: string
  /** The time and the place are as they were announced. */
  same: boolean
  onStart: (start: string) => void
}

/** Beside the address: whose clock the time was typed by, and one tap that takes the other. */
function VenueClock({ local, start, same, onStart }: VenueClockProps) {
  const [taken, setTaken] = useState(NOT_TAKEN)
  const isTaken = taken.start === start
  const other = isTaken ? taken.typed : local.meant
  return (
    <output className={css.news}>
      <span>{local.note}</span>
      {!same && (
        <Button
          size="s"
          onClick={() => {
            setTaken(isTaken ? NOT_TAKEN : { typed: start, start: other })
            onStart(other)
          }}
        >
          {isTaken
            ? `Поставить ${timeOf(other)} по моим часам`
            : `Поставить ${timeOf(start)} по местному времени`}
        </Button>
      )}
    </output>
  )
}

type ConcertFieldsProps = {
  username: string
  concert: Pick<FormState, 'form' | 'errors' | 'change' | 'changePlace' | 'check'>
  /** Shown in place of a time that cannot change any more. */
  fixedTime?: ReactNode
}

const AT_VENUE = ['location.name', 'location.description']

/** The fields of a concert: its title, its time and its place. */
export function ConcertFields({ username, concert, fixedTime }: ConcertFieldsProps) {
  const { form, errors, change, changePlace, check } = concert
  const local = useLocalTime(form)
  const [venues] = useState(() => venuesOf(username))
  const [proposed] = useState(form.start)
  const [placed] = useState(form.place.point)
  const days = daysOffered(new Date(serverNow()), form.start)
  const [earliest] = useState(() => localText(new Date(serverNow())))
  return (
    <>
      <Section title="Концерт">
        <Field
          label="Название концерта"
          name="title"
          autoComplete="off"
          maxLength={TITLE_MAX}
          value={form.title}
          error={errors['description']}
          onChange={(event) => change({ title: event.target.value }, 'description')}
        />
        {fixedTime || (
          <>
            <Field
              label="Дата и время начала"
              name="dateTimeStart"
              type="datetime-local"
              min={earliest}
              value={form.start}
              help={local?.note}
              error={errors['dateTimeStart']}
              onChange={(event) => change({ start: event.target.value }, 'dateTimeStart')}
              onBlur={({ target }) => {
                // The value is empty for a date that the browser cannot parse.
                if (target.value !== '' || target.validity.badInput) check('dateTimeStart')
              }}
            />
            <fieldset aria-label="День" className="flow">
              {days.map(({ name, start }) => (
                <Pill
                  key={name}
                  text
                  pressed={start === form.start}
                  onClick={() => change({ start }, 'dateTimeStart')}
                >
                  {name}
                </Pill>
              ))}
            </fieldset>
            <fieldset>
              <legend className={css.legend}>Длительность</legend>
              <div className={css.pair}>
                <Field
                  label="Часы"
                  name="durationHours"
                  inputMode="decimal"
                  autoComplete="off"
                  value={form.hours}
                  help={form.hours === '24' && 'Не больше 24'}
                  error={errors['durationHours']}
                  onBlur={() => check('durationHours')}
                  onChange={(event) =>
                    change({ hours: clamped(event.target.value, 24) }, 'durationHours')
                  }
                />
                <Field
                  label="Минуты"
                  name="durationMinutes"
                  inputMode="numeric"
                  autoComplete="off"
                  value={form.minutes}
                  help={form.minutes === '59' && 'Не больше 59: час и больше пишут в поле «Часы»'}
                  error={errors['durationMinutes']}
                  onBlur={() => check('durationMinutes')}
                  onChange={(event) =>
                    change({ minutes: clamped(event.target.value, 59) }, 'durationMinutes')
                  }
                />
              </div>
            </fieldset>
          </>
        )}
      </Section>
      <Section title="Площадка">
        {venues.length > 0 && form.placeName === '' && form.place.address === '' && (
          <div className="flow">
            {venues.map((venue) => (
              <Button
                key={venue.placeName}
                size="s"
                onClick={() => {
                  const { placeName, place, ...usual } = usualAt(venue)
                  // A time that the artist has chosen is not replaced.
                  const time = form.start === proposed ? usual : {}
                  change({ placeName, place, ...time }, ...AT_VENUE)
                }}
              >
                Там же: {venue.placeName}
              </Button>
            ))}
          </div>
        )}
        <Field
          label="Название площадки"
          name="placeName"
          autoComplete="off"
          maxLength={PLACE_NAME_MAX}
          value={form.placeName}
          error={errors['location.name']}
          onChange={(event) => change({ placeName: event.target.value }, 'location.name')}
        />
        <PlaceFields
          place={form.place}
          name={form.placeName}
          username={username}
          errors={errors}
          onChange={changePlace}
        >
          {local && !fixedTime && (
            <VenueClock
              local={local}
              start={form.start}
              same={form.start === proposed && form.place.point === placed}
              onStart={(start) => change({ start }, 'dateTimeStart')}
            />
          )}
        </PlaceFields>
      </Section>
    </>
  )
}
