import type { MouseEvent, ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { classes } from '#web/ui/classes.ts'
import { Section } from '#web/ui/layout/section.tsx'
import type { HrefOf, OrderAddress } from './address.ts'
import type { SupportRules } from './concert-rules.ts'
import css from './order-screen.module.css'
import { supportText } from './concert-rules.ts'
import type { Orders } from './use-orders.ts'

export type ShareLinkProps = { words: string; href: string; onPress: () => void }

/** The link from a whole order to a share of it. */
export function ShareLink({ words, href, onPress }: ShareLinkProps) {
  const press = (event: MouseEvent) => {
    event.preventDefault()
    onPress()
  }
  return (
    <a className={classes('link', css.instead)} href={href} onClick={press}>
      {words}
    </a>
  )
}

export type SupportWay = {
  readonly rules: SupportRules
  readonly hrefOf: HrefOf
  readonly onOpen: (address: OrderAddress) => void
  /** Joins at once, by the press itself. */
  readonly onJoin: (entry: QueueEntry) => void
}

/** How songs of this concert are supported; null where its rules do not allow it. */
export function supportWay({ rules, hrefOf, sheet, ordering }: Orders): SupportWay | null {
  if (rules.support === null) return null
  return {
    rules: rules.support,
    hrefOf,
    onOpen: sheet.open,
    onJoin: ({ id, songId, title, artistName, imageUrl }) =>
      void ordering.order({ songId, title, artistName, imageUrl, supports: id }),
  }
}

/** The press and mark of a waiting song that can be supported; the listener's `own` song can only get money. */
export function supportPress(entry: QueueEntry, way: SupportWay | null, own = false) {
  if (way === null || (own && way.rules.shareFrom === null)) return {}
  const { rules, hrefOf, onOpen, onJoin } = way
  const address = { song: entry.songId, share: entry.id }
  const paid = rules.shareFrom !== null
  return {
    href: hrefOf(address),
    onPress: () => (paid ? onOpen(address) : onJoin(entry)),
    mark: (
      <WantMark>
        {paid ? 'Скинуться' : '+1'}
        {!paid && <span className="sr">, хочу тоже</span>}
      </WantMark>
    ),
  }
}

/** The songs that money is collected for; nothing where there are none. */
export function Collecting({
  queue,
  way,
}: {
  queue: readonly QueueEntry[]
  way: SupportWay | null
}) {
  const rows = queue.filter(({ status }) => status === 'COLLECTING')
  if (rows.length === 0) return null
  return (
    <Section title="Собираем вместе" className={css.collecting}>
      <ul>
        {rows.map((entry) => (
          <SongRow
            key={entry.id}
            song={entry}
            note={supportText(entry)}
            {...supportPress(entry, way)}
          />
        ))}
      </ul>
    </Section>
  )
}

/**
 * The plus at the end of a row that can be ordered; the press is on the row itself. Drawn by the stylesheet, since a
 * repertoire has hundreds of rows.
 */
export function OrderMark() {
  return (
    <span className={css.mark}>
      <span className="sr">Заказать</span>
    </span>
  )
}

/** What a press on the row of another listener's song does, in a word. */
export function WantMark({ children }: { children: ReactNode }) {
  return <span className={css.want}>{children}</span>
}

/** The note under a song of the queue: that it is the listener's own, its backers and their sum, and the names of those who ordered it. */
export function queueNote(
  entry: QueueEntry,
  mine: boolean,
  { support, joined }: { support: unknown; joined: boolean } = { support: null, joined: false },
): string {
  const { names = [] } = entry
  const own = !mine ? '' : joined ? 'Вы поддержали' : 'Ваш заказ'
  return [own, support === null ? '' : (supportText(entry) ?? ''), names.join(', ')]
    .filter((part) => part !== '')
    .join(' · ')
}
