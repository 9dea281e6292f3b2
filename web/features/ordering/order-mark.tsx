import type { ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import css from './order-screen.module.css'
import { supportWords } from './concert-rules.ts'

/** The plus at the end of a row that can be ordered; the row itself is pressed. Drawn by the stylesheet, since a repertoire holds it a hundred times. */
export function OrderMark() {
  return (
    <span className={css.mark}>
      <span className="sr">Заказать</span>
    </span>
  )
}

/** What a press on the row of another's song does, in a word. */
export function WantMark({ children }: { children: ReactNode }) {
  return <span className={css.want}>{children}</span>
}

/** What a listener reads under a song of the queue: that it is his, how many stand behind it with what sum, and who asked for it. */
export function queueNote(
  entry: QueueEntry,
  mine: boolean,
  { support, joined }: { support: unknown; joined: boolean } = { support: null, joined: false },
): string {
  const { names = [] } = entry
  const own = !mine ? '' : joined ? 'Вы поддержали' : 'Ваш заказ'
  return [own, support === null ? '' : (supportWords(entry) ?? ''), names.join(', ')]
    .filter((part) => part !== '')
    .join(' · ')
}
