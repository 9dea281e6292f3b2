import type { QueueEntry } from '#contract/shapes.ts'
import { SongCover } from '#web/parts/song-cover.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import css from './song-sheet.module.css'

export type PadSongSheetProps = {
  song: QueueEntry | null
  open: boolean
  /** It stands first in the queue already. */
  first: boolean
  /** Another song has begun this very moment. */
  resting: boolean
  onClose: () => void
  onPlay: () => void
  onTop: () => void
  onSkip: () => void
}

/** What to do with a song that was tapped. */
export function SongSheet(props: PadSongSheetProps) {
  const { song, open, first, resting, onClose, onPlay, onTop, onSkip } = props
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={song?.title ?? ''}
      subtitle={song?.artistName}
      cover={song && <SongCover songId={song.songId} imageUrl={song.imageUrl} size={88} />}
    >
      <div className={css.actions}>
        <Button
          variant="primary"
          size="stage"
          block
          loading={resting}
          aria-disabled={resting}
          onClick={onPlay}
        >
          Играть
        </Button>
        <Button size="stage" block disabled={first} onClick={onTop}>
          В начало
        </Button>
        <Button variant="dangerLine" size="stage" block onClick={onSkip}>
          Удалить
        </Button>
      </div>
    </Sheet>
  )
}
