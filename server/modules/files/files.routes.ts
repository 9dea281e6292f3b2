import { api } from '#contract/index.ts'
import type { Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import type { Photos } from './files.service.ts'

export function filesRoutes(photos: Photos): Route[] {
  return [
    on(api.file.upload, async ({ artist, file }) => ({
      link: await photos.upload(artist.id, file),
    })),
    on(api.file.getLink, async ({ query }) => ({ link: await photos.linkOf(query.name) })),
    on(api.file.deletePhoto, async ({ artist, query }) => {
      await photos.remove(artist.id, query.fileName)
      return true
    }),
  ]
}
