import { randomBytes } from 'node:crypto'
import {
  MAX_PHOTOS,
  photoFileName,
  photoFiles,
  photoLink,
  photoPath,
  readPhotoFileName,
} from '#domain/accounts/photo.ts'
import type { PhotoFile } from '#domain/accounts/photo.ts'
import { Refusal } from '#domain/refusal.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Files } from '#server/integrations/storage/files.ts'
import { semaphore } from '#server/platform/concurrency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Artists } from '../artists/artists.service.ts'
import {
  addPhoto,
  countPhotos,
  forgetPhoto,
  abandonLoading,
  isStored,
  finishLoading,
  removePhoto,
  removedPhotos,
} from './files.store.ts'
import { drawPhoto } from './pictures.ts'
import type { UploadedPicture } from './pictures.ts'

type PhotosDeps = {
  sql: Sql
  now: () => Date
  files: Files
  artists: Pick<Artists, 'lock' | 'addPhoto' | 'dropPhoto'>
  log: { error(fields: object, sentence: string): void }
}

/** The most uploads being read, waiting or processed, at most 10 MiB each. */
const IN_MEMORY = 12
const DRAWN_AT_ONCE = 2
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

function overloaded(): Refusal {
  const sentence = 'Сейчас загружают слишком много фото. Попробуйте через минуту.'
  return new Refusal('OVERLOADED', sentence, undefined, { retryAfterSeconds: 20 })
}

/** Artists' photos: uploading, showing, removing. */
export function makePhotos({ sql, now, files, artists, log }: PhotosDeps) {
  const inMemory = semaphore(IN_MEMORY, { max: 0, full: overloaded })
  const drawing = semaphore(DRAWN_AT_ONCE)

  async function refuseTooMany(inside: Sql, artistId: string): Promise<void> {
    if ((await countPhotos(inside, artistId)) < MAX_PHOTOS) return
    throw new Refusal(
      'PHOTO_LIMIT',
      `У вас уже ${MAX_PHOTOS} фото. Удалите одно, чтобы добавить новое.`,
    )
  }

  /** Never fails: files that stay are removed by the sweep. */
  async function clear(id: string): Promise<void> {
    try {
      for (const file of photoFiles(id)) await files.remove(photoFileName(file))
      await forgetPhoto(sql, id)
    } catch (error) {
      log.error({ err: error, photo: id }, 'the files of a photo could not be removed yet')
    }
  }

  async function storePhoto(
    artistId: string,
    id: string,
    pictures: UploadedPicture[],
  ): Promise<void> {
    const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.length, 0)
    await inTransaction(sql, async (inside) => {
      await artists.lock(inside, artistId)
      await refuseTooMany(inside, artistId)
      await addPhoto(inside, { id, artistId, bytes, at: now() })
    })
    try {
      for (const picture of pictures)
        await files.put(
          photoFileName(picture.file),
          picture.bytes,
          PHOTO_TYPES[picture.file.format],
        )
      await inTransaction(sql, async (inside) => {
        await artists.lock(inside, artistId)
        if (!(await finishLoading(inside, id, 'KEPT', now()))) throw noPhoto()
        await artists.addPhoto(inside, artistId, photoLink(id))
      })
    } catch (error) {
      if (await finishLoading(sql, id, 'REMOVED', now())) await clear(id)
      throw error
    }
  }

  return {
    /**
     * Saves an uploaded photo as the artist's last one and returns its link. `read` is called once there is room for
     * the bytes. Refuses what drawPhoto refuses, PHOTO_LIMIT, OVERLOADED, FILES_DOWN.
     */
    async upload(artistId: string, read: () => Promise<Uint8Array>): Promise<string> {
      await refuseTooMany(sql, artistId)
      return inMemory.run(async () => {
        const bytes = await read()
        const id = randomBytes(16).toString('hex')
        const pictures = await drawing.run(() => drawPhoto(bytes, id))
        await storePhoto(artistId, id, pictures)
        return photoLink(id)
      })
    },

    /** The address of the file with this name. Refuses NOT_FOUND. */
    async linkOf(fileName: string): Promise<string> {
      const file = readPhotoFileName(fileName)
      if (file === null || !(await isStored(sql, file.photoId))) throw noPhoto()
      return photoPath(file)
    },

    /** Reads a file of a photo by its name; null when there is none. Refuses FILES_DOWN. */
    async open(fileName: string): Promise<{ bytes: Uint8Array; type: string } | null> {
      const file = readPhotoFileName(fileName)
      if (file === null) return null
      const bytes = await files.get(photoFileName(file))
      return bytes && { bytes, type: PHOTO_TYPES[file.format] }
    },

    /** Removes one of the artist's photos by the last part of its link. Refuses NOT_FOUND. */
    async remove(artistId: string, fileName: string): Promise<void> {
      const id = readPhotoFileName(fileName)?.photoId ?? null
      await inTransaction(sql, async (inside) => {
        await artists.lock(inside, artistId)
        if (!(await artists.dropPhoto(inside, artistId, fileName))) throw noPhoto()
        if (id !== null) await removePhoto(inside, id, now())
      })
      if (id !== null) await clear(id)
    },

    /** Removes what crashes left behind: files of unfinished uploads and of deleted photos. */
    async sweep(): Promise<void> {
      await abandonLoading(sql, new Date(now().getTime() - LOST_MS), now())
      for (const id of await removedPhotos(sql, SWEPT_AT_ONCE)) await clear(id)
    },
  }
}

export type Photos = ReturnType<typeof makePhotos>
