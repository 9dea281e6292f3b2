import { useState } from 'react'
import type { ArtistCard } from '#contract/shapes.ts'
import type { Age } from '#domain/announcement.ts'
import { pictureOf, runOf } from '#web/parts/artist-picture.ts'
import { classes } from '#web/ui/classes.ts'
import runs from '#web/parts/run-colours.module.css'
import css from './concert-poster.module.css'

export type ConcertPosterProps = { artist: ArtistCard; age: Age }

/** The large picture of the concert with the age that it is for. */
export function ConcertPoster({ artist, age }: ConcertPosterProps) {
  const [broken, setBroken] = useState(false)
  const own = artist.imageUrl !== '' && !broken
  return (
    <div className={classes(css.poster, runs[runOf(artist.username)])}>
      <img
        src={own ? artist.imageUrl : pictureOf(artist.username)}
        alt=""
        width={1200}
        height={600}
        fetchPriority="high"
        onError={() => setBroken(true)}
      />
      <span className={css.age}>{age}+</span>
    </div>
  )
}
