import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import { PLACE_NAME_MAX, TITLE_MAX } from '#domain/concerts/announcement.ts'
import { localTimeNote } from '#domain/russian.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '../../../lib/require-artist.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useWrongFocus } from '../../../lib/value-hooks.ts'
import { useViewerZone } from '#web/lib/viewer-time.ts'
import { ArtistFrame, ArtistSkeleton } from '#web/parts/artist-frame.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field-note.tsx'
import { Field } from '#web/ui/field.tsx'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { Section } from '#web/ui/section.tsx'
import { AddressField } from '../place-picker/address-field.tsx'
import type { PlaceDraft } from '../place-picker/place-draft.ts'
import type { PlacePickerProps } from '../place-picker/place-picker.tsx'
import { useFullMap } from '../place-picker/use-full-map.ts'
import type { ConcertForm, FormErrors } from './concert-form.ts'
import { clamped, isFilled, localText } from './concert-form.ts'
import css from './create-concert.module.css'
import { lastVenueOf, useConcertForm } from './use-concert-form.ts'

/** The map with its pin comes after the form: the form goes out without it too. */
const PickerPart = lazyPart<PlacePickerProps>(
  'web/features/announcement/place-picker/place-picker.tsx',
  async () => (await import('../place-picker/place-picker.tsx')).PlacePicker,
  <p className={css.room}>Загружаем карту… Концерт можно создать и без неё.</p>,
)

type PlaceFieldsProps = {
  place: PlaceDraft
  /** The venue. */
  name: string
  username: string
  errors: FormErrors
  onChange: (step: (before: PlaceDraft) => PlaceDraft) => void
}

/** Where the concert is: the address in words, and the point that puts it on the map. */
function PlaceFields({ place, name, username, errors, onChange }: PlaceFieldsProps) {
  const full = useFullMap()
  const seen = useRef<MapPoint | null>(null)
  const start = lastVenueOf(username)?.place.point ?? null
  const wrongPoint = errors['location.latitude'] ?? errors['location.longitude']
  return (
    <>
      <AddressField
        place={place}
        near={() => place.point ?? seen.current ?? start}
        error={errors['location.description']}
        onChange={onChange}
        onMap={full.open}
      />
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

/** Who announces a concert in another time zone types the hour of his own clock: here he sees the other. */
function useLocalTime({ start, place }: ConcertForm): string | undefined {
  const { city, point } = place
  const [known, setKnown] = useState<Known | null>(null)
  const viewerZone = useViewerZone('Europe/Moscow')

  useEffect(() => {
    if (city === '' || point === null) return undefined
    const ended = new AbortController()
    const { signal } = ended
    // Without an answer the note is missing, and the form is whole all the same.
    call(api.session.cities, { query: { input: city } }, { signal })
      .then((towns) => {
        const remoteness = (town: (typeof towns)[number]) =>
          Math.hypot(town.latitude - point.latitude, town.longitude - point.longitude)
        const [nearest] = towns.toSorted((a, b) => remoteness(a) - remoteness(b))
        if (nearest !== undefined && !signal.aborted) setKnown({ city, timeZone: nearest.timeZone })
      })
      .catch(() => undefined)
    return () => ended.abort()
  }, [city, point])

  const at = new Date(start)
  if (known?.city !== city || Number.isNaN(at.getTime())) return undefined
  const note = localTimeNote(at, known.timeZone, viewerZone)
  return note === null ? undefined : `Начало ${note}`
}

export { ArtistError as ErrorBoundary } from '../../../parts/artist-frame.tsx'

export function meta() {
  return [{ title: 'Новый концерт — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = requireArtist

/** The map over the whole screen has an address of its own: nothing is asked anew for it. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return <ArtistSkeleton />
}

const AT_VENUE = ['location.name', 'location.description']
const BACK = { href: '/artist?tab=announcement', name: 'Анонсы' }

export default function CreateConcert() {
  const { username } = useLoaderData<typeof clientLoader>()
  const concert = useConcertForm(username)
  const { form, errors, refused, trouble, sending, changed, change, check, send } = concert
  const box = useRef<HTMLFormElement>(null)
  useWrongFocus(box, refused)
  const timeHelp = useLocalTime(form)
  const [venue] = useState(() => lastVenueOf(username))
  const [earliest] = useState(() => localText(new Date(serverNow())))
  return (
    <ArtistFrame title="Новый концерт" back={BACK}>
      <form
        ref={box}
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
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
          <Field
            label="Дата и время начала"
            name="dateTimeStart"
            type="datetime-local"
            min={earliest}
            value={form.start}
            help={timeHelp}
            error={errors['dateTimeStart']}
            onChange={(event) => change({ start: event.target.value }, 'dateTimeStart')}
            onBlur={({ target }) => {
              // A date that the browser cannot read is empty here.
              if (target.value !== '' || target.validity.badInput) check('dateTimeStart')
            }}
          />
          <fieldset>
            <legend className={css.legend}>Длительность</legend>
            <div className={css.pair}>
              <Field
                label="Часы"
                name="durationHours"
                inputMode="decimal"
                autoComplete="off"
                value={form.hours}
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
                error={errors['durationMinutes']}
                onBlur={() => check('durationMinutes')}
                onChange={(event) =>
                  change({ minutes: clamped(event.target.value, 59) }, 'durationMinutes')
                }
              />
            </div>
          </fieldset>
        </Section>
        <Section title="Площадка">
          {venue !== null && form.placeName === '' && form.place.address === '' && (
            <Button size="s" onClick={() => change(venue, ...AT_VENUE)}>
              Там же: {venue.placeName}
            </Button>
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
            onChange={concert.changePlace}
          />
        </Section>
        <FootBar className={css.foot}>
          <FieldNote id="create-concert-trouble" error={trouble} />
          <Button
            type="submit"
            variant="primary"
            block
            loading={sending}
            disabled={!isFilled(form)}
          >
            Далее
          </Button>
        </FootBar>
      </form>
      <LeaveGuard changed={changed}>
        <p>Концерт ещё не создан.</p>
      </LeaveGuard>
    </ArtistFrame>
  )
}
