import type { QueueEntry } from '#contract/shapes.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { leastOf, supportText } from './concert-rules.ts'
import css from './song-lists.module.css'
import type { SupportWay } from './support.tsx'
import { InShare, OpenLink, PLUS } from './support.tsx'
import type { Orders } from './use-orders.ts'

/** The songs that money is collected for; nothing where there are none. */
export function Collecting({
  queue,
  orders,
  way,
}: {
  queue: readonly QueueEntry[]
  orders: Orders
  way: SupportWay | null
}) {
  const rows = queue.filter(({ status }) => status === 'COLLECTING')
  if (rows.length === 0) return null
  return (
    <Section title="Собираем вместе" className={css.collecting}>
      <ul>
        {rows.map((entry) => {
          const from = way && leastOf(entry, way.price)
          const address = { song: entry.songId, share: entry.id }
          return (
            <SongRow
              key={entry.id}
              song={entry}
              note={supportText(entry)}
              actions={
                <>
                  {orders.own.has(entry.id) && <InShare entry={entry} orders={orders} />}
                  {way !== null && from !== null && (
                    <OpenLink
                      href={way.hrefOf(address)}
                      onPress={() => way.onOpen(address)}
                      label={`Скинуться: ${entry.title}, +${from}\u00A0₽ или больше`}
                    >
                      <span className={PLUS}>{`+${from}\u00A0₽`}</span>
                    </OpenLink>
                  )}
                </>
              }
            />
          )
        })}
      </ul>
    </Section>
  )
}
