import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { SongCover } from '#web/parts/song-cover.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { DraftSong } from './draft.ts'
import css from './edit-row.module.css'

export type EditRowProps = {
  song: DraftSong
  /** From 0. */
  place: number
  count: number
  grip: ReactNode
  /** What the artist alone is told of the song. */
  note: string | null
  /** Why the song will not be in the list once it is saved. */
  gone: string | null
  onMove: (place: number) => void
  onRemove: () => void
}

/** A song in the artist's hands: pulled by its grip or anywhere, or moved by the buttons. */
export function EditRow(props: EditRowProps) {
  const { song, place, count, grip, note, gone, onMove, onRemove } = props
  const moves = [
    { name: 'В начало', to: 0, ends: place === 0 },
    { name: 'Выше', to: place - 1, ends: place === 0 },
    { name: 'Ниже', to: place + 1, ends: place === count - 1 },
  ]
  return (
    <div className={classes(css.row, gone !== null && css.gone)}>
      {grip}
      <SongCover songId={song.songId} imageUrl={song.imageUrl} />
      <div className={css.words}>
        <p className={css.title}>{song.title}</p>
        <p className={css.artist}>{song.artistName}</p>
        {note !== null && <p className={css.note}>{note}</p>}
        {gone !== null && <p className={css.why}>{gone}</p>}
      </div>
      <div className={css.moves}>
        {moves.map(({ name, to, ends }) => (
          // Not disabled: a button that is pressed down to the end must keep the focus.
          <Button
            key={name}
            variant="tonal"
            size="s"
            className={css.move}
            aria-label={`${name}: ${song.title}`}
            aria-disabled={ends}
            onClick={() => {
              if (!ends) onMove(to)
            }}
          >
            {name}
          </Button>
        ))}
      </div>
      <IconButton
        label={`Удалить: ${song.title}`}
        variant="tonal"
        className={css.remove}
        data-remove={song.songId}
        onClick={onRemove}
      >
        <Trash2 className="ico" />
      </IconButton>
    </div>
  )
}
