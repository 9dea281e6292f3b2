import type { ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import css from './order-screen.module.css'
import { supportText } from './concert-rules.ts'

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
