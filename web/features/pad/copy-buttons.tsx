import { Copy, X } from 'lucide-react'
import type { QueueEntry } from '#contract/shapes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconButtonProps } from '../../ui/icon-button.tsx'
import { useToast } from '../../ui/toast-context.ts'
import type { PadFlags } from './pad-flags.ts'
import type { PadState } from './use-pad-state.ts'

export type CopyButtonsProps = {
  pad: PadState
  song: QueueEntry
  flags: PadFlags
  size: NonNullable<IconButtonProps['size']>
}

/** Flags active-session-copy-button and active-session-cancel-button: a button each beside the song. */
export function CopyButtons({ pad, song, flags, size }: CopyButtonsProps) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(`${song.artistName} — ${song.title}`).then(
      () => toast('Название скопировано'),
      () => toast({ text: 'Не удалось скопировать название', tone: 'error' }),
    )
  return (
    <>
      {flags.copyButton && (
        <IconButton
          label={`Копировать название: ${song.title}`}
          size={size}
          variant={flags.colorButtons ? 'softLamp' : 'tonal'}
          onClick={() => void copy()}
        >
          <Copy className="ico" />
        </IconButton>
      )}
      {flags.cancelButton && (
        <IconButton
          label={`Отменить: ${song.title}`}
          size={size}
          variant={flags.colorButtons ? 'softDanger' : 'tonal'}
          aria-disabled={pad.isPending('song')}
          onClick={() => pad.skip(song)}
        >
          <X className="ico" />
        </IconButton>
      )}
    </>
  )
}
