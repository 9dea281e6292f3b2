import { useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { api } from '#contract/index.ts'
import { useActionData, useRevalidator } from 'react-router'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { call } from '#web/lib/calls/call.ts'
import { readPass, storePass, watchStored } from '#web/lib/device/device-memory.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { passCookie, passIn } from '#web/lib/calls/token.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { PostedRefusal } from '../load.ts'
import css from './order-sheets.module.css'

type LockedEveningProps = {
  sessionId: string
  live: Pick<LiveConcert, 'missing'>
  /** The page has the data from before the word. */
  onStale?: () => void
  /** Shown after the word. */
  children: ReactNode
}

/** A closed evening: asks for the word, then shows the rest. */
export function LockedEvening({ sessionId, live, onStale, children }: LockedEveningProps) {
  const posted = useActionData<PostedRefusal>()?.notAdmitted
  const [word, setWord] = useState(posted?.word ?? '')
  const [refused, setRefused] = useState(posted?.words ?? null)
  const { saving, failed, correct, save, formOf } = useSaving({
    wordsOf: (failure) => failure.fields?.['word'] ?? sentenceOf(failure),
  })
  const { revalidate } = useRevalidator()
  const pass = useSyncExternalStore(
    watchStored,
    () => readPass(sessionId),
    () => null,
  )
  if (pass !== null && !live.missing) return children

  const reload = () => {
    onStale?.()
    return revalidate()
  }
  const enter = () => {
    setRefused(null)
    return save(
      async () => {
        // The live channel reconnects only for a different pass, and the server may return the same one.
        storePass(sessionId, null)
        const entered = await call(api.session.enter, {
          body: { sessionId, word, ...passIn(document.cookie) },
        })
        document.cookie = passCookie(entered.pass, window.location.protocol === 'https:')
        await reload()
        storePass(sessionId, entered.pass)
      },
      // The evening is not closed any more, or is gone.
      ({ code }) => (code === 'NOT_FOUND' ? reload() : undefined),
    )
  }
  return (
    <div className="wrap">
      <Section title="Закрытый вечер">
        <form {...formOf(enter)} method="post" className={css.form}>
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
              setRefused(null)
              correct()
            }}
            error={failed ?? refused}
            help="Его знают хозяева вечера"
          />
          <Button type="submit" variant="primary" size="l" block loading={saving}>
            Открыть вечер
          </Button>
        </form>
      </Section>
    </div>
  )
}
