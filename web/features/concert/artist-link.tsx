import type { ArtistCard } from '#contract/shapes.ts'
import { ArtistPhoto } from '#web/parts/artist-photo.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { classes } from '#web/ui/classes.ts'
import type { ConcertView } from './concert-view.ts'
import css from './concert.module.css'

type ArtistSquareProps = { artist: ArtistCard }

/** The artist's picture, cut to where the subject of a drawing stands. */
function ArtistSquare({ artist }: ArtistSquareProps) {
  // Twice its side: a square is cut out of a picture twice as wide as high.
  return <ArtistPhoto artist={artist} sizes="112px" width={56} height={56} className={css.square} />
}

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
