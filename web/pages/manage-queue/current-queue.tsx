import { ownWords } from '#web/features/pad/index.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFlipList } from '#web/ui/use-flip-list.ts'
import { ordersOf } from './draft.ts'
import { OnPad } from './on-pad.tsx'
import type { QueueNow } from './use-queue-now.ts'

export type CurrentQueueProps = { now: QueueNow }

/** The ordered songs as they stand; they glide as the concert moves them. */
export function CurrentQueue({ now }: CurrentQueueProps) {
  const list = useFlipList<HTMLOListElement>()
  const orders = ordersOf(now.queue)
  return (
    <Section title="Текущая очередь" count={orders.length}>
      <OnPad queue={now.queue} />
      <ol ref={list}>
        {orders.map((entry, place) => (
          <SongRow
            key={entry.songId}
            song={entry}
            number={place + 1}
            note={ownWords(now.viewOf(entry))}
          />
        ))}
      </ol>
      {orders.length === 0 && (
        <EmptyState
          muted
          text={
            now.over
              ? 'Концерт завершён: очередь больше не меняется.'
              : 'Заказов пока нет. Песни можно добавить самим в режиме редактирования.'
          }
        />
      )}
    </Section>
  )
}
