import { useState } from 'react'
import type { FormEvent } from 'react'
import { useLocation } from 'react-router'
import { api } from '#contract/index.ts'
import { FEEDBACK_MOST } from '#domain/feedback.ts'
import { CallFailed, errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { postedText } from '#web/lib/calls/server-api.ts'
import { NeedsScripts } from '#web/parts/needs-scripts.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './feedback-section.module.css'

const NOT_SENT = 'Не получилось отправить. Ваш текст на месте, попробуйте ещё раз.'

/** The error text at the field. */
function wrongWith(failure: unknown): string {
  const atField = failure instanceof CallFailed ? failure.fields['message'] : undefined
  return atField ?? errorMessage(failure, NOT_SENT)
}

type FeedbackFormProps = { onSent: () => void }

/** One anonymous field. With a blank message the button only looks disabled. */
function FeedbackForm({ onSent }: FeedbackFormProps) {
  const hydrated = useHydrated()
  const [wrong, setWrong] = useState<string | null>(null)
  const [onlySpaces, setOnlySpaces] = useState(false)
  const [sending, setSending] = useState(false)

  async function send(message: string) {
    setSending(true)
    setWrong(null)
    try {
      await call(api.feedback.send, { body: { message } })
      onSent()
    } catch (failure) {
      setWrong(wrongWith(failure))
    }
    setSending(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!sending) void send(postedText(new FormData(event.currentTarget), 'message'))
  }
  return (
    <form className={css.form} data-blank={onlySpaces} onSubmit={submit}>
      <NeedsScripts />
      <TextArea
        label="Сообщение"
        labelHidden
        name="message"
        placeholder="Ваше сообщение"
        maxLength={FEEDBACK_MOST}
        error={wrong}
        onChange={(event) => {
          setWrong(null)
          setOnlySpaces(event.target.value.trim() === '')
        }}
      />
      <Button
        type="submit"
        variant="invert"
        disabled={!hydrated}
        loading={sending}
        className={css.send}
      >
        Отправить
      </Button>
    </form>
  )
}

const focusOn = (card: HTMLElement | null) => card?.focus()

/** Anonymous feedback; once it is sent, the thanks replace the form. */
export function FeedbackSection() {
  const { search } = useLocation()
  const [sent, setSent] = useState(false)
  return (
    <section id="feedback" aria-labelledby="feedback-title" data-theme="day" className={css.ground}>
      <div className={`wrap ${css.sides}`}>
        <div>
          <h2 id="feedback-title" className="d-l">
            Чего вам не хватает?
          </h2>
          <p className={`t-l ${css.about}`}>Напишите без имени и почты. Мы читаем всё.</p>
        </div>
        {sent ? (
          <div ref={focusOn} tabIndex={-1} className={css.thanks}>
            <p className="d-s">Спасибо, что поделились своим мнением!</p>
            <Anchor href={`/${search}#feedback`} className="link" onClick={() => setSent(false)}>
              Написать ещё
            </Anchor>
          </div>
        ) : (
          <FeedbackForm onSent={() => setSent(true)} />
        )}
      </div>
    </section>
  )
}
