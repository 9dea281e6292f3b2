import type { QueueEntry } from '#contract/shapes.ts'
import { ChevronsUp, ChevronUp, Copy } from '#web/ui/artist-icons.tsx'
import type { IconButtonProps } from '#web/ui/icon-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { X } from '#web/ui/icons.tsx'
import { ListPlus } from '#web/ui/more-icons.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import type { PadFlags } from './load.ts'
import type { PadState } from './use-pad-state.ts'

type SongButtonsProps = {
  pad: Pick<PadState, 'isPending' | 'toTop' | 'oneUp' | 'enqueue' | 'skip'>
  song: QueueEntry
  size: NonNullable<IconButtonProps['size']>
}

/** `coloured`: the flag active-session-color-buttons. */
type ColouredButtonsProps = SongButtonsProps & { coloured: boolean }

/** Flags active-session-copy-button and active-session-cancel-button: a button each beside the song. */
export function CopyButtons({ pad, song, flags, size }: SongButtonsProps & { flags: PadFlags }) {
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

/** Up to the start of the queue, or one place; the `first` song has nowhere to go. */
export function MoveButtons({
  pad,
  song,
  first,
  coloured,
  size,
}: ColouredButtonsProps & { first: boolean }) {
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

/** Takes an order out, or into the queue. */
export function OrderButtons({ pad, song, coloured, size }: ColouredButtonsProps) {
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
