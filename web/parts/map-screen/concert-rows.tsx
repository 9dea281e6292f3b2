import { classes } from '#web/ui/classes.ts'
import { ConcertRow } from './concert-row.tsx'
import css from './concert-rows.module.css'
import type { MapConcert } from './map-concert.ts'

export type ConcertRowsProps = {
  concerts: readonly MapConcert[]
  selected: string | null
  /** The same page with this concert chosen. */
  hrefOfChoice: (id: string) => string
  /** Newer ones are on their way. */
  busy: boolean
  label: string
}

/** The same that the map tells, in words. */
export function ConcertRows({ concerts, selected, hrefOfChoice, busy, label }: ConcertRowsProps) {
  return (
    <ul aria-label={label} aria-busy={busy || undefined} className={classes(busy && css.busy)}>
      {concerts.map((concert) => (
        <ConcertRow
          key={concert.sessionId}
          concert={concert}
          selected={concert.sessionId === selected}
          choiceHref={hrefOfChoice(concert.sessionId)}
        />
      ))}
    </ul>
  )
}
