import { clockTime, daysUntil, soonText, weekdayName } from '#domain/russian.ts'
import { useKeepsakes } from '#web/features/keepsake/index.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { useConcertTime, useViewerZone } from '#web/lib/format.ts'
import { useMountedAt } from '#web/lib/value-hooks.ts'
import { DayLine } from '#web/parts/concerts/day-line.tsx'
import type { PosterSession } from '#web/parts/concerts/poster.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Bell, ChevronRight } from '#web/ui/icons/listener-icons.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { WholeWords } from '#web/ui/whole-words.tsx'
import css from './next-date.module.css'
import type { ArtistHead, ArtistView } from './artist-view.ts'

/** The artist's next concert, as one link. */
function NextConcertLink({ session }: { session: PosterSession }) {
  const { artist, id, location } = session
  const time = useConcertTime(session)
  const zone = useViewerZone(location.timeZone)
  const at = new Date(session.dateTimeStart)
  // How soon it is depends on the reader's clock.
  const now = new Date(useMountedAt())
  const soon = useHydrated() ? soonText(daysUntil(at, now, zone)) : ''
  return (
    <Anchor href={`/user/${artist.username}/${id}`} className={css.block}>
      <DayLine day={time.day} small>
        <span className={css.label}>
          Ближайший: {time.day}&nbsp;{time.month}
        </span>
        <time dateTime={session.dateTimeStart} className="d-xs">
          {weekdayName(at, zone)}, {clockTime(at, zone)}
        </time>
        <span>
          <WholeWords>{location.name}</WholeWords>
        </span>
        <span className="muted t-s">
          {[soon, location.city].filter(Boolean).join(', ') || '\u00a0'}
        </span>
      </DayLine>
      <ChevronRight />
    </Anchor>
  )
}

/** The listener's page about his last concert. It is shown while none is on, so each end of a concert asks anew. */
function WasHere({ username }: { username: string }) {
  const [last] = useKeepsakes(username)
  return (
    last && (
      <Anchor href={`/keepsake/${last.sessionId}/${last.key}`} className="link">
        Вы были здесь. На память
      </Anchor>
    )
  )
}

type NextDateProps = { head: ArtistHead; view: Pick<ArtistView, 'current' | 'next'> }

/** When the artist plays next, before anything about him; and how to hear of it. */
export function NextDate({ head, view: { current, next } }: NextDateProps) {
  return (
    <>
      {next && <NextConcertLink session={next} />}
      {!next && !current && (
        <div className={css.none}>
          <p className="d-xs">Новых дат пока нет</p>
          <p className="muted">Подпишитесь, и мы напишем, когда появятся</p>
        </div>
      )}
      <FollowButton
        followed={{ artistUsername: head.username }}
        name={head.name}
        icon={<Bell />}
        block
      />
      {!current && <WasHere username={head.username} />}
    </>
  )
}
