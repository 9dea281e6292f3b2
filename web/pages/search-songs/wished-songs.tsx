import { X } from 'lucide-react'
import { SongRow } from '#web/parts/song-row.tsx'
import { SongWishForm } from '#web/parts/song-wish/song-wish-form.tsx'
import type { WishList } from '#web/parts/song-wish/use-wishes.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './search-songs.module.css'

type WishedSongsProps = {
  list: WishList
  /** Why their titles are not known. */
  failed: string | null
  /** They are being asked for again. */
  asking: boolean
  onAgain: () => void
}

/** The songs that were chosen so far. */
export function WishedSongs({ list, failed, asking, onAgain }: WishedSongsProps) {
  const { songs, remove } = list
  return (
    <Section title="Желаемые песни" count={songs.length > 0 ? songs.length : undefined}>
      {failed !== null && songs.length === 0 && (
        <div role="alert" className={css.failed}>
          <p>{failed}</p>
          <Button size="s" loading={asking} onClick={onAgain}>
            Попробовать ещё раз
          </Button>
        </div>
      )}
      {failed === null && songs.length === 0 && (
        <EmptyState text="Пока ни одной. Найдите песню, которую хотите услышать вживую." />
      )}
      <ul aria-label="Желаемые песни">
        {songs.map((song) => (
          <SongRow
            key={song.songId}
            song={song}
            actions={
              <SongWishForm wish="remove" songId={song.songId} onWish={() => remove(song.songId)}>
                <IconButton type="submit" label={`Убрать «${song.title}», ${song.artistName}`}>
                  <X className="ico" />
                </IconButton>
              </SongWishForm>
            }
          />
        ))}
      </ul>
    </Section>
  )
}
