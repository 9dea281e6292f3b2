import type { QueueEntry } from '#contract/shapes.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import css from './concert.module.css'
import { PREVIEW_SONGS, takesOrders } from './concert-view.ts'
import type { ConcertView } from './concert-view.ts'

type SongPreviewProps = { songs: readonly QueueEntry[]; session: ConcertView['session'] }

/** The first songs of the concert; ruled paper stands where there are fewer. */
export function SongPreview({ songs, session }: SongPreviewProps) {
  if (session.locked) return <EmptyState text="Песни видны гостям" rest={false} muted />
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

/** The link to the concert's songs, where more can be added. */
export function SongsLink({ session }: Pick<SongPreviewProps, 'session'>) {
  const { id, artist, sessionStatus, locked } = session
  const { ableGetSongs, showSongsOnPoster } = session.advancedSession.privacy
  if (sessionStatus === 'PLAYED' || !(ableGetSongs || showSongsOnPoster)) return null
  const open = takesOrders(session)
  return (
    <Button
      className={css.songs}
      href={`/user/${artist.username}/${id}/songs`}
      icon={<ListMusic />}
    >
      {locked ? 'Ввести кодовое слово' : open ? 'Добавить песню' : 'Все песни'}
    </Button>
  )
}
