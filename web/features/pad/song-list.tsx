import type { ReactNode, RefCallback } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFlipList } from '#web/ui/use-flip-list.ts'
import css from './song-list.module.css'
import type { OwnQueue } from './use-own-queue.ts'
import { ownWords } from './use-own-queue.ts'

export type SongListProps = {
  title: string
  songs: readonly QueueEntry[]
  /** What to say when there are none. */
  empty: string
  numbered?: boolean
  cover?: boolean
  /** The ids of those that have just come. */
  fresh: ReadonlySet<string>
  own: OwnQueue
  /** Say «3 песни» instead of the bare number, where there is room. */
  wordy: boolean
  onPress?: (song: QueueEntry) => void
  actionsOf?: (song: QueueEntry, place: number) => ReactNode
  /** Marks the end of the list. */
  end?: RefCallback<HTMLElement>
  className?: string | undefined
}

/** A titled list of the queue; rows glide to their new places. */
export function SongList(props: SongListProps) {
  const {
    title,
    songs,
    empty,
    numbered = false,
    cover = false,
    fresh,
    own,
    wordy,
    className,
  } = props
  const { onPress, actionsOf, end } = props
  const list = useFlipList<HTMLElement>()
  const List = numbered ? 'ol' : 'ul'
  const count = wordy ? counted(songs.length, 'песня', 'песни', 'песен') : songs.length
  return (
    <Section title={title} count={count} className={className}>
      <div>
        <List ref={list} className={css.songs}>
          {songs.map((song, place) => (
            <SongRow
              key={song.id}
              song={song}
              cover={cover}
              tone={fresh.has(song.id) ? 'new' : undefined}
              note={ownWords(own.get(song.id))}
              {...(numbered && { number: place + 1 })}
              {...(onPress && { onPress: () => onPress(song) })}
              actions={actionsOf?.(song, place)}
            />
          ))}
        </List>
        {end !== undefined && <span ref={end} aria-hidden="true" className={css.end} />}
        {songs.length === 0 && <EmptyState muted rest={false} text={empty} />}
      </div>
    </Section>
  )
}
