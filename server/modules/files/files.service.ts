import { randomBytes } from 'node:crypto'
import {
  MAX_PHOTOS,
  photoFileName,
  photoFiles,
  photoIdOf,
  photoLink,
  photoPath,
  readPhotoFileName,
} from '#domain/accounts/photo.ts'
import type { PhotoFile } from '#domain/accounts/photo.ts'
import { Refusal } from '#domain/refusal.ts'
import { HOUR_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { answerByKey, freeKey, onceByKey } from '#server/platform/db/idempotency.ts'
import { addArtistPhoto, dropArtistPhoto, lockArtist } from '../artists/artists.service.ts'
import {
  addPhoto,
  countPhotos,
  forgetPhoto,
  abandonLoading,
  isHiddenPhoto,
  isStored,
  finishLoading,
  removePhoto,
  removedPhotos,
  storedPhotos,
} from './files.store.ts'
import { drawPhoto } from './pictures.ts'
import type { UploadedPicture } from './pictures.ts'

/** No upload takes this long: one that is still loading was left behind by a crash. */
const LOST_MS = HOUR_MS
const SWEPT_AT_ONCE = 200

const PHOTO_TYPES = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PhotoFile['format'], string>

function noPhoto(): Refusal {
  return new Refusal('NOT_FOUND', 'Такого фото нет')
}

const CALL = 'file/upload'

/**
 * Saves an uploaded photo as the artist's last one, once for each key, and returns its link. `read` is called once there
 * is room for the bytes.
 */
export async function uploadPhoto(
  ctx: Context,
  artistId: string,
  read: () => Promise<Uint8Array>,
  idempotencyKey: string | null,
): Promise<string> {
  const { inMemory, drawing, seconds } = ctx.photoUploads
  const stored = await answerByKey<string>(ctx.sql, CALL, idempotencyKey, null)
  if (stored !== null) {
    if (await isStored(ctx.sql, photoIdOf(stored) ?? '')) return stored
    // It was deleted on another device meanwhile.
    await freeKey(ctx.sql, CALL, idempotencyKey, stored)
  }
  await refuseTooMany(ctx, artistId)
  return inMemory.run(async () => {
    const bytes = await read()
    const id = randomBytes(16).toString('hex')
    const pictures = await drawing.run(() => drawPhoto(bytes, id, seconds))
    return storePhoto(ctx, { id, artistId, idempotencyKey }, pictures)
  })
}

async function refuseTooMany({ sql }: Context, artistId: string): Promise<void> {
  if ((await countPhotos(sql, artistId)) < MAX_PHOTOS) return
  throw new Refusal(
    'PHOTO_LIMIT',
    `У вас уже ${MAX_PHOTOS} фото. Удалите одно, чтобы добавить новое.`,
  )
}

type NewPhoto = {
  readonly id: string
  readonly artistId: string
  readonly idempotencyKey: string | null
}

/** Returns the link of the photo, or of the one that came under its key meanwhile. */
async function storePhoto(
  ctx: Context,
  { id, artistId, idempotencyKey: key }: NewPhoto,
  pictures: UploadedPicture[],
): Promise<string> {
  const { now, files } = ctx
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.length, 0)
  await transaction(ctx, async (inside) => {
    await lockArtist(inside, artistId)
    await refuseTooMany(inside, artistId)
    await addPhoto(inside.sql, { id, artistId, bytes, at: now() })
  })
  try {
    for (const picture of pictures)
      await files.put(photoFileName(picture.file), picture.bytes, PHOTO_TYPES[picture.file.format])
    const link = await transaction(ctx, async (inside) => {
      await lockArtist(inside, artistId)
      return onceByKey(inside.sql, CALL, key, null, now(), async () => {
        if (!(await finishLoading(inside.sql, id, 'KEPT', now()))) throw noPhoto()
        await addArtistPhoto(inside, artistId, photoLink(id))
        return photoLink(id)
      })
    })
    if (link !== photoLink(id)) await dropLoading(ctx, id)
    return link
  } catch (error) {
    await dropLoading(ctx, id)
    throw error
  }
}

async function dropLoading(ctx: Context, id: string): Promise<void> {
  if (await finishLoading(ctx.sql, id, 'REMOVED', ctx.now())) await clearFiles(ctx, id)
}

/** The address of the file with this name. */
export async function photoAddress(ctx: Context, fileName: string): Promise<string> {
  const file = readPhotoFileName(fileName)
  if (file === null || !(await isStored(ctx.sql, file.photoId))) throw noPhoto()
  return photoPath(file)
}

type OpenedFile = { bytes: Uint8Array; type: string }

/** Reads a file of a photo by its name, hidden or not; null when there is none. Refuses FILES_DOWN. */
export async function openAnyPhoto(
  { files }: Pick<Context, 'files'>,
  fileName: string,
): Promise<OpenedFile | null> {
  const file = readPhotoFileName(fileName)
  if (file === null) return null
  const bytes = await files.get(photoFileName(file))
  return bytes && { bytes, type: PHOTO_TYPES[file.format] }
}

/** The stored photos of an artist, each as its widest JPEG. Refuses FILES_DOWN. */
export async function photosOf(
  { sql, files }: Context,
  artistId: string,
): Promise<{ name: string; bytes: Uint8Array }[]> {
  const photos: { name: string; bytes: Uint8Array }[] = []
  for (const photoId of await storedPhotos(sql, artistId)) {
    const name = photoFileName({ photoId, width: 1200, format: 'jpg' })
    const bytes = await files.get(name)
    if (bytes !== null) photos.push({ name, bytes })
  }
  return photos
}

/** The same for everybody: null for a photo that an operator has hidden. */
export async function openPhoto(
  ctx: Pick<Context, 'files' | 'sql' | 'log'>,
  fileName: string,
): Promise<OpenedFile | null> {
  const id = readPhotoFileName(fileName)?.photoId
  if (id === undefined) return null
  const isHidden = await isHiddenPhoto(ctx.sql, photoLink(id)).catch((error: unknown) => {
    // Pages outlive their database, and their photos with them.
    ctx.log.warn({ err: error }, 'a photo is shown without asking whether it is hidden')
    return false
  })
  return isHidden ? null : openAnyPhoto(ctx, fileName)
}

/** Removes one of the artist's photos by the last part of its link. */
export async function deletePhoto(ctx: Context, artistId: string, fileName: string): Promise<void> {
  const id = readPhotoFileName(fileName)?.photoId ?? null
  await transaction(ctx, async (inside) => {
    await lockArtist(inside, artistId)
    if (!(await dropArtistPhoto(inside, artistId, fileName))) throw noPhoto()
    if (id !== null) await removePhoto(inside.sql, id, ctx.now())
  })
  if (id !== null) await clearFiles(ctx, id)
}

/** Removes what crashes left behind: files of unfinished uploads and of deleted photos. */
export async function sweepPhotos(ctx: Context): Promise<void> {
  const { sql, now } = ctx
  await abandonLoading(sql, new Date(now().getTime() - LOST_MS), now())
  for (const id of await removedPhotos(sql, SWEPT_AT_ONCE)) await clearFiles(ctx, id)
}

/** Never fails: files that stay are removed by the sweep. */
async function clearFiles({ sql, files, log }: Context, id: string): Promise<void> {
  try {
    for (const file of photoFiles(id)) await files.remove(photoFileName(file))
    await forgetPhoto(sql, id)
  } catch (error) {
    log.error({ err: error, photo: id }, 'the files of a photo could not be removed yet')
  }
}
