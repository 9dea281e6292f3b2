import type { ReactNode } from 'react'
import type { PosterSession } from '#web/parts/poster.tsx'
import { Poster } from '#web/parts/poster.tsx'
import css from './poster-wall.module.css'

type PosterWallProps = {
  label: string
  sessions: readonly PosterSession[]
  /** What stands at the foot of a poster instead of the way to its concert. */
  action?: (session: PosterSession) => ReactNode
}

/** Posters side by side: in one line that is pushed sideways on a phone, in rows on a wide screen. */
export function PosterWall({ label, sessions, action }: PosterWallProps) {
  return (
    <ul aria-label={label} className={css.wall}>
      {sessions.map((session) => (
        <li key={session.id} className={css.place}>
          <Poster session={session} {...(action && { action: action(session) })} />
        </li>
      ))}
    </ul>
  )
}
