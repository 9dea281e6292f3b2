import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import {
  isFlagOn,
  knownFlag,
  listFlags,
  resetFlag,
  setFlagForAll,
  setFlagForArtist,
} from './features.service.ts'

export const features: Module = {
  routes: (ctx) => [
    on(api.features.check, ({ query }) => isFlagOn(ctx, query.featureName, query.username)),
    on(api.features.setForAll, async ({ body }) => {
      await setFlagForAll(ctx, body.featureName, body.enabled)
      return true
    }),
    on(api.features.setForArtist, async ({ body }) => {
      await setFlagForArtist(ctx, body.featureName, body.username, body.enabled)
      return true
    }),
    on(api.admin.flags, () => listFlags(ctx)),
    on(api.admin.resetFlag, async ({ body }) => {
      await resetFlag(ctx, body.featureName, body.username)
      return true
    }),
    on(api.features.invalidate, async ({ params }) => {
      ctx.flags.forget(knownFlag(params.name))
      return true
    }),
  ],
}
