import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import type { Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import { agree } from '../accounts/accounts.service.ts'
import { countCode } from '../accounts/codes.service.ts'
import { endLogin } from '../accounts/tokens.service.ts'
import { askCopy, downloadCopy, forgetCopies, makeCopies } from './data-copy.service.ts'
import {
  askEmailCode,
  changeEmail,
  emailChangeOf,
  forgetFormerEmails,
  undoEmailChange,
} from './email-change.service.ts'
import { eraseLeft, leave, leavingView } from './leaving.service.ts'
import { askLostCode, loseKeys } from './lost-keys.service.ts'
import {
  addKey,
  challengeOf,
  forgetChallenges,
  giveRecoveryCodes,
  loginByKey,
  loginChallenge,
  newKey,
  proveByCode,
  proveByKey,
  removeKey,
} from './passkeys.service.ts'
import { securityOf } from './security.service.ts'

/** What the owner of an account does for its safety, and with its data. */
export const security: Module = {
  routes: (ctx) => [
    on(api.security.state, ({ artist }) => securityOf(ctx, artist)),
    on(api.security.endLogin, async ({ artist, body }) => {
      await endLogin(ctx, artist.id, body.id)
      return true
    }),
    on(api.security.emailCode, async ({ artist, body, address }) => {
      await ctx.limits.spend('passwordOfAccount', artist.id)
      await countCode(ctx, body.email, address)
      return askEmailCode(ctx, artist.id, body)
    }),
    on(api.security.changeEmail, async ({ artist, body, address }) => {
      const { email, verificationCode: code } = body
      await changeEmail(ctx, artist.id, { email, code, address })
      return true
    }),
    on(api.security.emailChange, ({ body }) => emailChangeOf(ctx, body.token)),
    on(api.security.undoEmailChange, ({ body, address }) =>
      undoEmailChange(ctx, body.token, address),
    ),
    ...keyRoutes(ctx),
    on(api.security.agree, async ({ artist, body }) => {
      await agree(ctx, artist.id, body.edition)
      return true
    }),
    on(api.security.leaving, ({ artist }) => leavingView(ctx, artist.id)),
    on(api.security.leave, async ({ artist, body, address }) => {
      await ctx.limits.spend('passwordOfAccount', artist.id)
      await leave(ctx, artist.id, { ...body, address })
      return true
    }),
    on(api.security.askCopy, ({ artist }) => askCopy(ctx, artist.id)),
    on(api.security.copy, async ({ artist }) => ({
      type: 'application/zip',
      bytes: await downloadCopy(ctx, artist.id),
      fileName: 'bis-kopiya.zip',
    })),
  ],
  jobs: [{ everyMs: 20 * SECOND_MS, run: makeCopies }],
  forget: [forgetFormerEmails, eraseLeft, forgetCopies, forgetChallenges],
}

/** Keys, and the codes in their place. */
function keyRoutes(ctx: Context): Route[] {
  const spendTry = (artistId: string) => ctx.limits.spend('passwordOfAccount', artistId)
  return [
    on(api.security.newKey, async ({ artist, body }) => {
      await spendTry(artist.id)
      return newKey(ctx, artist, body.currentPassword)
    }),
    on(api.security.addKey, async ({ artist, body, address }) => {
      await addKey(ctx, artist, { ...body, address })
      return true
    }),
    on(api.security.removeKey, async ({ artist, body, address }) => {
      await removeKey(ctx, artist, { ...body, address })
      return true
    }),
    on(api.security.challenge, async ({ artist }) => {
      await spendTry(artist.id)
      return challengeOf(ctx, artist.id)
    }),
    on(api.security.prove, async ({ artist, body }) => {
      await proveByKey(ctx, artist, body)
      return true
    }),
    on(api.security.proveByCode, async ({ artist, body }) => {
      await spendTry(artist.id)
      await proveByCode(ctx, artist, body.code)
      return true
    }),
    on(api.security.recoveryCodes, ({ artist }) => giveRecoveryCodes(ctx, artist)),
    on(api.security.lostCode, ({ artist }) => askLostCode(ctx, artist.id)),
    on(api.security.loseKeys, async ({ artist, body, address }) => {
      await loseKeys(ctx, artist, { code: body.verificationCode, address })
      return true
    }),
    on(api.security.loginChallenge, async () => ({ challenge: await loginChallenge(ctx) })),
    on(api.security.loginByKey, async ({ body, device, address, userAgent }) => {
      const id = device.known() ?? randomUUID()
      const login = await loginByKey(ctx, body, { device: id, address, userAgent })
      device.become(id)
      return login
    }),
  ]
}
