import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import { LONGER_MINUTES } from '#domain/queue/evening-rules.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { ClipboardList, ClockPlus, Coffee, Hand } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { LongerMinutes } from '../commands/command.ts'
import { receptionOf } from '../commands/command-calls.ts'
import css from '../lists/pad-parts.module.css'
import type { PadState } from '../use-pad-state.ts'

type EveningTools = {
  actions: readonly MenuAction[]
  /** A question of the pad to the artist; null where there is none. */
  proposal: ReactNode
}

type Proposal = NonNullable<AnswerOf<typeof api.artist.eveningRules>['proposal']>

const BREAKS = [BREAK_MINUTES.least, 10, 20, 30, 45, BREAK_MINUTES.most]

const answeredAt = (sessionId: string) => `last-call-proposed ${sessionId}`

/** A concert that no server knows asks again. */
export const removeAnswer = (sessionId: string) => writeStored(answeredAt(sessionId), null)

/** The actions of the pad's menu for the rules and the end of the concert; none before it runs. A second pad can only take breaks. */
export function useEveningTools(pad: PadState, owner: 'artist' | 'second'): EveningTools {
  const { session } = pad
  const toast = useToast()
  const zone = useViewerZone('Europe/Moscow')
  const proposal = useProposal(owner === 'artist' ? pad : { ...pad, session: null })
  if (session === null) return { actions: [], proposal: null }

  const { id: sessionId, dateTimeEnd, street } = session
  const { closed } = receptionOf(session.rules)
  function playLonger(minutes: LongerMinutes) {
    pad.playLonger(minutes)
    toast(`Играем до ${clockTime(new Date(Date.parse(dateTimeEnd) + minutes * MINUTE_MS), zone)}`)
  }

  const breaks: MenuAction[] = [
    {
      key: 'break',
      label: `Перерыв ${BREAK_MINUTES.usual} минут`,
      icon: <Coffee className="ico" />,
      onSelect: () => pad.takeBreak(BREAK_MINUTES.usual),
    },
    {
      key: 'other-break',
      label: 'Другой',
      choices: BREAKS.map((minutes) => ({
        short: String(minutes),
        unit: 'мин',
        label: `Перерыв ${minutes} минут`,
        onSelect: () => pad.takeBreak(minutes),
      })),
    },
  ]
  const longer: MenuAction = {
    key: 'longer',
    label: 'Играем дольше',
    icon: <ClockPlus className="ico" />,
    choices: LONGER_MINUTES.map((minutes) => ({
      short: `+${minutes}`,
      unit: 'мин',
      label: `Играем дольше: +${minutes} минут`,
      onSelect: () => playLonger(minutes),
    })),
  }
  if (owner === 'second') return { actions: breaks, proposal }
  return {
    actions: [
      {
        key: 'rules',
        label: 'Правила вечера',
        icon: <ClipboardList className="ico" />,
        href: `/artist/session/rules/${sessionId}`,
      },
      {
        key: 'last-call',
        label: closed ? 'Открыть приём заказов' : 'Закрыть приём заказов',
        icon: <Hand className="ico" />,
        onSelect() {
          pad.takeOrders(closed)
          toast(closed ? 'Приём заказов открыт' : 'Приём заказов закрыт')
        },
      },
      ...breaks,
      ...(street ? [] : [longer]),
    ],
    proposal,
  }
}

/** «До конца 20 минут, в очереди на 45. Закрыть приём?»: shown once a concert, until it is answered. */
function useProposal({ session, closeByClock }: PadState): ReactNode {
  const [proposed, setProposed] = useState<{ of: string; proposal: Proposal } | null>(null)
  const toast = useToast()
  const sessionId = session?.id
  const { closed, byClock } = receptionOf(session?.rules)
  const open = sessionId !== undefined && !closed && !byClock
  const isShown = open && proposed?.of === sessionId

  const look = useEffectEvent(async () => {
    if (sessionId === undefined || readStored(answeredAt(sessionId)) !== null) return
    const asked = call(api.artist.eveningRules, { query: { sessionId } })
    const proposal = (await orWhenUnavailable(asked, null))?.proposal ?? null
    if (proposal !== null) setProposed({ of: sessionId, proposal })
  })
  useEffect(() => {
    if (!open || isShown) return undefined
    const timer = setInterval(() => void look(), MINUTE_MS)
    return () => clearInterval(timer)
  }, [open, isShown])

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
