import type { ArtistCard } from '#contract/shapes.ts'
import type { Age } from '#domain/announcement.ts'
import { runOf } from '#domain/poster-run.ts'
import { ArtistPhoto } from '#web/parts/artist-photo.tsx'
import runs from '#web/parts/run-colours.module.css'
import { classes } from '#web/ui/classes.ts'
import css from './concert-poster.module.css'

export type ConcertPosterProps = { artist: ArtistCard; age: Age }

/** The large picture of the concert with the age that it is for. */
export function ConcertPoster({ artist, age }: ConcertPosterProps) {
  return (
    <div className={classes(css.poster, runs[runOf(artist.username, artist.imageUrl)])}>
      <ArtistPhoto artist={artist} sizes="(min-width: 1120px) 1120px, 100vw" first />
      <span className={css.age}>{age}+</span>
    </div>
  )
}
