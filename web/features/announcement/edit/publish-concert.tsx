import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { shortTimeAndDay } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { useNow, useViewerZone } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { localText, withOffset } from '../create/concert-form.ts'
import { PublishAt } from '../create/publication.tsx'

type PublishConcertProps = { session: Session; publishAt: string; following: boolean }

/** Of a concert that waits: when everybody will see it, at once or at another time. */
export function PublishConcert({ session, publishAt, following }: PublishConcertProps) {
  const zone = useViewerZone(session.location.timeZone)
  const at = new Date(publishAt)
  const now = useNow()
  const [typed, setTyped] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const saving = useForm()
  const send = (moment: string | null) =>
    saving.save(async () => {
      const body = { sessionId: session.id, publishAt: moment, following }
      const { publishAt: then } = await call(api.session.publish, { body })
      setTyped(null)
      toast(then === undefined ? 'Концерт опубликован' : 'Время публикации изменено')
      await revalidate()
    })
  return (
    <Section title="Публикация">
      <p>
        Концерт выйдет: {shortTimeAndDay(at, zone, now)}. До этого его видите только вы, и ссылка на
        него никому не откроется.
      </p>
      <FieldNote id="publish-note" error={saving.failed} />
      <Button
        block
        variant="primary"
        loading={saving.saving && typed === null}
        onClick={() => void send(null)}
      >
        Опубликовать сейчас
      </Button>
      {typed === null ? (
        <Button block onClick={() => setTyped(localText(at))}>
          Изменить время
        </Button>
      ) : (
        <form {...saving.formOf(() => send(withOffset(typed)))} className="stack">
          <PublishAt
            value={typed}
            error={saving.errors['publishAt']}
            onChange={(value) => {
              setTyped(value)
              saving.correct(['publishAt'])
            }}
          />
          <Button type="submit" block loading={saving.saving}>
            Сохранить время
          </Button>
        </form>
      )}
    </Section>
  )
}
