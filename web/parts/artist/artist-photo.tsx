import { useState } from 'react'
import { pictureOf } from '#domain/concerts/poster-run.ts'
import { photoOf } from './photo.ts'
import { Picture } from '#web/ui/picture.tsx'

type ArtistPhotoProps = {
  artist: { username: string; imageUrl: string }
  /** Its width on the page, as in `<img sizes>`. */
  sizes: string
  width?: number
  height?: number
  /** The first thing visible on its page. */
  first?: boolean
  className?: string | undefined
}

/** An artist's own photo, or a drawing where there is none or it does not load. */
export function ArtistPhoto({
  artist,
  sizes,
  width = 1200,
  height = 600,
  first = false,
  className,
}: ArtistPhotoProps) {
  const [broken, setBroken] = useState('')
  const { imageUrl, username } = artist
  const own = imageUrl !== '' && imageUrl !== broken
  const failed = () => own && setBroken(imageUrl)
  /* The error event of a photo that failed before hydration was missed. */
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) failed()
  }
  return (
    <Picture
      ref={look}
      file={own ? photoOf(imageUrl) : { url: pictureOf(username) }}
      alt=""
      sizes={sizes}
      width={width}
      height={height}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'auto' : 'async'}
      className={className}
      onError={failed}
    />
  )
}
