import type { Song } from '#contract/shapes.ts'
import { Button } from '#web/ui/button.tsx'
import css from './preview-row.module.css'

export type SimilarSongsProps = { songs: readonly Song[]; onSong: (song: Song) => void }

/** What of the catalogue a line may have meant; nothing is taken without a press. */
export function SimilarSongs({ songs, onSong }: SimilarSongsProps) {
  if (songs.length === 0) return null
  return (
    <div className={css.similar}>
      <span className="t-s muted">Похоже на</span>
      {songs.map((song) => {
        const name = [song.title, song.artistName].filter((part) => part !== '').join(' — ')
        return (
          <Button
            key={song.songId}
            size="s"
            className={css.near}
            aria-label={`Взять: ${name}`}
            onClick={() => onSong(song)}
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}
