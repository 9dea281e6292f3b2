import { api } from '#contract/index.ts'
import { transaction } from '#server/context.ts'
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

/** The change and its line in the log, or neither. */
function logged(
  ctx: Context,
  by: Doer,
  subject: string,
  change: (inside: Context) => Promise<void>,
): Promise<true> {
  return transaction<true>(ctx, async (inside) => {
    await change(inside)
    await logDeed(inside, by, { kind: 'flag', artistId: null, subject })
    return true
  })
}

export const features: Module = {
  routes: (ctx) => [
    on(api.features.check, ({ query }) => isFlagOn(ctx, query.featureName, query.username)),
    on(api.features.setForAll, ({ artist, body }) =>
      logged(ctx, artist, `${body.featureName} для всех: ${onOff(body.enabled)}`, (inside) =>
        setFlagForAll(inside, body.featureName, body.enabled),
      ),
    ),
    on(api.features.setForArtist, ({ artist, body }) =>
      logged(
        ctx,
        artist,
        `${body.featureName}, ${body.username}: ${onOff(body.enabled)}`,
        (inside) => setFlagForArtist(inside, body.featureName, body.username, body.enabled),
      ),
    ),
    on(api.admin.flags, () => listFlags(ctx)),
    on(api.admin.resetFlag, ({ artist, body }) =>
      logged(
        ctx,
        artist,
        `${body.featureName}, ${body.username ?? 'для всех'}: как было`,
        (inside) => resetFlag(inside, body.featureName, body.username),
      ),
    ),
    on(api.features.invalidate, async ({ params }) => {
      ctx.flags.forget(knownFlag(params.name))
      return true
    }),
  ],
}
