import { api } from '#contract/index.ts'
import type { Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import type { Sets } from './sets.service.ts'

export function setsRoutes(sets: Sets): Route[] {
  return [
    on(api.artist.sets, ({ artist }) => sets.list(artist.id)),
    on(api.artist.set, ({ artist, query }) => sets.one(artist.id, query.id)),
    on(api.artist.saveSet, ({ artist, body, idempotencyKey }) =>
      sets.save(artist.id, body, idempotencyKey),
    ),
    on(api.artist.deleteSet, async ({ artist, query }) => {
      await sets.remove(artist.id, query.id)
      return true
    }),
    on(api.artist.laySet, ({ artist, body, idempotencyKey }) =>
      sets.lay(artist.id, body, idempotencyKey),
    ),
  ]
}
