import type { Session } from '#contract/shapes.ts'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import css from './past-concerts.module.css'

export type PastConcertProps = { session: Session }

/** One concert that is over: the whole line leads to its report. */
export function PastConcert({ session }: PastConcertProps) {
  const { name, city, timeZone } = session.location
  const zone = useViewerZone(timeZone)
  return (
    <li>
      <Anchor href={`/artist/session/${session.id}`} className={css.line}>
        <span className={css.title}>{session.title}</span>
        <span className="t-s muted">
          <time dateTime={session.dateTimeStart}>{dayAndTime(session.dateTimeStart, zone)}</time>
        </span>
        <span className="t-s muted">{[name, city].filter((part) => part !== '').join(', ')}</span>
      </Anchor>
    </li>
  )
}
