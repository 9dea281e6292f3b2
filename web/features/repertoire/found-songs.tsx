import type { Song } from '#contract/shapes.ts'
import { useParts } from '#web/lib/use-parts.ts'
import type { Search } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { SongRows } from './my-songs.tsx'
import { OwnSongForm } from './own-song.tsx'
import css from './repertoire.module.css'
import type { useRepertoire } from './use-repertoire.ts'

type OthersProps = { songs: readonly Song[]; repertoire: ReturnType<typeof useRepertoire> }

/** Songs of the catalogue that are not in the repertoire, each with the button that adds it. */
function OtherSongs({ songs, repertoire }: OthersProps) {
  const { shown, left, more } = useParts(songs)
  return (
    <Section title="Все песни" count={songs.length}>
      <ul>
        {shown.map((song) => (
          <SongRow
            key={song.songId}
            song={song}
            actions={
              <IconButton
                label={`Добавить: ${song.title}`}
                variant="invert"
                loading={repertoire.isPending(song)}
                onClick={() => void repertoire.add(song)}
              >
                <Plus />
              </IconButton>
            }
          />
        ))}
      </ul>
      {left > 0 && (
        <Button block onClick={more}>
          Показать ещё
        </Button>
      )}
    </Section>
  )
}

type FoundSongsProps = {
  search: Search<Song[]>
  repertoire: ReturnType<typeof useRepertoire>
  onTypeOwn: () => void
}

/** The search results: the artist's own songs first, then the others; and a way to add one's own where none matches. */
export function FoundSongs({ search, repertoire, onTypeOwn }: FoundSongsProps) {
  const { found, pending, failed } = search
  if (failed !== null) {
    return (
      <EmptyState
        rest={false}
        text={failed}
        action={<Button onClick={search.again}>Найти ещё раз</Button>}
      />
    )
  }
  if (found === null) return <LoadingWords text="Ищем…" />
  if (found.length === 0) {
    const title = search.text.trim()
    return (
      <div className={css.found} aria-busy={pending}>
        <EmptyState muted text="В каталоге такой песни нет." />
        <Section title="Добавить свою">
          <OwnSongForm
            key={title}
            title={title}
            repertoire={repertoire}
            onAdded={() => search.setText('')}
          />
        </Section>
      </div>
    )
  }
  const own = new Map(repertoire.songs.map((song) => [song.songId, song]))
  const mine = found.flatMap(({ songId }) => own.get(songId) ?? [])
  const others = found.filter(({ songId }) => !repertoire.has(songId))
  return (
    <div className={css.found} aria-busy={pending}>
      {mine.length > 0 && <SongRows label="Вы играете" songs={mine} repertoire={repertoire} />}
      {others.length > 0 && <OtherSongs songs={others} repertoire={repertoire} />}
      <Button icon={<Plus />} onClick={onTypeOwn}>
        Нет нужной? Добавить свою
      </Button>
    </div>
  )
}
