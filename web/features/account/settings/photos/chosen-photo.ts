import { HEIC_REFUSED, isHeic } from '#domain/accounts/heic.ts'
import { Refusal } from '#domain/refusal.ts'

const refused = (text: string) => new Refusal('FILE_NOT_IMAGE', text)

/** A picture from the device, decoded and ready to be cropped. */
export type ChosenPhoto = {
  /** An object URL, valid until `releasePhoto`. */
  readonly url: string
  /** px */
  readonly width: number
  readonly height: number
}

/** Half of the stored size, px: below it a face is only a few squares. */
const LEAST = { width: 600, height: 300 }

const BROKEN = 'Не получилось открыть это фото. Выберите другой файл: JPEG, PNG или WebP.'

/** Opens a picture file and returns its URL and size. Refuses FILE_NOT_IMAGE when it is no picture, broken or too small. */
export async function openPhoto(file: Blob): Promise<ChosenPhoto> {
  const url = URL.createObjectURL(file)
  try {
    const { naturalWidth: width, naturalHeight: height } = await loadImage(url, () => whyNot(file))
    if (width < LEAST.width || height < LEAST.height)
      throw refused(
        `Фото слишком маленькое: ${width} × ${height}. Нужно не меньше ${LEAST.width} × ${LEAST.height} точек.`,
      )
    return { url, width, height }
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
}

export function releasePhoto({ url }: ChosenPhoto): void {
  URL.revokeObjectURL(url)
}

/** Safari decodes photos of iPhones, other browsers do not. */
async function whyNot(file: Blob): Promise<string> {
  const head = await file.slice(0, 40).arrayBuffer()
  return isHeic(new Uint8Array(head)) ? HEIC_REFUSED : BROKEN
}

/** Refuses FILE_NOT_IMAGE when the browser cannot decode the picture. */
async function loadImage(
  url: string,
  why: () => Promise<string> = () => Promise.resolve(BROKEN),
): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    throw refused(await why())
  }
  return image
}

/** The part of a picture that becomes the photo, in the picture's own px. */
export type Crop = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The crop that is offered first: of an upright photo the one around its upper third, where the face is; null: the middle. */
export function firstCrop({ width, height }: Pick<ChosenPhoto, 'width' | 'height'>): Crop | null {
  const cut = { x: 0, width, height: (width * SIZE.height) / SIZE.width }
  return height > width ? { ...cut, y: Math.max(0, height / 3 - cut.height / 2) } : null
}

/** Every photo is uploaded in this size, px: 4:2, small enough for the network of a cellar. */
const SIZE = { width: 1200, height: 600 }
const QUALITY = 0.9

const EMPTY = 'Не получилось вырезать кадр. Попробуйте ещё раз или выберите другое фото.'

/** Returns the crop of the picture at `url` as a JPEG of 1200×600. Refuses FILE_NOT_IMAGE. */
export async function cutPhoto(url: string, crop: Crop): Promise<Blob> {
  const image = await loadImage(url)
  const canvas = document.createElement('canvas')
  canvas.width = SIZE.width
  canvas.height = SIZE.height
  const paper = canvas.getContext('2d')
  if (paper === null) throw refused(EMPTY)
  // JPEG has no transparency: transparent pixels would turn black.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, SIZE.width, SIZE.height)
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(image, crop.x, crop.y, crop.width, crop.height, 0, 0, SIZE.width, SIZE.height)
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (jpeg === null) throw refused(EMPTY)
  return jpeg
}
