import { Check } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { counted, plural } from '#domain/russian.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { isGoing, rememberGoing, watchMemory } from '#web/lib/device-memory.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import type { ConcertView } from './concert-view.ts'
import css from './going-form.module.css'

export type GoingFormProps = {
  session: ConcertView['session']
  /** Another action is the main one. */
  quiet: boolean
}

/** «I will go», and back: a form before the scripts come, a switch afterwards. */
export function GoingForm({ session, quiet }: GoingFormProps) {
  const [search] = useSearchParams()
  const sent = useActionData<{ failed: string }>()
  const toast = useToast()
  const [sending, setSending] = useState(false)
  const [count, setCount] = useState(session.goingCount)
  const goes = useSyncExternalStore(
    watchMemory,
    () => isGoing(session.id),
    () => search.get('going') === 'yes',
  )

  async function change(going: boolean) {
    setSending(true)
    try {
      const answer = await call(api.session.going, { body: { sessionId: session.id, going } })
      setCount(answer.goingCount)
      rememberGoing(session.id, going)
    } catch (failure) {
      toast({ text: sentenceOf(failure), tone: 'error' })
    }
    setSending(false)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!sending) void change(!goes)
  }
  return (
    <form method="post" className={css.form} onSubmit={send}>
      <input type="hidden" name="going" value={goes ? 'no' : 'yes'} />
      <Button
        type="submit"
        block
        variant={goes ? 'invert' : quiet ? 'line' : 'primary'}
        aria-pressed={goes}
        loading={sending}
        icon={goes && <Check className="ico" />}
      >
        Я пойду
      </Button>
      {sent && <p role="alert">{sent.failed}</p>}
      {count > 0 && (
        <p className="muted t-s">
          {plural(count, 'Пойдёт', 'Пойдут', 'Пойдут')}{' '}
          {counted(count, 'человек', 'человека', 'человек')}
        </p>
      )}
    </form>
  )
}
