import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { endLogin } from '../accounts/tokens.service.ts'
import { securityOf } from './security.service.ts'

/** What the owner of an account does for its safety, and with its data. */
export const security: Module = {
  routes: (ctx) => [
    on(api.security.state, ({ artist }) => securityOf(ctx, artist)),
    on(api.security.endLogin, async ({ artist, body }) => {
      await endLogin(ctx, artist.id, body.id)
      return true
    }),
  ],
}
