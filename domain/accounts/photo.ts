/** Bytes of one uploaded file. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
export const MAX_PHOTO_PIXELS = 40_000_000
/** Photos of one artist. */
export const MAX_PHOTOS = 20

/** Every photo is stored 2:1 in these widths, px. */
export const PHOTO_WIDTHS = [480, 800, 1200] as const
export const PHOTO_RATIO = 2

type PhotoWidth = (typeof PHOTO_WIDTHS)[number]
export type PhotoFormat = 'avif' | 'webp' | 'jpg'

/** One of the files in which a photo is stored. */
export type PhotoFile = { photoId: string; width: PhotoWidth; format: PhotoFormat }

const WIDEST = PHOTO_WIDTHS[2]
const FOLDER = '/media/'
const NAME = /^([\da-f]{32})-(\d+)\.(avif|webp|jpg)$/u

export function photoFileName({ photoId, width, format }: PhotoFile): string {
  return `${photoId}-${width}.${format}`
}

/** Returns every file of a photo: all widths in AVIF and WebP, the widest also as JPEG, which link previews understand. */
export function photoFiles(photoId: string): PhotoFile[] {
  return [
    ...PHOTO_WIDTHS.flatMap((width) => [
      { photoId, width, format: 'avif' } as const,
      { photoId, width, format: 'webp' } as const,
    ]),
    { photoId, width: WIDEST, format: 'jpg' },
  ]
}

/** Returns what a file name stands for; null for a text that names no file of a photo. */
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

/** Returns the one link that represents a photo. */
export function photoLink(photoId: string): string {
  return photoPath({ photoId, width: WIDEST, format: 'webp' })
}

/** Returns the photo behind a link; null for a picture that is not stored here. */
export function photoIdOf(link: string): string | null {
  return link.startsWith(FOLDER)
    ? (readPhotoFileName(link.slice(FOLDER.length))?.photoId ?? null)
    : null
}
