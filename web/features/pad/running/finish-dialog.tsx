import { useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf, unplayedCount, waiting } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { OwnQueue } from '../use-own-queue.ts'
import css from './running-pad.module.css'

type FinishDialogProps = {
  open: boolean
  queue: readonly QueueEntry[]
  own: OwnQueue
  lists: 1 | 2
  finishing: boolean
  onClose: () => void
  /** `playedId`: the entry that sounds and counts as played. */
  onFinish: (playedId?: string) => void
}

/** The question before the end of a concert, more serious where songs would stay unplayed. */
export function FinishDialog(props: FinishDialogProps) {
  const { open, queue, own, lists, finishing, onClose, onFinish } = props
  const [cutId, setCutId] = useState('')
  const count = unplayedCount(queue)
  const now = nowOf(queue)
  const paid = (now && own.get(now.id)?.amount) ?? 0
  const returned = waiting(queue).flatMap(({ id }) => own.get(id)?.amount || [])
  const played = now !== null && paid === 0 && now.id !== cutId
  const onConfirm = () => onFinish(played ? now.id : undefined)
  const answers = { open, onClose, onConfirm, confirming: finishing }
  if (count === 0) {
    return <Dialog {...answers} title="Завершить концерт?" tone="danger" safe="Нет" confirm="Да" />
  }
  const dialogProps = {
    ...answers,
    tone: 'danger',
    stacked: true,
    safe: 'Продолжить концерт',
    confirm: paid > 0 ? `Не сыграна, вернуть ${rubles(paid)}` : 'Завершить',
    other:
      paid > 0 ? { label: 'Сыграна, деньги мне', onPress: () => onFinish(now?.id) } : undefined,
  } as const
  const sounding =
    now !== null &&
    (paid > 0 ? (
      <p className={css.sounding}>
        За песню «{now.title}», которая звучит сейчас, заплатили {rubles(paid)}. Завершить концерт
        и…
      </p>
    ) : (
      <Checkbox
        className={css.sounding}
        checked={played}
        onChange={() => setCutId(played ? now.id : '')}
      >
        «{now.title}» доиграна
      </Checkbox>
    ))
  const toReturn = returned.length > 0 && (
    <p className={css.sounding}>
      {paid > 0 ? 'Ещё за' : 'За'} {counted(returned.length, 'песню', 'песни', 'песен')} вернём{' '}
      {rubles(returned.reduce((sum, amount) => sum + amount, 0))} слушателям.
    </p>
  )
  if (lists === 2) {
    return (
      <Dialog {...dialogProps} title="Завершить концерт, не доигрывая следующие треки?">
        <p>Всего {count} незавершенных треков</p>
        {sounding}
        {toReturn}
      </Dialog>
    )
  }
  return (
    <Dialog {...dialogProps} title="Есть недоигранные песни:">
      <ul className={css.songs}>
        {[...(now === null ? [] : [now]), ...waiting(queue)].map((song) => (
          <li key={song.id} className={css.finishSong}>
            {song.title}
          </li>
        ))}
      </ul>
      <p>Завершить концерт и не доигрывать эти песни?</p>
      {sounding}
      {toReturn}
    </Dialog>
  )
}
