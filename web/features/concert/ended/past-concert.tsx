import { playedCard } from '#domain/concerts/preview-card.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { drawnAt } from '#web/lib/pages/page-meta.ts'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { ConcertView, PastView } from '../concert-view.ts'
import { useKeepsake, useOwnSongs } from '#web/features/keepsake/index.ts'
import { Setlist } from '#web/parts/songs/setlist.tsx'
import { StoryPicture } from '#web/parts/songs/story-picture.tsx'

type PastProps = { session: ConcertView['session'] }

/** The way of who was there to his page about it. */
export function WasHere({ session }: PastProps) {
  const keepsake = useKeepsake(session.artist.username, session.id)
  if (keepsake === null) return null
  return (
    <Button variant="primary" size="stage" block href={`/keepsake/${session.id}/${keepsake.key}`}>
      Вы были здесь. На память
    </Button>
  )
}

type PastSectionsProps = PastProps & { past: PastView; artistName: string }

/** What sounded, a picture of it, and when the artist plays next. */
export function PastSections({ session, past, artistName }: PastSectionsProps) {
  const { artist, location, title } = session
  const mine = useOwnSongs(artist.username, session.id)
  const { played, next } = past
  return (
    <>
      <Setlist played={played} mine={mine} zone={location.timeZone} className="wrap" />
      {played.length > 0 && (
        <Section title="Картинка вечера" className="wrap">
          <StoryPicture
            picture={playedPicture(session, past)}
            title={title}
            alt={`Что звучало: ${title}`}
            fileName="bis-chto-zvuchalo.jpg"
          />
        </Section>
      )}
      <Section title={next ? 'Следующий концерт' : artistName} className="wrap">
        {next && <Poster session={next} mini />}
        <FollowButton followed={{ artistUsername: artist.username }} name={artistName} block>
          Хочу ещё
        </FollowButton>
      </Section>
    </>
  )
}

/** The address of the picture that the server draws of what sounded. */
function playedPicture(
  { id, dateTimeStart, location, artist, title }: ConcertView['session'],
  { played }: PastView,
): string {
  const { name: placeName, city, timeZone } = location
  const card = playedCard({
    concert: { title, startsAt: new Date(dateTimeStart), timeZone, placeName, city },
    artist,
    played: played.map((song) => song.title),
    now: new Date(serverNow()),
  })
  return drawnAt(`/og/played/${id}.jpg`, card)
}
