import { ListPlus, X } from 'lucide-react'
import type { QueueEntry } from '#contract/shapes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconButtonProps } from '../../ui/icon-button.tsx'
import type { PadState } from './use-pad-state.ts'

export type OrderButtonsProps = {
  pad: PadState
  song: QueueEntry
  /** Flag active-session-color-buttons. */
  coloured: boolean
  size: NonNullable<IconButtonProps['size']>
}

/** The artist's answer to an order: away with it, or into the queue. */
export function OrderButtons({ pad, song, coloured, size }: OrderButtonsProps) {
  return (
    <>
      <IconButton
        size={size}
        aria-disabled={pad.isPending('song')}
        label={`Удалить: ${song.title}`}
        variant={coloured ? 'softDanger' : 'tonal'}
        onClick={() => pad.skip(song)}
      >
        <X className="ico" />
      </IconButton>
      <IconButton
        size={size}
        aria-disabled={pad.isPending('song')}
        label={`В очередь: ${song.title}`}
        variant={coloured ? 'softNow' : 'invert'}
        onClick={() => pad.enqueue(song)}
      >
        <ListPlus className="ico" />
      </IconButton>
    </>
  )
}
