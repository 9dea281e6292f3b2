import { Plus } from 'lucide-react'
import type { Song } from '#contract/shapes.ts'
import type { Search } from '#web/lib/use-search.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { Section } from '#web/ui/section.tsx'
import { OwnSongForm } from './own-song-form.tsx'
import { SongSection } from './song-section.tsx'
import type { useRepertoire } from './use-repertoire.ts'
import css from './repertoire.module.css'

export type FoundSongsProps = {
  search: Search<Song[]>
  repertoire: ReturnType<typeof useRepertoire>
  onTypeOwn: () => void
}

/** What the search found: the artist's own songs first, then all others; and a way on where none of them is it. */
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
  const mine = found.filter(({ songId }) => repertoire.has(songId))
  const others = found.filter(({ songId }) => !repertoire.has(songId))
  return (
    <div className={css.found} aria-busy={pending}>
      {mine.length > 0 && <SongSection title="Вы играете" songs={mine} repertoire={repertoire} />}
      {others.length > 0 && (
        <SongSection title="Все песни" songs={others} repertoire={repertoire} />
      )}
      <Button icon={<Plus className="ico" />} onClick={onTypeOwn}>
        Нет нужной? Добавить свою
      </Button>
    </div>
  )
}
