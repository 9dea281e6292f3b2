import { useConcertTime } from '#web/lib/use-concert-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { ConcertView } from './concert-view.ts'
import css from './concert-time-and-place.module.css'

export type ConcertTimeAndPlaceProps = { session: ConcertView['session'] }

/** The day in large figures, the hour by the viewer's clock, and the venue's own hour where it is another one. */
export function ConcertTimeAndPlace({ session }: ConcertTimeAndPlaceProps) {
  const time = useConcertTime(session)
  return (
    <div className={css.when}>
      {session.sessionStatus === 'NOW' &&
        (session.active ? (
          <Badge tone="now">Идёт сейчас</Badge>
        ) : (
          <Badge tone="pause">Концерт на паузе</Badge>
        ))}
      {session.sessionStatus === 'PLAYED' && <Badge tone="off">Концерт прошёл</Badge>}
      <div className={css.row}>
        <b aria-hidden="true" className={css.day}>
          {time.day}
        </b>
        <span aria-hidden="true" className="vrule" />
        <div className={css.words}>
          <p className="d-xs">
            <time dateTime={session.dateTimeStart}>{time.timeAndDay}</time>
          </p>
          {time.venueNote && <p className="muted t-s">{time.venueNote}</p>}
          <p>{session.location.name}</p>
        </div>
      </div>
    </div>
  )
}
