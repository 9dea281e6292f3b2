import type { ReactNode } from 'react'
import { dayOfMonth, monthName } from '#domain/russian.ts'
import { useConcertTime, useViewerZone } from '#web/lib/format.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { ChevronRight } from '#web/ui/icons/listener-icons.tsx'
import css from './evening-row.module.css'
import type { LaterConcert } from './found-concert.ts'

type EveningRowProps = {
  href: string
  /** What the link does, for screen readers, before the title. */
  deed?: string
  dateTimeStart: string
  timeZone: string
  title: string
  note: ReactNode
  /** At the right edge: what it brought, or its state. */
  aside?: ReactNode
}

/** One concert of the artist in a list: the whole row leads to it. */
export function EveningRow(props: EveningRowProps) {
  const { href, deed, dateTimeStart, timeZone, title, note, aside } = props
  const zone = useViewerZone(timeZone)
  const at = new Date(dateTimeStart)
  return (
    <Anchor href={href} className={css.row}>
      {deed !== undefined && <span className="sr">{deed}: </span>}
      <span className={css.words}>
        <b className={css.title}>{title}</b>
        <span className={css.note}>{note}</span>
      </span>
      <time dateTime={dateTimeStart} className={css.date}>
        {dayOfMonth(at, zone)} {monthName(at, zone).slice(0, 3)}
      </time>
      {aside !== undefined && <span className={css.aside}>{aside}</span>}
      <ChevronRight className="ico ico-s" />
    </Anchor>
  )
}

/** The link to a later concert of a series, by the clock that its poster goes by. */
export function LaterDate(concert: LaterConcert) {
  const { timeAndDay, venueNote } = useConcertTime(concert)
  return (
    <Button variant="text" href={concert.href}>
      {timeAndDay}
      {venueNote && `, ${venueNote}`}
    </Button>
  )
}
