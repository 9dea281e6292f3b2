import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { BREAK_MINUTES } from '#domain/concert.ts'
import { LONGER_MINUTES, rulesFrom } from '#domain/evening-rules.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { CallFailed, orWhenUnavailable, sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { readStored, writeStored } from '#web/lib/device-memory.ts'
import { useViewerZone } from '#web/lib/viewer-time.ts'
import { ClipboardList, Hand, History } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Pause } from '#web/ui/icons.tsx'
import type { MenuAction } from '#web/ui/menu.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import type { LongerMinutes } from './command.ts'
import { isClosed } from './command-calls.ts'
import css from './evening-tools.module.css'
import type { PadState } from './use-pad-state.ts'

type EveningTools = {
  actions: readonly MenuAction[]
  sheet: ReactNode
  /** What the pad asks of itself; null where there is nothing to ask. */
  proposal: ReactNode
}

type Proposal = NonNullable<AnswerOf<typeof api.artist.eveningRules>['proposal']>

const BREAKS = [BREAK_MINUTES.least, 10, 20, 30, 45, BREAK_MINUTES.most]

const answeredAt = (sessionId: string) => `last-call-proposed ${sessionId}`

/** What the pad's menu does with the rules and the end of the concert; nothing before it runs. */
export function useEveningTools(pad: PadState): EveningTools {
  const { session } = pad
  const [sheet, setSheet] = useState<'longer' | 'break' | null>(null)
  const close = () => setSheet(null)
  const toast = useToast()
  const zone = useViewerZone('Europe/Moscow')
  const proposal = useProposal(session)
  if (session === null) return { actions: [], sheet: null, proposal: null }

  const { id: sessionId, dateTimeEnd } = session
  const closed = isClosed(session.rules)
  function playLonger(minutes: LongerMinutes) {
    pad.playLonger(minutes)
    toast(`Играем до ${clockTime(new Date(Date.parse(dateTimeEnd) + minutes * MINUTE_MS), zone)}`)
    close()
  }

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
      {
        key: 'break',
        label: `Перерыв ${BREAK_MINUTES.usual} минут`,
        icon: <Pause className="ico" />,
        onSelect: () => pad.takeBreak(BREAK_MINUTES.usual),
      },
      {
        key: 'other-break',
        label: 'Другой перерыв',
        icon: <Pause className="ico" />,
        onSelect: () => setSheet('break'),
      },
      {
        key: 'longer',
        label: 'Играем дольше',
        icon: <History className="ico" />,
        onSelect: () => setSheet('longer'),
      },
    ],
    sheet: (
      <>
        <Sheet open={sheet === 'longer'} onClose={close} title="Играем дольше">
          {LONGER_MINUTES.map((minutes) => (
            <Button key={minutes} size="stage" block onClick={() => playLonger(minutes)}>
              +{minutes} минут
            </Button>
          ))}
          <p className="muted">Конец концерта сдвинется, слушатели и календари об этом узнают.</p>
        </Sheet>
        <Sheet open={sheet === 'break'} onClose={close} title="Перерыв">
          {BREAKS.map((minutes) => (
            <Button
              key={minutes}
              size="stage"
              block
              onClick={() => {
                pad.takeBreak(minutes)
                close()
              }}
            >
              {minutes} минут
            </Button>
          ))}
          <p className="muted">
            Слушатели увидят, во сколько вы продолжите. Очередь стоит, заказы принимаются.
          </p>
        </Sheet>
      </>
    ),
    proposal,
  }
}

/** «До конца 20 минут, в очереди на 45. Закрыть приём?»: proposed once a concert, and until it is answered. */
function useProposal(session: PadState['session']): ReactNode {
  const [proposed, setProposed] = useState<{ of: string; proposal: Proposal } | null>(null)
  const [answering, setAnswering] = useState(false)
  const toast = useToast()
  const sessionId = session?.id
  const { lastCall, byClock } = rulesFrom(session?.rules ?? {})
  const open = sessionId !== undefined && lastCall !== 'closed' && !byClock
  const stands = open && proposed?.of === sessionId

  const look = useEffectEvent(async () => {
    if (sessionId === undefined || readStored(answeredAt(sessionId)) !== null) return
    const asked = call(api.artist.eveningRules, { query: { sessionId } })
    const proposal = (await orWhenUnavailable(asked, null))?.proposal ?? null
    if (proposal !== null) setProposed({ of: sessionId, proposal })
  })
  useEffect(() => {
    if (!open || stands) return undefined
    const timer = setInterval(() => void look(), MINUTE_MS)
    return () => clearInterval(timer)
  }, [open, stands])

  if (!stands) return null
  const { minutesLeft, queueMinutes } = proposed.proposal
  const answered = () => {
    writeStored(answeredAt(sessionId), 'true')
    setProposed(null)
  }
  async function close() {
    if (sessionId === undefined) return
    setAnswering(true)
    try {
      const { rules } = await call(api.artist.eveningRules, { query: { sessionId } })
      await call(api.artist.changeRules, {
        body: { sessionId, rules: { ...rules, byClock: true } },
      })
      answered()
      toast('Закрываем приём по часам')
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      toast({ text: sentenceOf(error), tone: 'error' })
    } finally {
      setAnswering(false)
    }
  }

  return (
    <section aria-label="Приём заказов" className={css.proposal}>
      <p>
        До конца {counted(minutesLeft, 'минута', 'минуты', 'минут')}, в очереди на {queueMinutes}.
        Закрыть приём?
      </p>
      <div className={css.answers}>
        <Button loading={answering} onClick={() => void close()}>
          Закрыть
        </Button>
        <Button variant="text" onClick={answered}>
          Не сейчас
        </Button>
      </div>
    </section>
  )
}
