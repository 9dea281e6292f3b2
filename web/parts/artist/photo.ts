import type { PhotoFormat } from '#domain/accounts/photo.ts'
import { PHOTO_WIDTHS, photoIdOf, photoPath } from '#domain/accounts/photo.ts'

/** A picture with the copies that a browser may choose from, as in `<source>` and `<img>`. */
type Photo = { url: string; srcSet?: string; avif?: string }

/** All widths of a photo that is stored here; a link to anywhere else is returned unchanged. */
export function photoOf(link: string): Photo {
  const photoId = photoIdOf(link)
  if (photoId === null) return { url: link }
  const widths = (format: PhotoFormat) =>
    PHOTO_WIDTHS.map((width) => `${photoPath({ photoId, width, format })} ${width}w`).join(', ')
  return { url: link, srcSet: widths('webp'), avif: widths('avif') }
}
