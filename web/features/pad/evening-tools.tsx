import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { LONGER_MINUTES, rulesFrom } from '#domain/evening-rules.ts'
import type { EveningRules } from '#domain/evening-rules.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { CallFailed, orWhenUnavailable, sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { readStored, writeStored } from '#web/lib/device-memory.ts'
import { useViewerZone } from '#web/lib/viewer-time.ts'
import { ClipboardList, Hand, History } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import type { MenuAction } from '#web/ui/menu.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useToast } from '#web/ui/toast-context.ts'

type EveningTools = { actions: readonly MenuAction[]; sheet: ReactNode }

const proposedAt = (sessionId: string) => `last-call-proposed ${sessionId}`

/** What the pad's menu does with the rules and the end of the concert; null before it runs. */
export function useEveningTools(session: Session | null): EveningTools {
  const [longer, setLonger] = useState(false)
  const [saving, setSaving] = useState(false)
  const toast = useToast()
  const zone = useViewerZone('Europe/Moscow')
  const { lastCall, byClock } = rulesFrom(session?.rules ?? {})
  const sessionId = session?.id

  async function switched(change: Partial<EveningRules>, done: string) {
    if (sessionId === undefined) return
    try {
      const { rules } = await call(api.artist.eveningRules, { query: { sessionId } })
      await call(api.artist.changeRules, { body: { sessionId, rules: { ...rules, ...change } } })
      toast(done)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      toast({ text: sentenceOf(error), tone: 'error' })
    }
  }

  async function playLonger(minutes: (typeof LONGER_MINUTES)[number]) {
    if (sessionId === undefined || saving) return
    setSaving(true)
    try {
      const { dateTimeEnd } = await call(
        api.artist.playLonger,
        { body: { sessionId, minutes } },
        { idempotencyKey: crypto.randomUUID() },
      )
      toast(`Играем до ${clockTime(new Date(dateTimeEnd), zone)}`)
      setLonger(false)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      toast({ text: sentenceOf(error), tone: 'error' })
    } finally {
      setSaving(false)
    }
  }

  const propose = useEffectEvent(async () => {
    if (sessionId === undefined || readStored(proposedAt(sessionId)) !== null) return
    const asked = call(api.artist.eveningRules, { query: { sessionId } })
    const proposal = (await orWhenUnavailable(asked, null))?.proposal ?? null
    if (proposal === null) return
    writeStored(proposedAt(sessionId), 'true')
    const { minutesLeft, queueMinutes } = proposal
    toast({
      text: `До конца ${counted(minutesLeft, 'минута', 'минуты', 'минут')}, в очереди на ${queueMinutes}. Закрыть приём?`,
      action: {
        label: 'Закрыть',
        onPress: () => void switched({ byClock: true }, 'Закрываем приём по часам'),
      },
    })
  })
  const mayPropose = sessionId !== undefined && lastCall !== 'closed' && !byClock
  useEffect(() => {
    if (!mayPropose) return undefined
    const timer = setInterval(() => void propose(), MINUTE_MS)
    return () => clearInterval(timer)
  }, [mayPropose])

  if (sessionId === undefined) return { actions: [], sheet: null }
  const closed = lastCall === 'closed'
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
        onSelect: () =>
          void switched(
            { lastCall: closed ? 'open' : 'closed' },
            closed ? 'Приём заказов открыт' : 'Приём заказов закрыт',
          ),
      },
      {
        key: 'longer',
        label: 'Играем дольше',
        icon: <History className="ico" />,
        onSelect: () => setLonger(true),
      },
    ],
    sheet: (
      <Sheet open={longer} onClose={() => setLonger(false)} title="Играем дольше">
        {LONGER_MINUTES.map((minutes) => (
          <Button
            key={minutes}
            size="stage"
            block
            loading={saving}
            onClick={() => void playLonger(minutes)}
          >
            +{minutes} минут
          </Button>
        ))}
        <p className="muted">Конец концерта сдвинется, слушатели и календари об этом узнают.</p>
      </Sheet>
    ),
  }
}
