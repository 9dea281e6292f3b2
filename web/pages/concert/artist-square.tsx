import type { ArtistCard } from '#contract/shapes.ts'
import { ArtistPhoto } from '#web/parts/artist-photo.tsx'
import css from './artist-square.module.css'

export type ArtistSquareProps = { artist: ArtistCard }

/** The artist's picture, cut to where the subject of a drawing stands. */
export function ArtistSquare({ artist }: ArtistSquareProps) {
  // Twice its side: a square is cut out of a picture twice as wide as high.
  return <ArtistPhoto artist={artist} sizes="112px" width={56} height={56} className={css.square} />
}
