import type { QueueEntry } from '#contract/shapes.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PREVIEW_SONGS } from './concert-view.ts'
import css from './song-preview.module.css'

export type SongPreviewProps = { songs: readonly QueueEntry[] }

/** The first songs of the concert; ruled paper stands where there are fewer. */
export function SongPreview({ songs }: SongPreviewProps) {
  if (songs.length === 0)
    return <EmptyState text="Список песен концерта еще не опубликован" rest={false} muted />
  const free = Math.max(0, PREVIEW_SONGS - songs.length)
  return (
    <ul>
      {songs.map((song) => (
        <SongRow key={song.id} song={song} />
      ))}
      {Array.from({ length: free }, (_, at) => (
        <li key={at} aria-hidden="true" className={css.free}>
          <i />
          <span>
            <i />
            <i />
          </span>
        </li>
      ))}
    </ul>
  )
}
