import type { ArtistCard } from '#contract/shapes.ts'
import type { Age } from '#domain/concerts/announcement.ts'
import { runOf } from '#domain/concerts/poster-run.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { ArtistPhoto } from '#web/parts/artist/artist-photo.tsx'
import runs from '#web/parts/concerts/run-colours.module.css'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { classes } from '#web/ui/classes.ts'
import css from './concert-artist.module.css'
import type { ConcertView } from './concert-view.ts'

type ConcertPosterProps = { artist: ArtistCard; age: Age }

/** The large picture of the concert with its age limit. */
export function ConcertPoster({ artist, age }: ConcertPosterProps) {
  return (
    <div className={classes(css.poster, runs[runOf(artist.username, artist.imageUrl)])}>
      <ArtistPhoto artist={artist} sizes="(min-width: 768px) 680px, 100vw" first />
      <span className={css.age}>{age}+</span>
    </div>
  )
}

type ArtistLineProps = {
  view: Pick<ConcertView, 'artistName' | 'group'> & { artist: ArtistCard }
  className?: string | undefined
}

/** The artist with the way to his page, and the button that follows him. */
export function ArtistLine({ view, className }: ArtistLineProps) {
  const { artist, artistName, group } = view
  return (
    <div className={classes(css.line, className)}>
      <Anchor href={`/user/${artist.username}`} className={css.artist}>
        <ArtistPhoto artist={artist} sizes="112px" width={56} height={56} className={css.square} />
        <span>
          <b>{artistName}</b>
          <span className="muted t-s">{group ? 'Страница группы' : 'Страница музыканта'}</span>
        </span>
      </Anchor>
      <FollowButton followed={{ artistUsername: artist.username }} name={artistName} size="s" />
    </div>
  )
}
