import type { ReactNode } from 'react'
import { Poster } from '#web/parts/poster.tsx'
import type { HomeConcert } from './load-concerts.ts'
import css from './poster-wall.module.css'

type PosterWallProps = {
  label: string
  concerts: readonly HomeConcert[]
  /** What stands at the foot of a live concert instead of the way to its page. */
  liveAction: (concert: HomeConcert) => ReactNode
}

/** Posters side by side: in one line that is pushed sideways on a phone, in rows on a wide screen. */
export function PosterWall({ label, concerts, liveAction }: PosterWallProps) {
  return (
    <ul aria-label={label} className={css.wall}>
      {concerts.map((concert) => (
        <li key={concert.id} className={css.place}>
          <Poster session={concert} {...(concert.live && { action: liveAction(concert) })} />
        </li>
      ))}
    </ul>
  )
}
