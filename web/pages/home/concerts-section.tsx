import type { FoundConcert } from '#web/parts/found-concert.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HomeBlock } from './home-block.tsx'
import { PosterWall } from './poster-wall.tsx'
import css from './concerts-section.module.css'

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
