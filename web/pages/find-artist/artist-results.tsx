import type { ArtistCard } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { ArtistRow } from './artist-row.tsx'
import css from './find-artist.module.css'

type ArtistResultsProps = {
  /** What is searched for. */
  q: string
  /** Null while nothing is found or asked. */
  artists: readonly ArtistCard[] | null
  pending: boolean
  failed: string | null
  again: () => void
}

/** Whom the search found, or why nobody is shown. */
export function ArtistResults({ q, artists, pending, failed, again }: ArtistResultsProps) {
  const count = artists?.length ?? 0
  const settled = q !== '' && !pending && failed === null && artists !== null
  return (
    <div className={css.results}>
      <Announcer
        words={
          settled && count > 0 ? `Нашлось: ${counted(count, 'артист', 'артиста', 'артистов')}` : ''
        }
      />
      {q === '' && (
        <EmptyState
          text="Введите имя или никнейм, можно не целиком."
          muted
          action={
            <Button href="/search" size="s">
              Найти концерт
            </Button>
          }
        />
      )}
      {failed !== null && (
        <div role="alert" className={css.failed}>
          <p className="t-l">{failed}</p>
          <Button variant="invert" size="s" onClick={again}>
            Искать ещё раз
          </Button>
        </div>
      )}
      {artists === null && pending && <LoadingWords text="Ищем…" />}
      {settled && count === 0 && (
        <output>
          <EmptyState text="Никого не нашли. Проверьте, как пишется имя, или введите его часть." />
        </output>
      )}
      {count > 0 && (
        <ul aria-label="Найденные артисты" className={css.list}>
          {artists?.map((artist) => (
            <ArtistRow key={artist.username} artist={artist} />
          ))}
        </ul>
      )}
    </div>
  )
}
