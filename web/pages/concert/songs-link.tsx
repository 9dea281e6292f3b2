import { ListMusic } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { ConcertView } from './concert-view.ts'

export type SongsLinkProps = { session: ConcertView['session'] }

/** To the songs of the concert, where more can be added. */
export function SongsLink({ session }: SongsLinkProps) {
  const { id, artist, sessionStatus } = session
  const { ableGetSongs, showSongsOnPoster } = session.advancedSession.privacy
  if (sessionStatus === 'PLAYED' || !(ableGetSongs || showSongsOnPoster)) return null
  return (
    <Button
      block
      href={`/user/${artist.username}/${id}/songs`}
      icon={<ListMusic className="ico" />}
    >
      {ableGetSongs ? 'Добавить песню' : 'Все песни'}
    </Button>
  )
}
