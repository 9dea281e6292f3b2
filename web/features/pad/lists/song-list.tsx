import type { ReactNode, RefCallback } from 'react'
import { useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import type { SongRowProps } from '#web/parts/songs/song-row.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Coffee } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { IconButtonProps } from '#web/ui/buttons/icon-button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus, X } from '#web/ui/icons/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useFlipList } from '#web/ui/lists/use-flip-list.ts'
import { Asks } from './asks.tsx'
import type { SongPlace } from '../commands/command.ts'
import { useDragRow, useEmptyList } from './drag-songs.tsx'
import css from './song-list.module.css'
import type { OwnQueue, OwnView } from '../use-own-queue.ts'
import { ownNoteText } from '../use-own-queue.ts'
import type { PadState } from '../use-pad-state.ts'

type SongListProps = {
  title: string
  /** The list that a song gets into when it is dragged here while there are none. */
  list: SongPlace['list']
  songs: readonly QueueEntry[]
  /** The text where there are none. */
  empty: string
  /** Its first song is played next. */
  next?: boolean
  numbered?: boolean
  /** The places of songs among all waiting ones, where the two lists are one order. */
  placeOf?: ((song: QueueEntry) => number) | undefined
  cover?: boolean
  /** The ids of the entries that have just arrived. */
  fresh: ReadonlySet<string>
  own: OwnQueue
  /** Show «3 песни» instead of the bare number, where there is room. */
  wordy: boolean
  onPress?: (song: QueueEntry) => void
  actionsOf?: (song: QueueEntry, place: number) => ReactNode
  /** Marks the end of the list. */
  end?: RefCallback<HTMLElement>
  /** Inside the heading, which then stays in view. */
  news?: ReactNode
  /** Under the songs. */
  below?: ReactNode
  /** The button beside the title: adds a song of the artist's own. */
  onAdd?: () => void
  className?: string | undefined
}

/** How many listeners ordered the song and for how much: on a music stand at the edge, so that no row needs a third line for it. */
function support(
  { backers }: QueueEntry,
  view: OwnView | undefined,
  { atEdge, next }: { atEdge: boolean; next: boolean },
): Pick<SongRowProps, 'note' | 'mark'> {
  const asks = <Asks view={view} large={next} />
  // For the next song the pad shows it in larger letters.
  const before = next ? null : beforeWords(view)
  const noteOf = (words: string | null) =>
    (words !== null ||
      before !== null ||
      view?.held !== undefined ||
      [...(view?.asks ?? []), ...(view?.tables ?? [])].length > 0) && (
      <>
        {words}
        {before !== null && <span className={css.before}>{before}</span>}
        {asks}
      </>
    )
  if (!atEdge) return { note: noteOf(ownNoteText(view, backers)) }
  const { amount = 0 } = view ?? {}
  const people = ownNoteText(undefined, backers)
  return {
    note: noteOf(ownNoteText(view && { ...view, amount: 0 }, 0)),
    mark: (people !== null || amount > 0) && (
      <span className={css.support}>
        {people !== null && <span className={css.people}>{people}</span>}
        {amount > 0 && <span className={css.sum}>{rubles(amount)}</span>}
      </span>
    ),
  }
}

function DragRow(props: Omit<SongRowProps, 'song'> & { song: QueueEntry }) {
  return <SongRow {...props} hold={useDragRow(props.song)} />
}

/** A titled list of the queue; rows animate to their new places. */
export function SongList(props: SongListProps) {
  const {
    title,
    list,
    songs,
    empty,
    numbered = false,
    placeOf,
    cover = false,
    fresh,
    own,
    wordy,
    className,
  } = props
  const { onPress, actionsOf, end, news, below, onAdd, next = false } = props
  const rows = useFlipList<HTMLElement>()
  const dragged = useEmptyList(list)
  const List = numbered ? 'ol' : 'ul'
  const count = wordy ? counted(songs.length, 'песня', 'песни', 'песен') : songs.length
  return (
    <Section
      title={title}
      count={
        <>
          {news}
          {count}
          {onAdd !== undefined && (
            <IconButton label="Добавить песню" variant="tonal" className={css.add} onClick={onAdd}>
              <Plus className="ico" />
            </IconButton>
          )}
        </>
      }
      className={classes(news !== undefined && css.headed, className)}
    >
      <div data-list={list} className={dragged}>
        <List ref={rows} className={css.songs}>
          {songs.map((song, place) => (
            <DragRow
              key={song.id}
              song={song}
              cover={cover}
              tone={fresh.has(song.id) ? 'new' : undefined}
              {...support(song, own.get(song.id), {
                atEdge: wordy,
                next: placeOf ? placeOf(song) === 1 : place === 0 && next,
              })}
              {...(numbered && { number: placeOf?.(song) ?? place + 1 })}
              {...(onPress && { onPress: () => onPress(song) })}
              actions={actionsOf?.(song, place)}
            />
          ))}
        </List>
        {end !== undefined && <span ref={end} aria-hidden="true" className={css.end} />}
        {songs.length === 0 && <EmptyState muted rest={false} text={empty} />}
        {below}
      </div>
    </Section>
  )
}

type CollectingSongsProps = {
  pad: Pick<PadState, 'queue' | 'isPending' | 'skip'>
  size: NonNullable<IconButtonProps['size']>
}

/** The songs that listeners collect money for, with a button that refunds it; nothing where there are none. */
export function CollectingSongs({ pad, size }: CollectingSongsProps) {
  const songs = pad.queue.filter(({ status }) => status === 'COLLECTING')
  if (songs.length === 0) return null
  return (
    <Section title="Собираем" level={3} count={songs.length} className={css.collecting}>
      <ul>
        {songs.map((song) => {
          const { id, title, backers, collected = 0, goal = 0 } = song
          const people = counted(backers, 'человек', 'человека', 'человек')
          return (
            <SongRow
              key={id}
              song={song}
              cover={false}
              note={`${rubles(collected)} из ${rubles(goal)} · ${people}`}
              actions={
                <IconButton
                  label={`Убрать: ${title}`}
                  size={size}
                  variant="tonal"
                  aria-disabled={pad.isPending('song')}
                  onClick={() => pad.skip(song, collected)}
                >
                  <X className="ico" />
                </IconButton>
              }
            />
          )
        })}
      </ul>
    </Section>
  )
}

const breakWords = (minutes: number) => counted(minutes, 'минута', 'минуты', 'минут')

/** «Перед ней перерыв, 15 минут · Поблагодарить бар»: the set's note and break before a song; null where there are none. */
function beforeWords(view: OwnView | undefined): string | null {
  const { beforeNote = '', beforeBreak = 0 } = view ?? {}
  const words = [
    ...(beforeBreak > 0 ? [`перерыв, ${breakWords(beforeBreak)}`] : []),
    ...beforeNote.split('\n').filter((line) => line !== ''),
  ]
  return words.length === 0 ? null : `Перед ней: ${words.join(' · ')}`
}

type BeforeNextProps = { pad: PadState; own: OwnQueue }

/** The set's note before the next song in large letters, and its break, which one tap starts. */
export function BeforeNext({ pad, own }: BeforeNextProps) {
  const [taken, setTaken] = useState<string | null>(null)
  const [next] = waiting(pad.queue)
  const { beforeNote = '', beforeBreak = 0 } = (next && own.get(next.id)) ?? {}
  const rests = pad.session?.breakUntil !== undefined
  const minutes = rests || taken === next?.id ? 0 : beforeBreak
  if (next === undefined || (beforeNote === '' && minutes === 0)) return null
  return (
    <section aria-label="Перед следующей песней" className={css.beforeNext}>
      <p className={css.beforeTitle}>Перед «{next.title}»</p>
      {beforeNote !== '' && <p className={css.beforeNote}>{beforeNote}</p>}
      {minutes > 0 && (
        <Button
          icon={<Coffee className="ico" />}
          onClick={() => {
            setTaken(next.id)
            pad.takeBreak(minutes)
          }}
        >
          Перерыв {breakWords(minutes)}
        </Button>
      )}
    </section>
  )
}
