import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf, unplayedCount, waiting } from '#domain/queue.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './finish-dialog.module.css'

export type FinishDialogProps = {
  open: boolean
  queue: readonly QueueEntry[]
  version: 1 | 2
  finishing: boolean
  onClose: () => void
  onFinish: () => void
}

/** The question before the end of a concert, put more gravely where songs would stay unplayed. */
export function FinishDialog(props: FinishDialogProps) {
  const { open, queue, version, finishing, onClose, onFinish } = props
  const count = unplayedCount(queue)
  const answers = { open, onClose, onConfirm: onFinish, confirming: finishing }
  if (count === 0) {
    return <Dialog {...answers} title="Завершить концерт?" tone="danger" safe="Нет" confirm="Да" />
  }
  const grave = {
    ...answers,
    tone: 'danger',
    stacked: true,
    safe: 'Продолжить концерт',
    confirm: 'Завершить',
  } as const
  if (version === 2) {
    return (
      <Dialog {...grave} title="Завершить концерт, не доигрывая следующие треки?">
        Всего {count} незавершенных треков
      </Dialog>
    )
  }
  const now = nowOf(queue)
  return (
    <Dialog {...grave} title="Есть недоигранные песни:">
      <ul className={css.songs}>
        {[...(now === null ? [] : [now]), ...waiting(queue)].map((song) => (
          <li key={song.id} className={css.song}>
            {song.title}
          </li>
        ))}
      </ul>
      <p>Завершить концерт и не доигрывать эти песни?</p>
    </Dialog>
  )
}
