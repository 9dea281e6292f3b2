import type { ReactNode } from 'react'
import { runningAction } from '#domain/concerts/running-action.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import type { FoundConcert } from './found-concert.ts'
import css from './poster.module.css'
import { Poster } from './poster.tsx'

type FoundPosterProps = {
  concert: FoundConcert
  /** Shown above the button: why the concert was found. */
  reason?: ReactNode
  /** Its picture is the first thing visible on its page. */
  first?: boolean
}

/** A concert found by a search: a live one is marked so and takes songs at once. */
export function FoundPoster({ concert, reason, first = false }: FoundPosterProps) {
  const { artist, id, live, open, title } = concert
  const href = live ? `/user/${artist.username}?tab=order` : `/user/${artist.username}/${id}`
  const action = live ? runningAction(open) : 'Подробнее'
  return (
    <Poster
      session={concert}
      first={first}
      action={
        <div className={css.foundFoot}>
          {live && <Badge tone="now">Идёт сейчас</Badge>}
          {reason}
          <Button
            data-whole
            href={href}
            size="s"
            variant="invert"
            aria-label={`${action}: ${title}`}
          >
            {action}
          </Button>
        </div>
      }
    />
  )
}
