import { REPEATS_MAX, repeatedStarts, weekdayThere } from '#domain/concerts/repeats.ts'
import type { Repeat } from '#domain/concerts/repeats.ts'
import { Refusal } from '#domain/refusal.ts'
import { counted } from '#domain/russian.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { useVenueZone } from './concert-fields.tsx'
import { lastDayOffered } from './concert-form.ts'
import css from '../announcement.module.css'
import type { FormState } from './use-concert-form.ts'

const WEEKDAYS = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'].map((name, at) => ({
  name,
  day: at + 1,
}))

const WEEKDAY_AND_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const

const DATES_SHOWN = 6

/** The days of the concerts in one line, or the reason why there are none. */
function preview(first: Date, zone: string, repeat: Repeat) {
  try {
    const starts = repeatedStarts(first, zone, repeat, new Date(serverNow()))
    const format = new Intl.DateTimeFormat('ru-RU', { ...WEEKDAY_AND_DAY, timeZone: zone })
    // No-break spaces keep «ср 2 дек.» on one line.
    const days = starts.map((at) => format.format(at).replace(',', '').replaceAll(' ', '\u00A0'))
    const hidden = days.length > DATES_SHOWN + 1
    const shown = hidden ? [...days.slice(0, DATES_SHOWN), '…', days.at(-1)] : days
    const many = counted(starts.length, 'концерт', 'концерта', 'концертов')
    return { days: `${many}: ${shown.join(', ')}` }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.fields?.['repeat.until'] }
    throw error
  }
}

export type RepeatsProps = { concert: Pick<FormState, 'form' | 'errors' | 'change'> }

/** One announcement for many evenings: the weekdays, the last day, and the resulting dates. */
export function Repeats({ concert: { form, errors, change } }: RepeatsProps) {
  const { repeat, start, place } = form
  const viewerZone = useViewerZone()
  const zone = useVenueZone(place) ?? viewerZone
  const first = new Date(start)
  const dated = !Number.isNaN(first.getTime())
  const weekdays = repeat?.weekdays ?? []
  const whole = repeat !== null && dated && repeat.until !== '' && weekdays.length > 0
  const previewed = whole ? preview(first, zone, repeat) : null

  const set = (part: Partial<Repeat>) =>
    repeat !== null && change({ repeat: { ...repeat, ...part } }, 'repeat.weekdays', 'repeat.until')

  return (
    <div className="stack">
      <Switch
        name="repeat"
        checked={repeat !== null}
        help={`Еженедельно в выбранные дни, не больше ${REPEATS_MAX} концертов`}
        onChange={({ target }) => {
          const own = dated ? [weekdayThere({ startsAt: first, zone })] : []
          change({
            repeat: target.checked ? { weekdays: own, until: lastDayOffered(start) } : null,
          })
        }}
      >
        Повторять
      </Switch>
      {repeat !== null && (
        <>
          <fieldset aria-describedby="weekdays-note">
            <legend className={css.legend}>Дни недели</legend>
            <div className={css.weekdays}>
              {WEEKDAYS.map(({ name, day }) => (
                <Pill
                  key={day}
                  text
                  pressed={weekdays.includes(day)}
                  onClick={() =>
                    set({
                      weekdays: weekdays.includes(day)
                        ? weekdays.filter((other) => other !== day)
                        : [...weekdays, day],
                    })
                  }
                >
                  {name}
                </Pill>
              ))}
            </div>
            <FieldNote
              id="weekdays-note"
              error={errors['repeat.weekdays']}
              help={weekdays.length === 0 ? 'Выберите хотя бы один день' : undefined}
            />
          </fieldset>
          <Field
            label="Последний день"
            name="until"
            type="date"
            min={start.slice(0, 10)}
            value={repeat.until}
            error={errors['repeat.until'] ?? previewed?.refused}
            onChange={(event) => set({ until: event.target.value })}
          />
          <p aria-live="polite">{previewed?.days}</p>
          {previewed?.days && (
            <p className="t-s muted">
              В тот же час по часам площадки. Каждый потом можно изменить или удалить отдельно.
            </p>
          )}
        </>
      )}
    </div>
  )
}
