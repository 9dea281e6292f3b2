import type { ReactNode } from 'react'
import { pauseWords } from '#domain/queue/evening-rules.ts'
import { addressLine, shortTimeAndDay } from '#domain/russian.ts'
import { useConcertTime, useViewerZone, useNow } from '#web/lib/format.ts'
import { DayLine } from '#web/parts/concerts/day-line.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Lines } from '#web/ui/status/beat.tsx'
import { CircleAlert } from '#web/ui/icons/icons.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { classes } from '#web/ui/classes.ts'
import type { ConcertView } from './concert-view.ts'
import css from './concert-lead.module.css'

type BandProps = { tone: 'was' | 'danger' | 'warn'; children: ReactNode }

/** What became of the concert, before anything else of it. */
export function Band({ tone, children }: BandProps) {
  return (
    <output className={classes(css.band, css[tone])}>
      {tone === 'was' ? <Lines /> : <CircleAlert />}
      <span>{children}</span>
    </output>
  )
}

type ArtistWordsProps = { words: string; artistName: string }

/** What the artist says to those who wanted to come. */
export function ArtistWords({ words, artistName }: ArtistWordsProps) {
  if (words === '') return null
  return (
    <blockquote className={css.say}>
      <p>{words}</p>
      <footer>{artistName}</footer>
    </blockquote>
  )
}

type SessionProps = { session: ConcertView['session'] }

/** The start or the venue that were announced at first. */
export function MovedBand({ session }: SessionProps) {
  const { dateTimeStartWas, venueWas, location, sessionStatus } = session
  const zone = useViewerZone(location.timeZone)
  const now = useNow()
  if (sessionStatus === 'PLAYED') return null
  const was = [
    dateTimeStartWas !== undefined &&
      shortTimeAndDay(new Date(dateTimeStartWas), zone, now).replace(/(\d) /u, '$1\u00A0'),
    venueWas,
  ]
  const known = was.filter((part) => part !== false && part !== undefined)
  if (known.length === 0) return null
  return (
    <Band tone="warn">
      {dateTimeStartWas === undefined ? 'Другая площадка' : 'Концерт перенесён'}, было{' '}
      {known.join(', ')}
    </Band>
  )
}

/** The day in poster digits, the time in the viewer's zone and the venue's own where it differs, and where. */
export function WhenAndWhere({ session }: SessionProps) {
  const time = useConcertTime(session)
  const zone = useViewerZone(session.location.timeZone)
  const { location, sessionStatus } = session
  const address = addressLine({ ...location, country: '' })
  return (
    <>
      {sessionStatus === 'NOW' && (
        <p>
          {session.active ? (
            <Badge tone="now">Идёт сейчас</Badge>
          ) : (
            <Badge tone="pause">{pauseWords(session.breakUntil, zone)}</Badge>
          )}
        </p>
      )}
      <DayLine day={time.day}>
        <p className="d-xs">
          <time dateTime={session.dateTimeStart}>{time.short}</time>
        </p>
        {time.venueNote && <p className="muted t-s">{time.venueNote}</p>}
        <p className="m">
          <WholeWords>{location.name}</WholeWords>
        </p>
        {address !== '' && (
          <p className="muted t-s">
            <WholeWords>{address}</WholeWords>
          </p>
        )}
      </DayLine>
    </>
  )
}
