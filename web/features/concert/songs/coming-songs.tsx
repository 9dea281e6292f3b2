import type { QueueEntry } from '#contract/shapes.ts'
import type { MergedOrder } from '#web/features/ordering/index.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFlipList } from '#web/ui/use-flip-list.ts'
import css from './coming-songs.module.css'

export type ComingSongsProps = {
  queue: readonly QueueEntry[]
  /** What was ordered on this device and the queue does not show yet. */
  coming: readonly MergedOrder[]
  /** The ids of the entries that this device ordered. */
  mine: ReadonlySet<string | undefined>
  /** What is said in the place of an empty list. */
  empty: string
}

/** What listeners have ordered and the musician has not taken yet. */
export function ComingSongs({ queue, coming, mine, empty }: ComingSongsProps) {
  const flip = useFlipList<HTMLUListElement>()
  const rows = queue.filter(({ status }) => status === 'SCHEDULED')
  return (
    <Section title="Будет сыграно">
      {rows.length + coming.length === 0 && <p className="t-l muted">{empty}</p>}
      <ul ref={flip} className={css.songs}>
        {rows.map((entry) => (
          <SongRow key={entry.id} song={entry} note={mine.has(entry.id) && 'Ваш заказ'} />
        ))}
        {coming.map((order) => (
          <SongRow
            key={order.key}
            song={{ ...order, songId: order.songId ?? order.title, imageUrl: '' }}
            note="Заказано"
          />
        ))}
      </ul>
    </Section>
  )
}
