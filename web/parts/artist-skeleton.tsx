import { LoadingWords } from '../ui/loading-words.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './artist-skeleton.module.css'

/** Stands in the place of a page of the artist's area while it is on its way. */
export function ArtistSkeleton() {
  return (
    <main className={css.page}>
      <Skeleton shape="title" width="half" />
      <Skeleton shape="picture" />
      <Skeleton shape="title" width="long" />
      <Skeleton width="full" />
      <Skeleton width="long" />
      <LoadingWords
        text="Загружаем…"
        lateText="Связь медленная, ещё загружаем. Можно подождать или обновить страницу."
      />
    </main>
  )
}
