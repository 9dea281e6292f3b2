import { Anchor } from '#web/ui/anchor.tsx'
import { classes } from '#web/ui/classes.ts'
import { ArtistSquare } from './artist-square.tsx'
import type { ConcertView } from './concert-view.ts'
import css from './concert.module.css'

export type ArtistLinkProps = {
  view: Pick<ConcertView, 'artistName' | 'group'> & {
    session: Pick<ConcertView['session'], 'artist'>
  }
  className?: string | undefined
}

/** Who plays, and the way to his page. */
export function ArtistLink({ view, className }: ArtistLinkProps) {
  const { session, artistName, group } = view
  return (
    <Anchor href={`/user/${session.artist.username}`} className={classes(css.artist, className)}>
      <ArtistSquare artist={session.artist} />
      <span>
        <b>{artistName}</b>
        <br />
        <span className="muted t-s">{group ? 'Страница группы' : 'Страница музыканта'}</span>
      </span>
    </Anchor>
  )
}
