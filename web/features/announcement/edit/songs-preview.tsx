import type { QueueEntry } from '#contract/shapes.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Pencil } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PREVIEW_SONGS } from './load-concert.ts'
import css from './songs-preview.module.css'

export type SongsPreviewProps = {
  songs: readonly QueueEntry[]
  /** Listeners see them on the concert's page. */
  shown: boolean
  /** Where the list is edited. */
  editHref: string
}

/** The first songs of the concert; fewer than three are padded with ruled paper. */
export function SongsPreview({ songs, shown, editHref }: SongsPreviewProps) {
  return (
    <>
      {songs.length === 0 && <EmptyState muted text="Список песен концерта еще не опубликован" />}
      {songs.length > 0 && (
        <ol>
          {songs.map((song) => (
            <SongRow key={song.id} song={song} />
          ))}
          {Array.from({ length: PREVIEW_SONGS - songs.length }, (_, place) => (
            <li key={`empty ${place}`} aria-hidden="true" className={css.padding}>
              <Skeleton shape="cover" className={css.still} />
              <span className={css.lines}>
                <Skeleton shape="title" width="long" className={css.still} />
                <Skeleton width="half" className={css.still} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {songs.length > 0 && !shown && (
        <p className="t-s muted">Слушатели этого списка не видят: показ песен выключен.</p>
      )}
      <Button block href={editHref} icon={<Pencil className="ico" />}>
        Изменить
      </Button>
    </>
  )
}
