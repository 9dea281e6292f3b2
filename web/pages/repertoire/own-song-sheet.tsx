import { Sheet } from '#web/ui/sheet.tsx'
import { OwnSongForm } from './own-song-form.tsx'
import type { useRepertoire } from './use-repertoire.ts'

export type OwnSongSheetProps = {
  open: boolean
  onClose: () => void
  /** What was searched for in vain. */
  title: string
  repertoire: ReturnType<typeof useRepertoire>
  onAdded: () => void
}

/** A song by hand, over the list. */
export function OwnSongSheet({ open, onClose, title, repertoire, onAdded }: OwnSongSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Своя песня"
      subtitle="Если такая уже есть в каталоге, добавим её."
    >
      {open && <OwnSongForm title={title} repertoire={repertoire} onAdded={onAdded} />}
    </Sheet>
  )
}
