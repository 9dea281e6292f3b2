import { ListPlus, X } from 'lucide-react'
import type { QueueEntry } from '#contract/shapes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconButtonProps } from '../../ui/icon-button.tsx'
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
  return (
    <>
      <IconButton
        size={size}
        aria-disabled={stage.isPending('song')}
        label={`Удалить: ${song.title}`}
        variant={coloured ? 'softDanger' : 'tonal'}
        onClick={() => stage.skip(song)}
      >
        <X className="ico" />
      </IconButton>
      <IconButton
        size={size}
        aria-disabled={stage.isPending('song')}
        label={`В очередь: ${song.title}`}
        variant={coloured ? 'softNow' : 'invert'}
        onClick={() => stage.enqueue(song)}
      >
        <ListPlus className="ico" />
      </IconButton>
    </>
  )
}
