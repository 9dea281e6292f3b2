import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { Form, useActionData, useNavigation, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { FEEDBACK_MOST, FILL_ALL } from '#domain/feedback.ts'
import { orElse } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { postedText } from '#web/lib/calls/server-api.ts'
import { useWrongFocus } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import css from './pricing.module.css'

const SUPPORT_FIELDS = ['name', 'email', 'topic', 'message'] as const
type SupportField = (typeof SUPPORT_FIELDS)[number]
type SupportTyped = Record<SupportField, string>

/** Why a request for help was refused, with the typed text. */
export type SupportAnswer = {
  typed: SupportTyped
  errors: Readonly<Record<string, string>>
  /** An error of the form as a whole. */
  error: string | null
  status: number
}

const NOT_SENT = 'Не удалось отправить сообщение. Попробуйте позже.'
const FILL_THIS = 'Заполните это поле'

export function typedIn(posted: FormData): SupportTyped {
  // A form sends every line's end as two characters, and the limit counts characters.
  const typed = (name: SupportField) => postedText(posted, name).replaceAll('\r\n', '\n')
  return {
    name: typed('name'),
    email: typed('email'),
    topic: typed('topic'),
    message: typed('message'),
  }
}

export function notSent(typed: SupportTyped, status = 0): SupportAnswer {
  return { typed, errors: {}, error: NOT_SENT, status }
}

/** Sends a request for help. Null on success. */
export async function askForHelp(typed: SupportTyped, call: Caller): Promise<SupportAnswer | null> {
  const sent = call(api.feedback.support, { body: typed }).then(() => null)
  return orElse(sent, ({ status, fields }) => {
    if (Object.keys(fields).length === 0) return notSent(typed, status)
    const blank = Object.values(fields).includes(FILL_ALL)
    const errors = Object.entries(fields).map(([field, message]) => [
      field,
      message === FILL_ALL ? FILL_THIS : message,
    ])
    return { typed, errors: Object.fromEntries(errors), error: blank ? FILL_ALL : null, status }
  })
}

const NAME = 'support-draft'

function readStoredDraft(): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(readStored(NAME, 'sessionStorage') ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** Restores the text typed in this tab into the fields of a loaded page, except into filled ones. */
function useDraft(form: RefObject<HTMLFormElement | null>): { storeDraft(): void } {
  useEffect(() => {
    const draft = readStoredDraft()
    for (const name of SUPPORT_FIELDS) {
      const field = form.current?.elements.namedItem(name)
      const text = draft[name]
      const takes = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      if (takes && field.value === '' && typeof text === 'string') field.value = text
    }
  }, [form])
  return {
    storeDraft() {
      if (form.current === null) return
      writeStored(NAME, JSON.stringify(typedIn(new FormData(form.current))), 'sessionStorage')
    },
  }
}

/** Browser only: a sent request has no draft any more. */
export function removeDraft(): void {
  writeStored(NAME, null, 'sessionStorage')
}

const NONE: SupportAnswer['errors'] = {}

/** A question to support. The typed text survives a failure and a reload of the tab. */
export function SupportForm() {
  const answer = useActionData<SupportAnswer>()
  const sending = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  const { storeDraft } = useDraft(form)
  const [search] = useSearchParams()
  const errors = answer?.errors ?? NONE
  const typed = answer?.typed
  const refused = Object.keys(errors).length > 0

  useWrongFocus(form, errors)

  return (
    <Form
      method="post"
      ref={form}
      noValidate
      aria-label="Вопрос в поддержку"
      className={css.form}
      onChange={storeDraft}
    >
      {refused && <FieldNote id="support-error" error={answer?.error} />}
      <Field
        label="Имя"
        name="name"
        autoComplete="name"
        maxLength={FEEDBACK_MOST}
        required
        defaultValue={typed?.name}
        error={errors['name']}
      />
      <Field
        label="Почта"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={FEEDBACK_MOST}
        required
        defaultValue={typed?.email}
        error={errors['email']}
      />
      <Field
        label="Тема"
        name="topic"
        maxLength={FEEDBACK_MOST}
        required
        defaultValue={typed?.topic ?? search.get('topic')?.slice(0, FEEDBACK_MOST)}
        error={errors['topic']}
      />
      <TextArea
        label="Сообщение"
        name="message"
        rows={5}
        maxLength={FEEDBACK_MOST}
        required
        defaultValue={typed?.message}
        error={errors['message']}
      />
      <p className="t-s muted">Все поля обязательные. Ответим на почту.</p>
      {/* An error without a field is shown at the button: the top of the form is out of view. */}
      {!refused && <FieldNote id="support-error" error={answer?.error} />}
      <div>
        <Button type="submit" variant="primary" loading={sending}>
          Отправить
        </Button>
      </div>
    </Form>
  )
}
