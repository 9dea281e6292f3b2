import { useState } from 'react'
import { stableHash } from '#domain/hash.ts'
import { classes } from '#web/ui/classes.ts'
import css from './song-row.module.css'

const DRAWN_COVERS = 8

type SongCoverProps = {
  songId: string
  /** Empty: the song has no cover of its own. */
  imageUrl: string
  /** The side in pixels. */
  size?: 40 | 52 | 72 | 88
  className?: string | undefined
}

/** A song's square cover: its own, or one of the drawn ones where there is none or it does not load. */
export function SongCover({ songId, imageUrl, size = 52, className }: SongCoverProps) {
  const [broken, setBroken] = useState('')
  const own = imageUrl !== '' && imageUrl !== broken
  // One file for all of them: a list of songs requests it once.
  const drawn = `/art/covers.svg#${(stableHash(songId) % DRAWN_COVERS) + 1}`
  /* The error event of a cover that failed before hydration was missed. */
  const look = (image: HTMLImageElement | null) => {
    if (own && image?.complete && image.naturalWidth === 0) setBroken(imageUrl)
  }
  return (
    <img
      ref={look}
      src={own ? imageUrl : drawn}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      className={classes(css.cover, className)}
      onError={() => own && setBroken(imageUrl)}
    />
  )
}
