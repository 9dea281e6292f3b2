import { Check, Plus } from 'lucide-react'
import type { Search } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { SongWishForm } from './song-wish-form.tsx'
import type { WishedSong } from './wished-song.ts'
import css from './found-songs.module.css'

export type FoundSongsProps = {
  search: Search<WishedSong[]>
  /** Those that are wished already. */
  chosen: readonly WishedSong[]
  onAdd: (song: WishedSong) => void
}

const MOST_SHOWN = 12

/** What a search of songs found, and the way to wish each. */
export function FoundSongs({ search, chosen, onAdd }: FoundSongsProps) {
  const { found, pending, failed, again } = search
  const wished = new Set(chosen.map(({ songId }) => songId))
  if (failed !== null)
    return (
      <div role="alert" className={css.failed}>
        <p>{failed}</p>
        <Button variant="invert" size="s" onClick={again}>
          Искать ещё раз
        </Button>
      </div>
    )
  if (found === null) return pending ? <LoadingWords text="Ищем песню…" /> : null
  if (found.length === 0)
    return <output className="muted">Такой песни у нас нет. Попробуйте другие слова.</output>
  return (
    <ul aria-label="Найденные песни" aria-busy={pending || undefined} className={css.songs}>
      {found.slice(0, MOST_SHOWN).map((song) => (
        <SongRow
          key={song.songId}
          song={song}
          {...(wished.has(song.songId)
            ? { note: 'Уже в желаемых', mark: <Check className="ico" /> }
            : {
                actions: (
                  <SongWishForm wish="add" songId={song.songId} onWish={() => onAdd(song)}>
                    <IconButton
                      type="submit"
                      variant="line"
                      label={`Добавить «${song.title}», ${song.artistName}`}
                    >
                      <Plus className="ico" />
                    </IconButton>
                  </SongWishForm>
                ),
              })}
        />
      ))}
    </ul>
  )
}
