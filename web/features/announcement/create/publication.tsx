import { serverNow } from '#web/lib/calls/call.ts'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { localText, nextNoon } from './concert-form.ts'
import css from '../announcement.module.css'
import type { FormState } from './use-concert-form.ts'

type WhenProps = {
  /** The value of a datetime-local field. */
  value: string
  /** The start of the concert, likewise. */
  start?: string
  error: string | undefined
  onChange: (value: string) => void
}

/** When everybody will see the concert. */
export function PublishAt({ value, start, error, onChange }: WhenProps) {
  return (
    <Field
      label="Дата и время публикации"
      name="publishAt"
      type="datetime-local"
      min={localText(new Date(serverNow()))}
      {...(start !== undefined && { max: start })}
      value={value}
      error={error}
      help="До этого концерт видите только вы. Подписчикам сообщим, когда он выйдет."
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export type PublicationProps = { concert: Pick<FormState, 'form' | 'errors' | 'change'> }

/** «Опубликовать: сразу / в назначенное время» */
export function Publication({ concert: { form, errors, change } }: PublicationProps) {
  const { publishAt, start } = form
  return (
    <div className="stack">
      <fieldset>
        <legend className={css.legend}>Опубликовать</legend>
        <div className="flow">
          <Pill
            text
            pressed={publishAt === null}
            onClick={() => change({ publishAt: null }, 'publishAt')}
          >
            Сразу
          </Pill>
          <Pill
            text
            pressed={publishAt !== null}
            onClick={() =>
              publishAt === null &&
              change({ publishAt: nextNoon(new Date(serverNow())) }, 'publishAt')
            }
          >
            В назначенное время
          </Pill>
        </div>
      </fieldset>
      {publishAt !== null && (
        <PublishAt
          value={publishAt}
          start={start}
          error={errors['publishAt']}
          onChange={(value) => change({ publishAt: value }, 'publishAt')}
        />
      )}
    </div>
  )
}
