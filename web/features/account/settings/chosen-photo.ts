import { PhotoTrouble } from './photo-trouble.ts'

/** A picture from the device, seen and ready to be cropped. */
export type ChosenPhoto = {
  /** Lives until `letGo`. */
  readonly url: string
  /** px */
  readonly width: number
  readonly height: number
}

/** Below half of the size that is kept a face is no more than squares. px */
const LEAST = { width: 600, height: 300 }

const BROKEN = 'Не получилось открыть это фото. Выберите другой файл: JPEG, PNG или WebP.'

/** Gives the picture of a file with its size. Throws PhotoTrouble for no picture, a broken one, one too small. */
export async function openPhoto(file: Blob): Promise<ChosenPhoto> {
  const url = URL.createObjectURL(file)
  try {
    const { naturalWidth: width, naturalHeight: height } = await loadImage(url)
    if (width < LEAST.width || height < LEAST.height)
      throw new PhotoTrouble(
        `Фото слишком маленькое: ${width} × ${height}. Нужно не меньше ${LEAST.width} × ${LEAST.height} точек.`,
      )
    return { url, width, height }
  } catch (trouble) {
    URL.revokeObjectURL(url)
    throw trouble
  }
}

export function letGo({ url }: ChosenPhoto): void {
  URL.revokeObjectURL(url)
}

/** Throws PhotoTrouble where the browser cannot draw it. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    throw new PhotoTrouble(BROKEN)
  }
  return image
}
