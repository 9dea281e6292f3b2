import { useState, useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { counted, plural } from '#domain/russian.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { isGoing, rememberGoing, watchMemory } from '#web/lib/device-memory.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { Check, Ticket } from '#web/ui/icons.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import css from './concert-actions.module.css'
import type { ConcertView } from './concert-view.ts'

type GoingFormProps = {
  session: ConcertView['session']
  /** Another action is the main one. */
  quiet: boolean
}

/** «I will go», and back: a form before the scripts come, a switch afterwards. */
function GoingForm({ session, quiet }: GoingFormProps) {
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

export type ConcertActionsProps = {
  session: ConcertView['session']
  /** The main action stands beside the text on a wide screen, on the lower edge of a telephone. */
  place: 'side' | 'foot'
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text)
}

/** What there is to do: to order while it goes on, to buy a ticket, or to promise to come. */
export function ConcertActions({ session, place }: ConcertActionsProps) {
  const { sessionStatus, advancedSession, artist } = session
  if (sessionStatus === 'PLAYED') return null
  const { ticketLink, privacy } = advancedSession
  const on = sessionStatus === 'NOW'
  const coming = isWebAddress(ticketLink) ? (
    <Button
      block
      variant={on ? 'line' : 'primary'}
      href={ticketLink}
      target="_blank"
      rel="noopener"
      icon={<Ticket className="ico" />}
    >
      Купить билет
    </Button>
  ) : (
    <GoingForm session={session} quiet={on} />
  )
  const main = on ? (
    <Button block variant="primary" href={`/user/${artist.username}?tab=order`}>
      {privacy.ableGetSongs ? 'Заказать песню' : 'Что сейчас играет'}
    </Button>
  ) : (
    coming
  )
  if (place === 'foot') return <FootBar phoneOnly>{main}</FootBar>
  return (
    <div className={classes(css.actions, !on && 'only-d')}>
      <div className="only-d">{main}</div>
      {on && coming}
    </div>
  )
}
