import type { FoundConcert } from '#web/parts/found-concert.ts'
import { FoundPoster } from '#web/parts/found-poster.tsx'
import css from './poster-wall.module.css'

type PosterWallProps = { label: string; concerts: readonly FoundConcert[] }

/** Posters side by side: in one line that is pushed sideways on a phone, in rows on a wide screen. */
export function PosterWall({ label, concerts }: PosterWallProps) {
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
