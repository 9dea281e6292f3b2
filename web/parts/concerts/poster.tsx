import type { ReactNode } from 'react'
import type { Session } from '#contract/shapes.ts'
import { runOf } from '#domain/concerts/poster-run.ts'
import { useConcertTime } from '#web/lib/format.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { ArtistPhoto } from '../artist/artist-photo.tsx'
import css from './poster.module.css'
import runs from './run-colours.module.css'

/** What a poster shows of a concert. */
export type PosterSession = Pick<Session, 'id' | 'title' | 'dateTimeStart' | 'artist'> & {
  location: Pick<Session['location'], 'name' | 'city' | 'timeZone'>
  advancedSession: Pick<Session['advancedSession'], 'age'>
}

type PosterProps = {
  session: PosterSession
  /** Shown at the foot in place of «Подробнее», which leads to the concert's page; a link with `data-whole` takes presses on the whole poster. */
  action?: ReactNode
  /** Horizontal: the picture at the left, no large date. */
  mini?: boolean
  /** As the first of a list by days: the whole of it is a link, and its day is said once. */
  brief?: { href: string; clock: string; inTown: boolean; note: ReactNode }
  level?: 2 | 3
  /** Its picture is the first thing visible on its page. */
  first?: boolean
  className?: string | undefined
}

/* In the horizontal poster it is a column of 112 px cut out of a picture as high as the card. */
const LYING = '280px'
const STANDING = '(min-width: 768px) 400px, 100vw'

/** The poster of a concert, in its artist's two colours. */
export function Poster(props: PosterProps) {
  const { session, action, brief, mini = false, level = 3, first = false, className } = props
  const { artist, location, title } = session
  const time = useConcertTime(session)
  const Heading = `h${level}` as const
  const place = [location.name, brief?.inTown ? '' : location.city]
    .filter((part) => part !== '')
    .join(', ')
  return (
    <article
      className={classes(
        css.poster,
        runs[runOf(artist.username, artist.imageUrl)],
        mini && css.mini,
        brief && css.brief,
        className,
      )}
    >
      <div className={css.art}>
        <ArtistPhoto artist={artist} sizes={mini ? LYING : STANDING} first={first} />
        {!mini && (
          <>
            <p aria-hidden="true" className={css.date}>
              <b>{time.day}</b>
              <span>{time.month}</span>
            </p>
            <span className={css.age}>{session.advancedSession.age}+</span>
          </>
        )}
      </div>
      {!mini && <div aria-hidden="true" className={css.bar} />}
      <div className={css.body}>
        <Heading className={css.title}>
          {brief ? (
            <Anchor data-whole href={brief.href}>
              <WholeWords>{title}</WholeWords>
            </Anchor>
          ) : (
            <WholeWords>{title}</WholeWords>
          )}
        </Heading>
        <p className={css.facts}>
          <b>{artist.name === '' ? artist.username : artist.name}</b>
          <br />
          <time dateTime={session.dateTimeStart}>{brief?.clock ?? time.timeAndDay}</time>
          {time.venueNote && (
            <>
              <br />
              {time.venueNote}
            </>
          )}
          {brief && !time.venueNote ? ', ' : <br />}
          <WholeWords>{place}</WholeWords>
        </p>
        {brief && <div className={css.notes}>{brief.note}</div>}
        {!brief && (
          <div className={css.foot}>
            {action ?? (
              <Button
                data-whole
                href={`/user/${artist.username}/${session.id}`}
                size="s"
                variant="invert"
                aria-label={`Подробнее: ${title}`}
              >
                Подробнее
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  )
}
