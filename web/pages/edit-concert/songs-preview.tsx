import type { QueueEntry } from '#contract/shapes.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PREVIEW_SONGS } from './load-concert.ts'
import css from './songs-preview.module.css'

export type SongsPreviewProps = { songs: readonly QueueEntry[] }

/** The first songs of the concert as its page shows them; fewer than three are padded with ruled paper. */
export function SongsPreview({ songs }: SongsPreviewProps) {
  if (songs.length === 0) {
    return <EmptyState muted text="Список песен концерта еще не опубликован" />
  }
  return (
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
  )
}
