import { useState, useSyncExternalStore } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { api } from '#contract/index.ts'
import { useActionData, useRevalidator } from 'react-router'
import { CallFailed, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { readPass, storePass, watchStored } from '#web/lib/device/device-memory.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { passCookie } from '#web/lib/calls/token.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { PostedRefusal } from './load.ts'
import css from './order-sheets.module.css'

type LockedEveningProps = {
  sessionId: string
  live: Pick<LiveConcert, 'missing'>
  /** Shown after the word. */
  children: ReactNode
}

/** A closed evening: asks for the word, then shows the rest. */
export function LockedEvening({ sessionId, live, children }: LockedEveningProps) {
  const posted = useActionData<PostedRefusal>()?.notAdmitted
  const [word, setWord] = useState(posted?.word ?? '')
  const [wrong, setWrong] = useState(posted?.words ?? null)
  const [sending, setSending] = useState(false)
  const { revalidate } = useRevalidator()
  const pass = useSyncExternalStore(
    watchStored,
    () => readPass(sessionId),
    () => null,
  )
  if (pass !== null && !live.missing) return children

  const enter = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    // The live channel reconnects only for a different pass, and the server may return the same one.
    storePass(sessionId, null)
    try {
      const entered = await call(api.session.enter, { body: { sessionId, word } })
      document.cookie = passCookie(entered.pass, window.location.protocol === 'https:')
      await revalidate()
      storePass(sessionId, entered.pass)
      setWrong(null)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setWrong(failure.fields['word'] ?? sentenceOf(failure))
      // The evening is not closed any more, or is gone.
      if (failure.code === 'NOT_FOUND') await revalidate()
    }
    setSending(false)
  }
  return (
    <div className="wrap">
      <Section title="Закрытый вечер">
        <form method="post" noValidate className={css.form} onSubmit={(event) => void enter(event)}>
          <input type="hidden" name="sessionId" value={sessionId} />
          <p className="t-l">Чтобы видеть очередь и заказывать песни, введите кодовое слово.</p>
          <Field
            label="Кодовое слово"
            name="word"
            autoComplete="off"
            autoCapitalize="none"
            value={word}
            onChange={({ target }) => {
              setWord(target.value)
              setWrong(null)
            }}
            error={wrong}
            help="Его знают хозяева вечера"
          />
          <Button type="submit" variant="primary" size="l" block loading={sending}>
            Войти
          </Button>
        </form>
      </Section>
    </div>
  )
}
