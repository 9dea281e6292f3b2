import type { ComponentProps, ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { classes } from '#web/ui/classes.ts'
import { WholeWords } from '#web/ui/whole-words.tsx'
import type { OwnView } from '../use-own-queue.ts'
import css from './pad-row.module.css'
import { saidOf, songFacts } from './song-facts.ts'

export type PadRowProps = {
  song: QueueEntry
  view: OwnView | undefined
  /** The place in the order of all lists. */
  number?: number | undefined
  /** An order among the artist's own songs. */
  guest?: boolean
  fresh?: boolean
  /** The set's note before the song. */
  before?: string | null
  onPress?: (() => void) | undefined
  /** Round buttons beside the title. */
  actions?: ReactNode
  hold?: ComponentProps<'li'>
}

/** A waiting song of the pad: the title, one line of facts, and the words over the whole width under both. */
export function PadRow(props: PadRowProps) {
  const { song, view, number, guest, fresh, before = null, onPress, actions, hold } = props
  const { sum, rest } = songFacts(song, view)
  const said = saidOf(song, view)
  const facts = [
    ...(number === undefined ? [] : [<b key="n">{number}</b>]),
    ...(sum === null ? [] : [<b key="sum">{sum}</b>]),
    ...rest.map((one) => <span key={one}>{one}</span>),
  ]
  const body = (
    <>
      <span className={css.title}>
        <WholeWords>{song.title}</WholeWords>
      </span>
      <span className={css.facts}>
        {facts.flatMap((one, at) => (at > 0 ? [' · ', one] : [one]))}
      </span>
    </>
  )
  const look = classes(css.row, guest && css.guest, fresh && css.fresh, hold?.className)
  return (
    <li {...hold} className={look}>
      {onPress === undefined ? (
        <div className={css.body}>{body}</div>
      ) : (
        <button
          type="button"
          data-row=""
          className={classes(css.body, css.pressed)}
          onClick={onPress}
        >
          {body}
        </button>
      )}
      {actions && <span className={css.actions}>{actions}</span>}
      {before !== null && <span className={css.before}>{before}</span>}
      {said?.title && (
        <span className={css.said}>
          <i>Зал не видит:</i> {said.title}
        </span>
      )}
      {said?.hidden && (
        <span className={css.said}>
          <i>скрыто</i>
        </span>
      )}
      {said?.words && !said.words.startsWith('Для: ') && (
        <span className={css.said}>
          {said.name !== null && song.backers > 1 && `${said.name}: `}
          {said.words}
        </span>
      )}
    </li>
  )
}
