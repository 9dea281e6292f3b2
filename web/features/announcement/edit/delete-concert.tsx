import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/index.ts'
import type { Report } from '#contract/report.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { NOTHING_TO_SAVE } from '#web/parts/leave-guard.tsx'
import { Trash2 } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { ListenerWords } from './listener-words.tsx'
import { deletionText, seriesDeletionText } from './deletion-texts.ts'
import css from '../announcement.module.css'

type Privacy = Session['advancedSession']['privacy']
type Status = Session['sessionStatus']

type PrivacySwitchesProps = {
  privacy: Privacy
  status: Status
  onChange: (privacy: Privacy) => void
}

type Choice = {
  name: keyof Privacy
  label: string
  help: string
  /** By status: why the switch has no effect any more. */
  late?: Partial<Record<Status, string>>
}

const SWITCHES: readonly Choice[] = [
  {
    name: 'ableGetSongs',
    label: 'Принимать заказы песен',
    help: 'Слушатели заказывают песни до концерта и во время него',
    late: { PLAYED: 'Концерт прошёл, заказов больше нет' },
  },
  {
    name: 'showSongsOnPoster',
    label: 'Показывать список песен',
    help: 'Заказанные песни видны на странице концерта',
  },
  {
    name: 'showPlayed',
    label: '«Что звучало» после концерта',
    help: 'Страница прошедшего концерта перечисляет сыгранные песни',
  },
  {
    name: 'closedSession',
    label: 'Закрытый концерт',
    help: 'Его нет в афише, поиске и на карте, он открывается только по ссылке',
  },
  {
    name: 'autoRunSession',
    label: 'Начать автоматически',
    help: 'Концерт начнётся сам в назначенное время',
    late: { NOW: 'Концерт уже начался', PLAYED: 'Концерт уже прошёл' },
  },
]

/** Who sees the concert, and what listeners may do in it. */
export function PrivacySwitches({ privacy, status, onChange }: PrivacySwitchesProps) {
  return (
    <div>
      {SWITCHES.map(({ name, label, help, late }) => (
        <Switch
          key={name}
          name={name}
          help={late?.[status] ?? help}
          disabled={late?.[status] !== undefined}
          checked={privacy[name] ?? true}
          onChange={(event) => onChange({ ...privacy, [name]: event.target.checked })}
        >
          {label}
        </Switch>
      ))}
    </div>
  )
}

type DeleteConcertProps = { session: Session }

/** The button that deletes a concert; a running one has to be ended first. */
export function DeleteConcert({ session }: DeleteConcertProps) {
  const [asking, setAsking] = useState(false)
  const [report, setReport] = useState<Report | null>(null)
  const [words, setWords] = useState('')
  const { press, isPending } = usePresses()
  const navigate = useNavigate()
  const toast = useToast()
  const running = session.sessionStatus === 'NOW'
  const query = { sessionId: session.id }
  const series = session.sessionStatus === 'SCHEDULED' ? report?.withFollowing : undefined

  // The question names the sum to be refunded, so it waits for the report.
  const ask = () =>
    press('ask', async () => {
      setReport(await call(api.session.report, { query }))
      setAsking(true)
    })

  const remove = async (all: boolean) => {
    const done = await press('delete', async () => {
      await call(api.session.remove, {
        query: { ...query, ...(all && { following: true }), ...(words !== '' && { words }) },
      })
    })
    setAsking(false)
    if (!done) return
    const amount = (all ? series : report)?.toGiveBack.amount ?? 0
    const deletedText = all ? 'Концерты удалены' : 'Концерт удалён'
    toast(amount > 0 ? `${deletedText}, ${rubles(amount)} возвращаются слушателям` : deletedText)
    await navigate('/artist?tab=announcement', { state: NOTHING_TO_SAVE })
  }

  return (
    <div className={css.delete}>
      <Button
        variant="dangerLine"
        size="s"
        icon={<Trash2 />}
        disabled={running}
        loading={isPending('ask')}
        aria-describedby={running ? 'delete-refused' : undefined}
        onClick={() => void ask()}
      >
        Удалить концерт
      </Button>
      {running && (
        <p id="delete-refused" className="t-s muted">
          Концерт идёт. Удалить его можно будет после завершения.
        </p>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        tone="danger"
        title="Удалить концерт?"
        safe="Оставить"
        confirm={series === undefined ? 'Удалить' : 'Удалить один'}
        stacked={series !== undefined}
        other={
          series === undefined
            ? undefined
            : {
                label: `Удалить все ${series.following + 1}`,
                isDanger: true,
                onPress: () => void remove(true),
              }
        }
        confirming={isPending('delete')}
        onConfirm={() => void remove(false)}
      >
        {report !== null &&
          deletionText(session, report).map((sentence) => <p key={sentence}>{sentence}</p>)}
        {report !== null && series !== undefined && <p>{seriesDeletionText(series, report)}</p>}
        {session.sessionStatus === 'SCHEDULED' && !(series ?? report)?.unpublished && (
          <ListenerWords value={words} onChange={setWords} />
        )}
      </Dialog>
    </div>
  )
}
