import { Link } from 'react-router'
import { useConcertTime } from '#web/lib/use-concert-time.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { MapPin } from '#web/ui/icons.tsx'
import css from './concert-row.module.css'
import type { MapConcert } from './map-concert.ts'
import { hrefOf, isLive, orderHrefOf, whoOf } from './map-concert.ts'

export type ConcertRowProps = {
  concert: MapConcert
  selected: boolean
  choiceHref: string
}

/** A concert of the map as a line: what, who, when and where, and the way to its pin. */
export function ConcertRow({ concert, selected, choiceHref }: ConcertRowProps) {
  const { title, placeName, city, timeZone, dateTimeStart } = concert
  const time = useConcertTime({ dateTimeStart, location: { timeZone } })
  const place = [placeName, city].filter((part) => part !== '').join(', ')
  return (
    <li className={classes(css.row, selected && css.selected)}>
      <div className={css.words}>
        {isLive(concert) && <Badge tone="now">Идёт сейчас</Badge>}
        <Anchor href={hrefOf(concert)} className={css.title}>
          {title}
        </Anchor>
        <p className="t-s">
          <b>{whoOf(concert)}</b>
          <br />
          <time dateTime={dateTimeStart}>{time.timeAndDay}</time>
          {time.venueNote && (
            <>
              <br />
              {time.venueNote}
            </>
          )}
          <br />
          <span className="muted">{place}</span>
        </p>
        {isLive(concert) && (
          <Button href={orderHrefOf(concert)} size="s" className={css.order}>
            Заказать песню
          </Button>
        )}
      </div>
      <Link
        to={choiceHref}
        replace
        preventScrollReset
        aria-label={`Показать на карте: ${title}`}
        aria-current={selected || undefined}
        className={css.choose}
      >
        <MapPin className="ico" />
      </Link>
    </li>
  )
}
