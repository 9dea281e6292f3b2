import { api } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { logDeed } from '../operator/deeds.service.ts'
import type { Doer } from '../operator/deeds.service.ts'
import {
  isFlagOn,
  knownFlag,
  listFlags,
  resetFlag,
  setFlagForAll,
  setFlagForArtist,
} from './features.service.ts'

const onOff = (enabled: boolean) => (enabled ? 'включено' : 'выключено')

const logFlag = (ctx: Context, by: Doer, subject: string) =>
  logDeed(ctx, by, { kind: 'flag', artistId: null, subject })

export const features: Module = {
  routes: (ctx) => [
    on(api.features.check, ({ query }) => isFlagOn(ctx, query.featureName, query.username)),
    on(api.features.setForAll, async ({ artist, body }) => {
      await setFlagForAll(ctx, body.featureName, body.enabled)
      await logFlag(ctx, artist, `${body.featureName} для всех: ${onOff(body.enabled)}`)
      return true
    }),
    on(api.features.setForArtist, async ({ artist, body }) => {
      await setFlagForArtist(ctx, body.featureName, body.username, body.enabled)
      await logFlag(ctx, artist, `${body.featureName}, ${body.username}: ${onOff(body.enabled)}`)
      return true
    }),
    on(api.admin.flags, () => listFlags(ctx)),
    on(api.admin.resetFlag, async ({ artist, body }) => {
      await resetFlag(ctx, body.featureName, body.username)
      await logFlag(ctx, artist, `${body.featureName}, ${body.username ?? 'для всех'}: как было`)
      return true
    }),
    on(api.features.invalidate, async ({ params }) => {
      ctx.flags.forget(knownFlag(params.name))
      return true
    }),
  ],
}
