import { ListPlus, X } from 'lucide-react'
import type { QueueEntry } from '#contract/shapes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconButtonProps } from '../../ui/icon-button.tsx'
import { songPress } from './use-queue-presses.ts'
import type { Stage } from './use-stage.ts'

export type OrderButtonsProps = {
  stage: Stage
  song: QueueEntry
  /** Flag active-session-color-buttons. */
  coloured: boolean
  size: NonNullable<IconButtonProps['size']>
}

/** The artist's answer to an order: away with it, or into the queue. */
export function OrderButtons({ stage, song, coloured, size }: OrderButtonsProps) {
  const look = { size, loading: stage.isPending(songPress(song)) }
  return (
    <>
      <IconButton
        {...look}
        label={`Удалить: ${song.title}`}
        variant={coloured ? 'softDanger' : 'tonal'}
        onClick={() => void stage.skip(song)}
      >
        <X className="ico" />
      </IconButton>
      <IconButton
        {...look}
        label={`В очередь: ${song.title}`}
        variant={coloured ? 'softNow' : 'invert'}
        onClick={() => void stage.enqueue(song)}
      >
        <ListPlus className="ico" />
      </IconButton>
    </>
  )
}
