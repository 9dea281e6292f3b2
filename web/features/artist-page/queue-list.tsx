import type { QueueEntry } from '#contract/shapes.ts'
import { waiting } from '#domain/queue.ts'
import type { MergedOrder } from '#web/features/ordering/index.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { classes } from '#web/ui/classes.ts'
import { Section } from '#web/ui/section.tsx'
import { useFlipList } from '#web/ui/use-flip-list.ts'
import css from './queue-list.module.css'

export type QueueListProps = {
  queue: readonly QueueEntry[]
  /** What was ordered on this device and the queue does not show yet. */
  coming: readonly MergedOrder[]
  /** The ids of the entries that this device ordered. */
  mine: ReadonlySet<string | undefined>
}

/** What is played next. One's own orders are marked, and stand here before the channel brings them. */
export function QueueList({ queue, coming, mine }: QueueListProps) {
  const flip = useFlipList<HTMLOListElement>()
  const rows = waiting(queue)
  return (
    <div className={classes('wrap', css.queue)}>
      <Section title="В очереди">
        {rows.length + coming.length === 0 && (
          <p className={classes('t-l muted', css.empty)}>
            Здесь будут отображаться заказанные песни
          </p>
        )}
        <ol ref={flip}>
          {rows.map((entry, at) => (
            <SongRow
              key={entry.id}
              song={entry}
              number={at + 1}
              note={mine.has(entry.id) && 'Ваш заказ'}
            />
          ))}
          {coming.map((order, at) => (
            <SongRow
              key={order.key}
              song={{ ...order, songId: order.songId ?? order.title, imageUrl: '' }}
              number={rows.length + at + 1}
              note="Заказано"
            />
          ))}
        </ol>
      </Section>
    </div>
  )
}
