import type { FoundConcert } from '#web/parts/found-concert.ts'
import { FoundPoster } from '#web/parts/found-poster.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import css from './concerts-section.module.css'
import { HomeBlock } from './home-block.tsx'

type PosterWallProps = { label: string; concerts: readonly FoundConcert[] }

/** Posters side by side: in one line that is pushed sideways on a phone, in rows on a wide screen. */
function PosterWall({ label, concerts }: PosterWallProps) {
  return (
    <ul aria-label={label} className={css.wall}>
      {concerts.map((concert) => (
        <li key={concert.id} className={css.place}>
          <FoundPoster concert={concert} />
        </li>
      ))}
    </ul>
  )
}

type ConcertsSectionProps = {
  /** Null: nobody could say. */
  concerts: readonly FoundConcert[] | null
}

/** The nearest concerts, for whoever came to listen, and the way to the others. */
export function ConcertsSection({ concerts }: ConcertsSectionProps) {
  return (
    <HomeBlock id="concerts" title="Концерты">
      <div className={css.body}>
        {concerts === null && (
          <EmptyState text="Не получилось узнать, где играют. Обновите страницу." rest={false} />
        )}
        {concerts?.length === 0 && (
          <EmptyState text="Пока никто не объявил концерт. Ваш может стать первым." />
        )}
        {concerts !== null && concerts.length > 0 && (
          <PosterWall label="Ближайшие концерты" concerts={concerts} />
        )}
        <Button href="/find" className={css.all}>
          Найти концерт
        </Button>
      </div>
    </HomeBlock>
  )
}
