import { api } from '#contract/index.ts'
import type { Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import type { Features } from './features.service.ts'

export function featuresRoutes(features: Features): Route[] {
  return [
    on(api.features.check, async ({ query }) => features.isOn(query.featureName, query.username)),
    on(api.features.setForAll, async ({ body }) => {
      await features.setForAll(body.featureName, body.enabled)
      return true
    }),
    on(api.features.setForArtist, async ({ body }) => {
      await features.setForArtist(body.featureName, body.username, body.enabled)
      return true
    }),
    on(api.admin.flags, () => features.all()),
    on(api.admin.resetFlag, async ({ body }) => {
      await features.reset(body.featureName, body.username)
      return true
    }),
    on(api.features.invalidate, async ({ params }) => {
      features.invalidate(params.name)
      return true
    }),
  ]
}
