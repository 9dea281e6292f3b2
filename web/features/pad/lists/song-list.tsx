import type { ReactNode, RefCallback } from 'react'
import { useId, useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Coffee } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { IconButtonProps } from '#web/ui/buttons/icon-button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { Rule, Section } from '#web/ui/layout/section.tsx'
import { useFlipList } from '#web/ui/lists/use-flip-list.ts'
import type { SongPlace } from '../commands/command.ts'
import { useDragRow, useEmptyList } from './drag-songs.tsx'
import type { PadRowProps } from './pad-row.tsx'
import { PadRow } from './pad-row.tsx'
import { REST } from './row-focus.ts'
import css from './song-list.module.css'
import type { OwnQueue, OwnView } from '../use-own-queue.ts'
import type { PadState } from '../use-pad-state.ts'

type SongListProps = {
  title: string
  /** The list that a song gets into when it is dragged here while there are none. */
  list: SongPlace['list']
  songs: readonly QueueEntry[]
  /** How many there are, where not all are shown. */
  count?: number
  /** The text where there are none. */
  empty?: string
  /** Its first song is played next. */
  next?: boolean
  /** The places of songs among all waiting ones, where the list shows them. */
  placeOf?: ((song: QueueEntry) => number) | undefined
  /** An order stands among the artist's own songs. */
  mixed?: boolean
  /** The ids of the entries that have just arrived. */
  fresh: ReadonlySet<string>
  own: OwnQueue
  onPress?: (song: QueueEntry) => void
  actionsOf?: (song: QueueEntry, place: number) => ReactNode
  /** Marks the end of the list. */
  end?: RefCallback<HTMLElement>
  /** Beside the title, at the right edge. */
  aside?: ReactNode
  /** Under the title. */
  above?: ReactNode
  /** Under the songs. */
  below?: ReactNode
  className?: string | undefined
}

type DragRowProps = Omit<PadRowProps, 'hold'> & { still: boolean }

function DragRow({ still, ...props }: DragRowProps) {
  const hold = useDragRow(props.song, still)
  return <PadRow {...props} hold={hold} />
}

/** A titled list of the queue; rows animate to their new places. */
export function SongList(props: SongListProps & { still?: boolean }) {
  const { title, list, songs, empty, placeOf, mixed = false, fresh, own, className } = props
  const { count = songs.length } = props
  const { onPress, actionsOf, end, aside, above, below, next = false, still = false } = props
  const titleId = useId()
  const rows = useFlipList<HTMLElement>()
  const dragged = useEmptyList(list)
  return (
    <section aria-labelledby={titleId} className={classes(css.list, className)}>
      <Rule />
      <div className={css.head}>
        <h2 {...REST} className={css.heading}>
          <span id={titleId}>{title}</span>
          {count > 0 && <small className={css.count}>{count}</small>}
        </h2>
        {aside}
      </div>
      {above}
      <div data-list={list} className={dragged}>
        <ul ref={rows} className={css.songs}>
          {songs.map((song, at) => (
            <DragRow
              key={song.id}
              song={song}
              still={still}
              view={own.get(song.id)}
              number={placeOf?.(song)}
              guest={mixed && song.status === 'SCHEDULED'}
              fresh={fresh.has(song.id)}
              // Of the next song the pad shows it in larger letters.
              before={next && at === 0 ? null : beforeWords(own.get(song.id))}
              onPress={onPress && (() => onPress(song))}
              actions={actionsOf?.(song, at)}
            />
          ))}
        </ul>
        {end !== undefined && <span ref={end} aria-hidden="true" className={css.end} />}
        {songs.length === 0 && empty !== undefined && <p className={css.nothing}>{empty}</p>}
        {below}
      </div>
    </section>
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
                  onClick={() => pad.skip(song, { amount: collected })}
                >
                  <X />
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
          icon={<Coffee />}
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
