import { Plus, X } from 'lucide-react'
import type { Song } from '#contract/shapes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

export type SongToggleProps = {
  song: Song
  added: boolean
  pending: boolean
  onAdd: () => void
  onRemove: () => void
}

/** Into the repertoire, or out of it. */
export function SongToggle({ song, added, pending, onAdd, onRemove }: SongToggleProps) {
  return (
    <IconButton
      label={added ? `Удалить: ${song.title}` : `Добавить: ${song.title}`}
      variant={added ? 'tonal' : 'invert'}
      loading={pending}
      onClick={added ? onRemove : onAdd}
    >
      {added ? <X className="ico" /> : <Plus className="ico" />}
    </IconButton>
  )
}
