import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { PLACE_NAME_MAX, TITLE_MAX } from '#domain/announcement.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { useWrongFocus } from '#web/lib/use-wrong-focus.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FieldNote } from '#web/ui/field-note.tsx'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { Section } from '#web/ui/section.tsx'
import { clamped, isFilled } from './concert-form.ts'
import { localText } from './local-moment.ts'
import { PlaceFields } from './place-fields.tsx'
import { useConcertForm } from './use-concert-form.ts'
import { useLocalTime } from './use-local-time.ts'
import css from './create-concert.module.css'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Новый концерт — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = requireArtist

/** The map over the whole screen has an address of its own: nothing is asked anew for it. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return <ArtistSkeleton />
}

const BACK = { href: '/artist?tab=announcement', name: 'Анонсы' }

export default function CreateConcert() {
  const { username } = useLoaderData<typeof clientLoader>()
  const concert = useConcertForm(username)
  const { form, errors, refused, trouble, sending, changed, change, check, send } = concert
  const box = useRef<HTMLFormElement>(null)
  useWrongFocus(box, refused)
  const timeHelp = useLocalTime(form)
  const [earliest] = useState(() => localText(new Date()))
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
                inputMode="numeric"
                autoComplete="off"
                value={form.hours}
                error={errors['durationHours']}
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
                onChange={(event) =>
                  change({ minutes: clamped(event.target.value, 59) }, 'durationMinutes')
                }
              />
            </div>
          </fieldset>
        </Section>
        <Section title="Площадка">
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
