import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { serveMedia } from '#server/platform/http/pictures.ts'
import { on } from '#server/platform/http/route.ts'
import { deletePhoto, openPhoto, photoAddress, sweepPhotos, uploadPhoto } from './files.service.ts'

/** Artists' photos: uploading, showing, removing. */
export const files: Module = {
  routes: (ctx) => [
    on(api.file.upload, async ({ artist, file, idempotencyKey }) => ({
      link: await uploadPhoto(ctx, artist.id, file, idempotencyKey),
    })),
    on(api.file.getLink, async ({ query }) => ({ link: await photoAddress(ctx, query.name) })),
    on(api.file.deletePhoto, async ({ artist, query }) => {
      await deletePhoto(ctx, artist.id, query.fileName)
      return true
    }),
  ],
  serve: (http, ctx) => serveMedia(http, (name) => openPhoto(ctx, name)),
  forget: [sweepPhotos],
}
