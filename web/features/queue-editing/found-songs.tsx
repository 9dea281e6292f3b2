import type { Song } from '#contract/shapes.ts'
import type { Search } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Check, Plus } from '#web/ui/icons.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './found-songs.module.css'

export type FoundSongsProps = {
  search: Search<readonly Song[]>
  /** Where a song stands already; null: nowhere. */
  standsIn: (songId: string) => 'list' | 'queue' | null
  onAdd: (song: Song) => void
}

const MARKS = { list: 'В списке', queue: 'В очереди пульта' } as const

/** What the search found, the artist's own songs first; a tap adds a song that is not there yet. */
export function FoundSongs({ search, standsIn, onAdd }: FoundSongsProps) {
  const { found, pending, failed, again } = search
  if (failed !== null) {
    return (
      <div role="alert">
        <EmptyState
          rest={false}
          text={failed}
          action={<Button onClick={again}>Найти ещё раз</Button>}
        />
      </div>
    )
  }
  if (found === null) return <LoadingWords text="Ищем…" />
  if (found.length === 0) {
    return (
      <output className="t-l muted">
        В каталоге такой песни нет. Свою песню можно добавить в репертуаре.
      </output>
    )
  }
  const groups = [
    { title: 'Репертуар музыканта', songs: found.filter((song) => song.isFavorite) },
    { title: 'Все песни', songs: found.filter((song) => !song.isFavorite) },
  ].filter(({ songs }) => songs.length > 0)
  return (
    <div className={css.found} aria-busy={pending}>
      {groups.map(({ title, songs }) => (
        <Section key={title} title={title}>
          <ul>
            {songs.map((song) => {
              const where = standsIn(song.songId)
              return (
                <SongRow
                  key={song.songId}
                  song={song}
                  onPress={() => onAdd(song)}
                  mark={
                    where === null ? (
                      <span className={css.plus}>
                        <Plus className="ico" />
                        <span className="sr">Добавить</span>
                      </span>
                    ) : (
                      <span className={css.there}>
                        <Check className="ico ico-s" />
                        {MARKS[where]}
                      </span>
                    )
                  }
                />
              )
            })}
          </ul>
        </Section>
      ))}
    </div>
  )
}
