import { Poster } from '#web/parts/concerts/poster.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { ConcertView, PastView } from '../concert-view.ts'
import { useKeepsake, useOwnSongs } from '#web/features/keepsake/index.ts'
import { Setlist } from '#web/parts/songs/setlist.tsx'

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

/** What sounded, and when the artist plays next. */
export function PastSections({ session, past }: PastProps & { past: PastView }) {
  const mine = useOwnSongs(session.artist.username, session.id)
  return (
    <>
      <Setlist played={past.played} mine={mine} zone={session.location.timeZone} className="wrap" />
      {past.next && (
        <Section title="Следующий концерт" className="wrap">
          <Poster session={past.next} mini />
        </Section>
      )}
    </>
  )
}
