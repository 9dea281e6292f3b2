import { useState } from 'react'
import type { ArtistCard } from '#contract/shapes.ts'
import { pictureOf } from '#web/parts/artist-picture.ts'
import css from './artist-square.module.css'

export type ArtistSquareProps = { artist: ArtistCard }

/** The artist's picture, cut to where the subject of a drawing stands. */
export function ArtistSquare({ artist }: ArtistSquareProps) {
  const [broken, setBroken] = useState(false)
  const own = artist.imageUrl !== '' && !broken
  return (
    <img
      src={own ? artist.imageUrl : pictureOf(artist.username)}
      alt=""
      width={56}
      height={56}
      className={css.square}
      onError={() => setBroken(true)}
    />
  )
}
