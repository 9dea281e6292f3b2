import { loadImage } from './chosen-photo.ts'
import { PhotoTrouble } from './photo-trouble.ts'

/** What of a picture is kept, in its own px. */
export type Crop = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Every photo is sent in this size: 4:2, light enough for the network of a cellar. px */
const SIZE = { width: 1200, height: 600 }
const QUALITY = 0.9

const EMPTY = 'Не получилось вырезать кадр. Попробуйте ещё раз или выберите другое фото.'

/** The crop of the picture at `url` as a JPEG of 1200×600. Throws PhotoTrouble. */
export async function cutPhoto(url: string, crop: Crop): Promise<Blob> {
  const image = await loadImage(url)
  const canvas = document.createElement('canvas')
  canvas.width = SIZE.width
  canvas.height = SIZE.height
  const paper = canvas.getContext('2d')
  if (paper === null) throw new PhotoTrouble(EMPTY)
  // A JPEG cannot be seen through: what was clear would turn black.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, SIZE.width, SIZE.height)
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(image, crop.x, crop.y, crop.width, crop.height, 0, 0, SIZE.width, SIZE.height)
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (jpeg === null) throw new PhotoTrouble(EMPTY)
  return jpeg
}
