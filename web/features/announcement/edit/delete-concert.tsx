import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/index.ts'
import type { Report } from '#contract/report.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/call.ts'
import { rubles } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { NOTHING_TO_SAVE } from '#web/parts/leave-guard.tsx'
import { Trash2 } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import { deletionWords } from './deletion-texts.ts'
import css from './edit-concert.module.css'

export type DeleteConcertProps = { session: Session }

/** The way to call a concert off; a running one has to be ended first. */
export function DeleteConcert({ session }: DeleteConcertProps) {
  const [asking, setAsking] = useState(false)
  const [report, setReport] = useState<Report | null>(null)
  const { press, isPending } = usePresses()
  const navigate = useNavigate()
  const toast = useToast()
  const running = session.sessionStatus === 'NOW'
  const query = { sessionId: session.id }

  // What goes back is said before the question, so the question waits for it.
  const ask = () =>
    press('ask', async () => {
      setReport(await call(api.session.report, { query }))
      setAsking(true)
    })

  const remove = async () => {
    const done = await press('delete', async () => {
      await call(api.session.remove, { query })
    })
    setAsking(false)
    if (!done) return
    const amount = report?.toGiveBack.amount ?? 0
    toast(
      amount > 0 ? `Концерт удалён, ${rubles(amount)} возвращаются слушателям` : 'Концерт удалён',
    )
    await navigate('/artist?tab=announcement', { state: NOTHING_TO_SAVE })
  }

  return (
    <div className={css.delete}>
      <Button
        variant="dangerLine"
        size="s"
        icon={<Trash2 className="ico" />}
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
        confirm="Удалить"
        confirming={isPending('delete')}
        onConfirm={() => void remove()}
      >
        {report !== null &&
          deletionWords(session, report).map((sentence) => <p key={sentence}>{sentence}</p>)}
      </Dialog>
    </div>
  )
}
