import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/call.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { NOTHING_TO_SAVE } from '#web/parts/leave-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import css from './edit-concert.module.css'

export type DeleteConcertProps = { session: Session }

/** The way to call a concert off; a running one has to be ended first. */
export function DeleteConcert({ session }: DeleteConcertProps) {
  const [asking, setAsking] = useState(false)
  const { press, isPending } = usePresses()
  const navigate = useNavigate()
  const toast = useToast()
  const running = session.sessionStatus === 'NOW'

  const remove = async () => {
    const done = await press('delete', async () => {
      await call(api.session.remove, { query: { sessionId: session.id } })
    })
    setAsking(false)
    if (!done) return
    toast('Концерт удалён')
    await navigate('/artist?tab=announcement', { state: NOTHING_TO_SAVE })
  }

  return (
    <div className={css.delete}>
      <Button
        variant="dangerLine"
        size="s"
        icon={<Trash2 className="ico" />}
        disabled={running}
        aria-describedby={running ? 'delete-refused' : undefined}
        onClick={() => setAsking(true)}
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
        <p>«{session.title}» исчезнет из афиши вместе с заказами. Вернуть его нельзя.</p>
      </Dialog>
    </div>
  )
}
