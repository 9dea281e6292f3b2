import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { laySet, listSets, saveSet, wholeSet } from './sets.service.ts'
import { removeSet } from './sets.store.ts'

export const sets: Module = {
  routes: (ctx) => [
    on(api.artist.sets, ({ artist }) => listSets(ctx, artist.id)),
    on(api.artist.set, ({ artist, query }) => wholeSet(ctx, artist.id, query.id)),
    on(api.artist.saveSet, ({ artist, body, idempotencyKey }) =>
      saveSet(ctx, artist.id, body, idempotencyKey),
    ),
    on(api.artist.deleteSet, async ({ artist, query }) => {
      await removeSet(ctx.sql, artist.id, query.id)
      return true
    }),
    on(api.artist.laySet, ({ artist, body, idempotencyKey }) =>
      laySet(ctx, artist.id, body, idempotencyKey),
    ),
  ],
}
