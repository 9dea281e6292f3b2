import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { UNCONFIRMED_DAYS } from '#domain/follows.ts'
import { DAY_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { redirectFormerNames } from '#server/platform/http/former-names.ts'
import { on } from '#server/platform/http/route.ts'
import {
  isAtHome,
  isEmailFree,
  isUsernameFree,
  logIn,
  sendSignupCode,
  signUp,
} from './accounts.service.ts'
import { accountOf, dropUnseenDevices, forgetLooseConsents } from './accounts.store.ts'
import { countCode, forgetOldCodes } from './codes.service.ts'
import { forgetOldLoginTries } from './login-tries.service.ts'
import { mailIdle } from './mailer.service.ts'
import { forgotPassword, resetPassword } from './new-password.service.ts'
import { artistOfToken, endOtherSessions } from './tokens.service.ts'
import { dropEndedTokens, removeToken } from './tokens.store.ts'
import { changeUsername, forgetKeptUsernames } from './usernames.service.ts'

export const accounts: Module = {
  routes: (ctx) => [
    on(api.auth.isUsernameFree, async ({ body }) => {
      await ctx.limits.spend('isFreeOfAccount', body.username.toLowerCase())
      return isUsernameFree(ctx, body.username)
    }),
    on(api.auth.isEmailFree, async ({ body }) => {
      await ctx.limits.spend('isFreeOfAccount', body.email.toLowerCase())
      return isEmailFree(ctx, body.email)
    }),
    on(api.auth.verificationCode, async ({ body, address, device }) => {
      const { email, consentEmail: consent, consentNotifications: payoutLetters } = body
      await countCode(ctx, email, address)
      const asked = { device: await device.ensure(), consent, payoutLetters }
      return sendSignupCode(ctx, email, asked)
    }),
    on(api.auth.signup, async ({ body, device, address, userAgent }) => {
      const id = device.known() ?? randomUUID()
      const token = await signUp(ctx, body, { device: id, address, userAgent })
      device.become(id)
      return { token }
    }),
    on(api.auth.login, async ({ body, address, userAgent, device }) => {
      const account = body.username.trim().toLowerCase()
      const network = networkOf(address)
      await ctx.limits.spend('loginOfAccountAndAddress', `${account} ${address}`)
      // Strangers' guesses must not lock the musician out where he has logged in.
      if (!(await isAtHome(ctx, account, network)))
        await ctx.limits.spend('loginOfAccount', account)
      const id = device.known() ?? randomUUID()
      const caller = { address, userAgent, network, device: id }
      const login = await logIn(ctx, body.username, body.password, caller)
      device.become(id)
      return login
    }),
    // The number of requests for one name has its own limit, in the codes service.
    on(api.auth.forgotPassword, async ({ body, address, device }) =>
      forgotPassword(ctx, body.usernameOrEmail, {
        network: networkOf(address),
        device: await device.ensure(),
      }),
    ),
    // No limit by account, which strangers could use up: a code has five tries, of the device that asked for it alone.
    on(api.auth.resetPassword, async ({ body, address, device }) => {
      await resetPassword(ctx, { ...body, address, device: device.known() })
      return true
    }),
    on(api.auth.changeUsername, async ({ artist, body, address }) => {
      await ctx.limits.spend('passwordOfAccount', artist.id)
      return { username: await changeUsername(ctx, artist.id, { ...body, address }) }
    }),
    on(api.auth.logout, async ({ artist }) => {
      await removeToken(ctx.sql, artist.token.hash)
      return true
    }),
    on(api.auth.logoutOthers, async ({ artist }) => {
      await transaction(ctx, (inside) => endOtherSessions(inside, artist.id, artist.token.hash))
      return true
    }),
    on(api.auth.checkToken, async ({ artist }) => ({
      ...(await accountOf(ctx.sql, artist.id)),
      ...(artist.mustAgree === true && { mustAgree: true }),
    })),
  ],
  authenticate: artistOfToken,
  serve: (http, ctx) => redirectFormerNames(http, ctx.names.currentName),
  forget: [
    forgetOldLoginTries,
    forgetKeptUsernames,
    forgetOldCodes,
    ({ sql, now }) => dropEndedTokens(sql, now()),
    ({ sql, now }) => dropUnseenDevices(sql, now()),
    ({ sql, now }) =>
      forgetLooseConsents(sql, new Date(now().getTime() - UNCONFIRMED_DAYS * DAY_MS)),
  ],
  close: mailIdle,
}
