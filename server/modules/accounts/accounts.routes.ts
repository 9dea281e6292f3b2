import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import type { Accounts } from './accounts.service.ts'
import type { Usernames } from './usernames.service.ts'

export function accountsRoutes(accounts: Accounts, usernames: Usernames, limits: Limits): Route[] {
  return [
    on(api.auth.isUsernameFree, async ({ body }) => {
      await limits.spend('isFreeOfAccount', body.username.toLowerCase())
      return accounts.isUsernameFree(body.username)
    }),
    on(api.auth.isEmailFree, async ({ body }) => {
      await limits.spend('isFreeOfAccount', body.email.toLowerCase())
      return accounts.isEmailFree(body.email)
    }),
    // The number of codes for one e-mail has its own limit, in the codes service.
    on(api.auth.verificationCode, ({ body }) => accounts.sendCode(body.email, body.consentEmail)),
    on(api.auth.signup, async ({ body, device }) => {
      const id = device.known() ?? randomUUID()
      const token = await accounts.signup(body, id)
      device.become(id)
      return { token }
    }),
    on(api.auth.login, async ({ body, address, device }) => {
      const account = body.username.trim().toLowerCase()
      // Failed guesses from a stranger's address must not lock the musician out of his own.
      await limits.spend('loginOfAccountAndAddress', `${account} ${address}`)
      await limits.spend('loginOfAccount', account)
      const id = device.known() ?? randomUUID()
      const caller = { address, network: networkOf(address), device: id }
      const token = await accounts.login(body.username, body.password, caller)
      device.become(id)
      return { token }
    }),
    // The number of requests for one name has its own limit, in the codes service.
    on(api.auth.forgotPassword, ({ body }) => accounts.forgotPassword(body.usernameOrEmail)),
    on(api.auth.resetPassword, async ({ body, address }) => {
      const account = body.usernameOrEmail.trim().toLowerCase()
      await limits.spend('resetOfAccountAndAddress', `${account} ${address}`)
      await limits.spend('resetOfAccount', account)
      await accounts.resetPassword({ ...body, address })
      return true
    }),
    on(api.auth.changeUsername, async ({ artist, body, address }) => {
      await limits.spend('passwordOfAccount', artist.id)
      return { username: await usernames.change(artist.id, { ...body, address }) }
    }),
    on(api.auth.logout, async ({ artist }) => {
      await accounts.logout(artist.token)
      return true
    }),
    on(api.auth.logoutOthers, async ({ artist }) => {
      await accounts.logoutOthers(artist.id, artist.token)
      return true
    }),
    on(api.auth.checkToken, async ({ artist }) => accounts.account(artist.id)),
  ]
}
