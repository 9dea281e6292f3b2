import type { QueueEntry } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import type { Orders, SupportWay } from '#web/features/ordering/index.ts'
import { Collecting, WantButton, wantedBy } from '#web/features/ordering/index.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { classes } from '#web/ui/classes.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { useFlipList } from '#web/ui/lists/use-flip-list.ts'
import css from './hall.module.css'

type QueueListProps = {
  queue: readonly QueueEntry[]
  orders: Orders
  /** Orders are taken. */
  open: boolean
  /** How another listener's song is supported; null where support is not possible. */
  support: SupportWay | null
}

/** The queue. This device's orders are marked, and shown before the channel delivers them. */
export function QueueList({ queue, orders, open, support }: QueueListProps) {
  const flip = useFlipList<HTMLOListElement>()
  const { own, joined, coming, mine } = orders
  const rows = waiting(queue)
  const count = rows.length + coming.length
  return (
    <div className={classes('wrap', css.queue)}>
      <Section title="В очереди" {...(count > 0 && { count })}>
        {count === 0 && (
          <p className={classes('t-l muted', css.empty)}>
            Здесь будут отображаться заказанные песни
          </p>
        )}
        <ol ref={flip} className={css.rows}>
          {rows.map((entry, at) => {
            const isMine = own.has(entry.id)
            const isJoined = joined.has(entry.id)
            return (
              <SongRow
                key={entry.id}
                song={{ ...entry, artistName: wantedBy(entry, isJoined, mine.orders) }}
                number={at + 1}
                note={entry.names?.join(', ')}
                className={isMine && !isJoined ? css.mine : undefined}
                actions={<WantButton {...{ entry, orders, support, open }} />}
              />
            )
          })}
          {coming.map((order, at) => (
            <SongRow
              key={order.key}
              song={{ ...order, songId: order.songId ?? order.title, imageUrl: '' }}
              number={rows.length + at + 1}
              className={css.mine}
            />
          ))}
        </ol>
      </Section>
      {queue.some(({ status }) => status === 'COLLECTING') && (
        <Collecting queue={queue} orders={orders} way={support} />
      )}
    </div>
  )
}
