import type { ReactNode } from 'react'
import { clockTime, weekdayName } from '#domain/russian.ts'
import { useConcertTime, useViewerZone } from '#web/lib/format.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Beat } from '#web/ui/status/beat.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { ArtistPhoto } from '../artist/artist-photo.tsx'
import type { PosterSession } from './poster.tsx'
import css from './concert-row.module.css'

type ConcertRowProps = {
  session: PosterSession
  /** What the list says already: its day, so that the row says the hour, or its artist, so that it says the day. */
  by: 'hour' | 'day'
  /** Its town is said already. */
  inTown?: boolean
  live?: boolean
  /** Its page; the concert's own unless given. */
  href?: string
  /** Why it is here. */
  reason?: ReactNode
}

/** A concert in one line of a list. */
export function ConcertRow(props: ConcertRowProps) {
  const { session, by, inTown = false, live = false, href, reason } = props
  const { artist, location, title, id } = session
  const time = useConcertTime(session)
  const zone = useViewerZone(location.timeZone)
  const at = new Date(session.dateTimeStart)
  const clock = clockTime(at, zone)
  const where = [location.name, inTown ? '' : location.city].filter(Boolean).join(', ')
  return (
    <li id={`c-${id}`} className={css.item}>
      <Anchor href={href ?? `/user/${artist.username}/${id}`} className={css.row}>
        <time dateTime={session.dateTimeStart} className={css.time}>
          {by === 'hour' ? (
            clock
          ) : (
            <>
              {time.day}
              <small>{time.month}</small>
            </>
          )}
        </time>
        <span className={css.words}>
          <span className={css.title}>
            <WholeWords>{title}</WholeWords>
          </span>
          <span className={css.artist}>
            {by === 'hour' ? artist.name || artist.username : `${weekdayName(at, zone)}, ${clock}`}
          </span>
          <span className={css.place}>
            <WholeWords>{where}</WholeWords> · {session.advancedSession.age}+
            {time.venueNote && (
              <>
                <br />
                {time.venueNote}
              </>
            )}
          </span>
          {live && (
            <span className={css.why}>
              <Beat /> Идёт сейчас
            </span>
          )}
          {reason && <span className={css.why}>{reason}</span>}
        </span>
        <ArtistPhoto artist={artist} sizes="144px" width={72} height={72} className={css.picture} />
      </Anchor>
    </li>
  )
}
