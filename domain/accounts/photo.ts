/** Bytes of one file that somebody uploads. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
export const MAX_PHOTO_PIXELS = 40_000_000
/** Photos of one artist. */
export const MAX_PHOTOS = 20

/** Every photo is kept 2:1 in these widths, px. */
export const PHOTO_WIDTHS = [480, 800, 1200] as const
export const PHOTO_RATIO = 2

type PhotoWidth = (typeof PHOTO_WIDTHS)[number]
export type PhotoFormat = 'avif' | 'webp' | 'jpg'

/** One of the files that a photo is kept in. */
export type PhotoFile = { photoId: string; width: PhotoWidth; format: PhotoFormat }

const WIDEST = 1200
const FOLDER = '/media/'
const NAME = /^([\da-f]{32})-(480|800|1200)\.(avif|webp|jpg)$/u

export function photoFileName({ photoId, width, format }: PhotoFile): string {
  return `${photoId}-${width}.${format}`
}

/** Every file of a photo: all widths in AVIF and WebP, the widest also as JPEG, which previews of links understand. */
export function photoFiles(photoId: string): PhotoFile[] {
  return [
    ...PHOTO_WIDTHS.flatMap((width) => [
      { photoId, width, format: 'avif' } as const,
      { photoId, width, format: 'webp' } as const,
    ]),
    { photoId, width: WIDEST, format: 'jpg' },
  ]
}

/** What a file name stands for; null for every text that names no file of a photo. */
export function readPhotoFileName(name: string): PhotoFile | null {
  const [, photoId, px, format] = NAME.exec(name) ?? []
  const width = PHOTO_WIDTHS.find((known) => String(known) === px)
  if (photoId === undefined || width === undefined) return null
  if (format === 'jpg') return width === WIDEST ? { photoId, width, format } : null
  return format === 'avif' || format === 'webp' ? { photoId, width, format } : null
}

/** The path of a file of a photo, on this site. */
export function photoPath(file: PhotoFile): string {
  return `${FOLDER}${photoFileName(file)}`
}

/** The one link that stands for a photo. */
export function photoLink(photoId: string): string {
  return photoPath({ photoId, width: WIDEST, format: 'webp' })
}

/** The photo behind a link; null for a picture that is not kept here. */
export function photoIdOf(link: string): string | null {
  return link.startsWith(FOLDER)
    ? (readPhotoFileName(link.slice(FOLDER.length))?.photoId ?? null)
    : null
}
