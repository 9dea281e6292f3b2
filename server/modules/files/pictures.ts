import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { HEIC_REFUSED, isHeic } from '#domain/accounts/heic.ts'
import type { PhotoFile } from '#domain/accounts/photo.ts'
import { MAX_PHOTO_PIXELS, PHOTO_RATIO, photoFiles } from '#domain/accounts/photo.ts'
import { Refusal } from '#domain/refusal.ts'
import { semaphore } from '#server/platform/concurrency.ts'

/** One file of a photo, ready to be stored. */
export type UploadedPicture = { file: PhotoFile; bytes: Uint8Array }

/** For the whole work on one upload, however many files it makes. */
const PHOTO_SECONDS = 10
const WIDEST = 1200
/** Forty megapixels of eight bits in four channels. */
const DECODED_BYTES_MAX = 160_000_000
const READ = { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error', pages: 1 } as const
/** By the type in the first bytes; the decoder has to agree. */
const TAKEN: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
}

// Uploads run in parallel, so each needs one thread; no two are alike, so a cache is of no use.
sharp.concurrency(1)
sharp.cache(false)

/** The most uploads being read, waiting or processed, at most 10 MiB each. */
const IN_MEMORY = 12
const DRAWN_AT_ONCE = 2

/** Bounds what the uploads of this process take at once. */
export function makePhotoUploads(seconds = PHOTO_SECONDS) {
  return {
    seconds,
    inMemory: semaphore(IN_MEMORY, { max: 0, full: overloaded }),
    drawing: semaphore(DRAWN_AT_ONCE),
  }
}

function overloaded(): Refusal {
  const sentence = 'Сейчас загружают слишком много фото. Попробуйте через минуту.'
  return new Refusal('OVERLOADED', sentence, undefined, { retryAfterSeconds: 20 })
}

/** A progressive image is decoded whole in memory; others run through the decoder in strips. */
function decodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  const sample = depth === 'ushort' ? 2 : 1
  return isProgressive ? width * height * channels * sample : 0
}

function notImage(): Refusal {
  return new Refusal('FILE_NOT_IMAGE', 'Это не фото. Подойдёт JPEG, PNG или WebP.', 'file')
}

function tooManyPixels(): Refusal {
  return new Refusal(
    'FILE_TOO_LARGE',
    'В фото больше 40 мегапикселей. Выберите снимок поменьше.',
    'file',
  )
}

function tooHeavy(): Refusal {
  return new Refusal(
    'FILE_TOO_LARGE',
    'Это фото слишком тяжёлое. Сохраните его как обычный JPEG и загрузите снова.',
    'file',
  )
}

/** How the image library reports a timeout. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout')
}

/** Any decoder error is blamed on the file. */
async function decode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || isTimeout(error)) throw error
    throw notImage()
  }
}

async function checkFormat(bytes: Uint8Array): Promise<void> {
  if (isHeic(bytes)) throw new Refusal('FILE_NOT_IMAGE', HEIC_REFUSED, 'file')
  const sniffed = TAKEN[(await fileTypeFromBuffer(bytes))?.mime ?? '']
  if (sniffed === undefined) throw notImage()
  const head = await sharp(bytes, { ...READ, limitInputPixels: false }).metadata()
  if (head.format !== sniffed) throw notImage()
  if (head.width * head.height > MAX_PHOTO_PIXELS) throw tooManyPixels()
  if (decodedBytes(head) > DECODED_BYTES_MAX) throw tooHeavy()
}

/** Turned upright, cropped to 2:1 around the middle, pixels only. */
function cut(bytes: Uint8Array): Sharp {
  return sharp(bytes, READ)
    .autoOrient()
    .resize(WIDEST, WIDEST / PHOTO_RATIO, { fit: 'cover', position: 'centre' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
}

function encoded(picture: Sharp, format: PhotoFile['format']): Sharp {
  // Measured: effort 4 takes AVIF thirty times as long as 1 and saves a twentieth at most (decision 007).
  if (format === 'avif') return picture.avif({ quality: 50, effort: 1 })
  if (format === 'webp') return picture.webp({ quality: 76, effort: 3 })
  return picture.jpeg({ quality: 82 })
}

async function draw(bytes: Uint8Array, photoId: string, most: number): Promise<UploadedPicture[]> {
  const ends = performance.now() + most * 1000
  const limited = (picture: Sharp) =>
    picture.timeout({ seconds: Math.max(1, Math.ceil((ends - performance.now()) / 1000)) })
  const whole = await decode(async () => {
    await checkFormat(bytes)
    return limited(cut(bytes)).raw().toBuffer({ resolveWithObject: true })
  })
  const pictures: UploadedPicture[] = []
  for (const file of photoFiles(photoId)) {
    const smaller = sharp(whole.data, { raw: whole.info }).resize(file.width)
    pictures.push({ file, bytes: await limited(encoded(smaller, file.format)).toBuffer() })
  }
  return pictures
}

/**
 * Encodes every file of a photo from the pixels of the upload, so that nothing else of it is left. Refuses
 * FILE_NOT_IMAGE for what is not a whole JPEG, PNG or WebP, FILE_TOO_LARGE past 40 megapixels and for what takes longer
 * than so many seconds.
 */
export async function drawPhoto(
  bytes: Uint8Array,
  photoId: string,
  seconds: number,
): Promise<UploadedPicture[]> {
  try {
    return await draw(bytes, photoId, seconds)
  } catch (error) {
    throw isTimeout(error) ? tooHeavy() : error
  }
}
