import type { QueueEntry } from '#contract/shapes.ts'
import { entryOf } from '#web/lib/device-orders.ts'
import type { DeviceOrder } from '#web/lib/device-orders.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFlipList } from '#web/ui/use-flip-list.ts'
import css from './coming-songs.module.css'

export type ComingSongsProps = {
  queue: readonly QueueEntry[]
  /** What was ordered for free on this device. */
  orders: readonly DeviceOrder[]
  /** The ids of the entries that this device ordered. */
  mine: ReadonlySet<string | undefined>
  /** Milliseconds since 1970: an order older than that has long reached the list, or left it. */
  since: number
  /** What is said in the place of an empty list. */
  empty: string
}

/** What listeners have ordered and the musician has not taken yet. */
export function ComingSongs({ queue, orders, mine, since, empty }: ComingSongsProps) {
  const flip = useFlipList<HTMLUListElement>()
  const rows = queue.filter(({ status }) => status === 'SCHEDULED')
  const coming = orders.filter((order) => order.at >= since && entryOf(order, queue) === undefined)
  return (
    <Section title="Будет сыграно">
      {rows.length + coming.length === 0 && <p className="t-l muted">{empty}</p>}
      <ul ref={flip} className={css.songs}>
        {rows.map((entry) => (
          <SongRow key={entry.id} song={entry} note={mine.has(entry.id) && 'Ваш заказ'} />
        ))}
        {coming.map((order) => (
          <SongRow
            key={order.at}
            song={{ ...order, songId: order.songId ?? order.title, imageUrl: '' }}
            note="Заказано"
          />
        ))}
      </ul>
    </Section>
  )
}
