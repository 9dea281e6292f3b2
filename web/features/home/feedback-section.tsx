import { useState } from 'react'
import type { FormEvent } from 'react'
import { useActionData, useLocation } from 'react-router'
import { api } from '#contract/index.ts'
import { FEEDBACK_MOST } from '#domain/feedback.ts'
import { call } from '#web/lib/call.ts'
import { postedText } from '#web/lib/server-api.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import css from './feedback-section.module.css'
import type { PostedFeedback } from './post-feedback.ts'
import { passedOn, withParam, wrongWith } from './post-feedback.ts'

type FeedbackFormProps = { onSent: () => void }

/** One anonymous field. With a blank message the button only looks disabled. */
function FeedbackForm({ onSent }: FeedbackFormProps) {
  const { search } = useLocation()
  const posted = useActionData<PostedFeedback>()
  const [wrong, setWrong] = useState(posted?.wrong ?? null)
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
    <form
      method="post"
      action={`${withParam(search, 'index')}#feedback`}
      className={css.form}
      data-blank={onlySpaces}
      onSubmit={submit}
    >
      <TextArea
        label="Сообщение"
        labelHidden
        name="message"
        placeholder="Ваше сообщение"
        maxLength={FEEDBACK_MOST}
        defaultValue={posted?.message}
        error={wrong}
        onChange={(event) => {
          setWrong(null)
          setOnlySpaces(event.target.value.trim() === '')
        }}
      />
      <Button type="submit" variant="invert" loading={sending} className={css.send}>
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
  const thanked = sent || new URLSearchParams(search).has('thanks')
  return (
    <section id="feedback" aria-labelledby="feedback-title" data-theme="day" className={css.ground}>
      <div className={`wrap ${css.sides}`}>
        <div>
          <h2 id="feedback-title" className="d-l">
            Чего вам не хватает?
          </h2>
          <p className={`t-l ${css.about}`}>Напишите без имени и почты. Мы читаем всё.</p>
        </div>
        {thanked ? (
          <div ref={sent ? focusOn : null} tabIndex={-1} className={css.thanks}>
            <p className="d-s">Спасибо, что поделились своим мнением!</p>
            <Anchor
              href={`/${passedOn(search)}#feedback`}
              className="link"
              onClick={() => setSent(false)}
            >
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
