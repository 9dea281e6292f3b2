import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { classes } from '#web/ui/classes.ts'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { SongCover } from './song-cover.tsx'
import css from './song-row.module.css'

type SongRowProps = {
  song: { songId: string; title: string; artistName: string; imageUrl: string }
  /** The place in a queue. */
  number?: number
  /** When it sounded. */
  time?: string
  cover?: boolean
  /** `now` is being played, `off` cannot be chosen. */
  tone?: 'now' | 'off' | undefined
  /** The whole row leads there. */
  href?: string
  /** The whole row can be pressed; with an `href` too, it replaces a plain press on the link. */
  onPress?: () => void
  /** A text or an icon inside the row, at its right edge. */
  mark?: ReactNode
  /** A text under the performer. */
  note?: ReactNode
  /** Round buttons beside the pressable part. */
  actions?: ReactNode
  /** The props that make the row draggable, also by its pressable part. */
  hold?: ComponentProps<'li'>
  className?: string | undefined
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A song in a list: number, cover, title and performer in one line of 72 px. */
export function SongRow(props: SongRowProps) {
  const { song, number, time, cover = true, tone, href, onPress, mark, note, actions } = props
  const { hold, className } = props
  const content = (
    <>
      {number !== undefined && <span className={css.number}>{number}</span>}
      {time !== undefined && <span className={css.time}>{time}</span>}
      {cover && <SongCover songId={song.songId} imageUrl={song.imageUrl} />}
      <span className={css.words}>
        <span className={css.title}>
          <WholeWords>{song.title}</WholeWords>
        </span>
        <span className={css.artist}>{song.artistName}</span>
        {note && <span className={css.note}>{note}</span>}
      </span>
      {mark}
    </>
  )
  const press = (event: MouseEvent) => {
    if (!onPress || !isPlain(event)) return
    event.preventDefault()
    onPress()
  }
  return (
    <li {...hold} className={classes(css.row, tone && css[tone], hold?.className, className)}>
      {href !== undefined && (
        <Anchor href={href} className={classes(css.body, css.pressed)} onClick={press}>
          {content}
        </Anchor>
      )}
      {href === undefined && onPress && (
        <button
          type="button"
          data-row=""
          className={classes(css.body, css.pressed)}
          onClick={press}
        >
          {content}
        </button>
      )}
      {href === undefined && !onPress && <div className={css.body}>{content}</div>}
      {actions && <span className={css.actions}>{actions}</span>}
    </li>
  )
}
