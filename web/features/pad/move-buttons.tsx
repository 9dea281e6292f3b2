import { ChevronsUp, ChevronUp } from 'lucide-react'
import type { QueueEntry } from '#contract/shapes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconButtonProps } from '../../ui/icon-button.tsx'
import type { PadState } from './use-pad-state.ts'

export type MoveButtonsProps = {
  pad: PadState
  song: QueueEntry
  /** The first one has nowhere to go. */
  first: boolean
  /** Flag active-session-color-buttons. */
  coloured: boolean
  size: NonNullable<IconButtonProps['size']>
}

/** Up to the start of the queue, or one place. */
export function MoveButtons({ pad, song, first, coloured, size }: MoveButtonsProps) {
  const look = {
    variant: coloured ? 'softLamp' : 'tonal',
    size,
    disabled: first,
  } as const
  return (
    <>
      <IconButton {...look} label={`В начало: ${song.title}`} onClick={() => pad.toTop(song)}>
        <ChevronsUp className="ico" />
      </IconButton>
      <IconButton {...look} label={`Выше на одну: ${song.title}`} onClick={() => pad.oneUp(song)}>
        <ChevronUp className="ico" />
      </IconButton>
    </>
  )
}
