import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { receptionOf } from '../commands/command-calls.ts'
import css from '../running/running-pad.module.css'
import type { PadState } from '../use-pad-state.ts'

type Proposal = NonNullable<AnswerOf<typeof api.artist.eveningRules>['proposal']>

const answeredAt = (sessionId: string) => `last-call-proposed ${sessionId}`

/** A concert that no server knows asks again. */
export const removeAnswer = (sessionId: string) => writeStored(answeredAt(sessionId), null)

/** «До конца 20 минут, в очереди на 45. Закрыть приём?»: until it is answered once a concert, or the songs fit. */
export function useLastCall({ session, closeByClock }: PadState): ReactNode {
  const [proposed, setProposed] = useState<{ of: string; proposal: Proposal } | null>(null)
  const toast = useToast()
  const sessionId = session?.id
  const { closed, byClock } = receptionOf(session?.rules)
  const open = sessionId !== undefined && !closed && !byClock
  // With another end it is asked anew.
  const of = `${sessionId} ${Date.parse(session?.dateTimeEnd ?? '')}`
  const isShown = open && proposed?.of === of

  const look = useEffectEvent(async () => {
    if (sessionId === undefined || readStored(answeredAt(sessionId)) !== null) return
    const asked = call(api.artist.eveningRules, { query: { sessionId } })
    const answer = await orWhenUnavailable(asked, null)
    if (answer === null || readStored(answeredAt(sessionId)) !== null) return
    setProposed(answer.proposal && { of, proposal: answer.proposal })
  })
  useEffect(() => {
    if (!open) return undefined
    const timer = setInterval(() => void look(), MINUTE_MS)
    return () => clearInterval(timer)
  }, [open])

  if (!isShown) return null
  const { minutesLeft, queueMinutes } = proposed.proposal
  const answered = () => {
    writeStored(answeredAt(sessionId), 'true')
    setProposed(null)
  }
  function close() {
    closeByClock()
    answered()
    toast('Закрываем приём по часам')
  }

  return (
    <section aria-label="Приём заказов" className={css.proposal}>
      <p>
        До конца {counted(minutesLeft, 'минута', 'минуты', 'минут')}, в очереди на {queueMinutes}.
        Закрыть приём?
      </p>
      <div className={css.proposalAnswers}>
        <Button onClick={close}>Закрыть</Button>
        <Button variant="text" onClick={answered}>
          Не сейчас
        </Button>
      </div>
    </section>
  )
}
