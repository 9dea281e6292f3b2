import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf } from '#domain/queue/queue.ts'
import { rubles } from '#web/lib/format.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import type { Draft } from './draft.ts'
import { adoptNewcomers, newcomers, ordersOf } from './draft.ts'
import css from './manage-queue.module.css'
import type { QueueNow } from './use-queue-now.ts'

type OnPadProps = { queue: readonly QueueEntry[] }

/** The titles of the songs that are already in the pad's queue: they are moved there and not here. */
export function OnPad({ queue }: OnPadProps) {
  const now = nowOf(queue)
  const queued = queue.filter(({ status }) => status === 'QUEUED')
  if (now === null && queued.length === 0) return null
  return (
    <div className="muted">
      {now !== null && <p>Сейчас играет: {now.title}</p>}
      {queued.length > 0 && (
        <p>Уже в «Очереди» на пульте: {queued.map(({ title }) => title).join(', ')}</p>
      )}
    </div>
  )
}

type MeanwhileProps = {
  draft: Draft
  now: QueueNow
  change: (step: (draft: Draft) => Draft) => void
}

const NAMED = 3

/** «Перемен», «Осень», «Кукушка» и ещё 4. */
function namesOf(songs: readonly QueueEntry[]): string {
  const named = songs.slice(0, NAMED).map(({ title }) => `«${title}»`)
  const more = songs.length > NAMED ? ` и ещё ${songs.length - NAMED}` : ''
  return named.join(', ') + more
}

/** The changes in the concert during the edit, and what saving will refund. */
export function Meanwhile({ draft, now, change }: MeanwhileProps) {
  const { queue, viewOf, over } = now
  const came = newcomers(draft, queue)
  const kept = new Set(draft.songs.map(({ songId }) => songId))
  const back = ordersOf(queue)
    .filter(({ songId }) => draft.known.includes(songId) && !kept.has(songId))
    .reduce((sum, entry) => sum + (viewOf(entry)?.amount ?? 0), 0)
  return (
    <output className={css.notes}>
      {over && <p className={css.over}>Концерт завершён: сохранить эту очередь уже нельзя.</p>}
      {came.length > 0 && !over && (
        <div className={css.came}>
          <p className={css.words}>Пока вы правили, заказали ещё: {namesOf(came)}</p>
          <Button size="s" onClick={() => change((before) => adoptNewcomers(before, queue))}>
            В список
          </Button>
        </div>
      )}
      {back > 0 && !over && (
        <p className="muted">При сохранении слушателям вернётся {rubles(back)}.</p>
      )}
    </output>
  )
}
