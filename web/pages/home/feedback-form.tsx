import { useState } from 'react'
import type { FormEvent } from 'react'
import { useActionData, useLocation } from 'react-router'
import { api } from '#contract/index.ts'
import { FEEDBACK_MOST } from '#domain/feedback.ts'
import { call } from '#web/lib/call.ts'
import { postedText } from '#web/lib/posted-text.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { withWord } from './passed-on.ts'
import type { PostedFeedback } from './post-feedback.ts'
import { wrongWith } from './post-feedback.ts'
import css from './feedback-form.module.css'

type FeedbackFormProps = { onSent: () => void }

/** One field that nobody has to sign. A blank message only looks as if it could not be sent. */
export function FeedbackForm({ onSent }: FeedbackFormProps) {
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
      action={`${withWord(search, 'index')}#feedback`}
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
