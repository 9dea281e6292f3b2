import { useConcertTime } from '#web/lib/use-concert-time.ts'
import { titleStep } from '#web/parts/title-step.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import css from './songs-head.module.css'
import type { SongsView } from './songs-view.ts'

export type SongsHeadProps = {
  view: SongsView
  /** False while the concert is paused. */
  active: boolean
}

/** Whose songs these are, when they are played, and the way back. */
export function SongsHead({ view: { session, username, artistName }, active }: SongsHeadProps) {
  const time = useConcertTime(session)
  const on = session.sessionStatus === 'NOW'
  return (
    <div className={classes('wrap', css.head)}>
      {on && (
        <Badge tone={active ? 'now' : 'pause'}>{active ? 'Идёт сейчас' : 'Концерт на паузе'}</Badge>
      )}
      {session.sessionStatus === 'PLAYED' && <Badge tone="off">Концерт прошёл</Badge>}
      <h1 className={classes(titleStep(session.title, 'd-m'), css.title)}>{session.title}</h1>
      <p className="muted">
        {artistName}, <time dateTime={session.dateTimeStart}>{time.timeAndDay}</time>
        {time.venueNote && <>, {time.venueNote}</>}
      </p>
      <div className={css.ways}>
        <Button href={`/user/${username}/${session.id}`} size="s" className="only-d">
          Страница концерта
        </Button>
        {on && (
          <Button href={`/user/${username}?tab=order`} size="s">
            Что сейчас играет
          </Button>
        )}
      </div>
    </div>
  )
}
