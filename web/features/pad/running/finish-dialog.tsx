import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf, unplayedCount, waiting } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { OwnQueue } from '../use-own-queue.ts'
import css from './running-pad.module.css'

/** `played`: the playing song has been counted as played, and the end itself may have failed since. */
export type EndStep = null | 'asked' | 'played'

type FinishDialogProps = {
  end: EndStep
  queue: readonly QueueEntry[]
  own: OwnQueue
  lists: 1 | 2
  finishing: boolean
  onClose: () => void
  /** `played`: the playing song is to be paid. */
  onFinish: (played: boolean) => void
}

/** The question before the end of a concert, more serious where songs would stay unplayed. */
export function FinishDialog(props: FinishDialogProps) {
  const { end, queue, own, lists, finishing, onClose, onFinish } = props
  const count = unplayedCount(queue)
  const now = nowOf(queue)
  // The next song has taken the place of the played one without sounding: nobody is asked whether it was played.
  const paid = now === null || end === 'played' ? 0 : (own.get(now.id)?.amount ?? 0)
  const returned = waiting(queue).flatMap(({ id }) => own.get(id)?.amount || [])
  const onConfirm = () => onFinish(false)
  const answers = { open: end !== null, onClose, onConfirm, confirming: finishing }
  if (count === 0) {
    return <Dialog {...answers} title="Завершить концерт?" tone="danger" safe="Нет" confirm="Да" />
  }
  const dialogProps = {
    ...answers,
    tone: 'danger',
    stacked: true,
    safe: 'Продолжить концерт',
    confirm: paid > 0 ? `Не сыграна, вернуть ${rubles(paid)}` : 'Завершить',
    other: paid > 0 ? { label: 'Сыграна, деньги мне', onPress: () => onFinish(true) } : undefined,
  } as const
  const sounding = now !== null && paid > 0 && (
    <p className={css.sounding}>
      За песню «{now.title}», которая звучит сейчас, заплатили {rubles(paid)}. Завершить концерт и…
    </p>
  )
  const toReturn = returned.length > 0 && (
    <p className={css.sounding}>
      Ещё за {counted(returned.length, 'песню', 'песни', 'песен')} вернём{' '}
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
