import { CircleCheck } from 'lucide-react'
import type { QueueEntry } from '#contract/shapes.ts'
import css from './ordered-note.module.css'

export type OrderedNoteProps = {
  /** The song that a form ordered by itself; null: none. */
  ordered: string | null
  queue: readonly QueueEntry[]
}

/** The answer to an order that was made without scripts. */
export function OrderedNote({ ordered, queue }: OrderedNoteProps) {
  if (ordered === null) return null
  const song = queue.find(({ songId }) => songId === ordered)
  return (
    <output className={css.note}>
      <CircleCheck className="ico" />
      {song === undefined ? 'Песня заказана' : `Заказано: «${song.title}»`}
    </output>
  )
}
