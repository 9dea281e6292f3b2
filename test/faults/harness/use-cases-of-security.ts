import { api } from '#contract/index.ts'
import { CONSENT } from '#domain/documents.ts'
import { emailLink, withAnotherEmail } from '#test/support/steps/another-email.ts'
import { codeIn, freshAddress, newcomer, signupForm } from '#test/support/steps/newcomer.ts'
import {
  makeAuthenticator,
  signedLogin,
  signedProof,
  withPasskey,
} from '#test/support/steps/passkey.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import { asking } from './use-case.ts'
import type { Begin } from './use-case.ts'

/** What the owner of an account does for its safety, and with its data. */
export const USE_CASES_OF_SECURITY: Readonly<Record<string, Begin>> = {
  'security.endLogin': async (world) => {
    const { username, password, token } = await newcomer(world)
    await world.ok(api.auth.login, { body: { username, password } }, { address: freshAddress() })
    const { logins } = await world.ok(api.security.state, {}, { token })
    const id = logins.find(({ current }) => !current)?.id ?? ''
    return { ask: asking(world, api.security.endLogin, { body: { id } }, { token }) }
  },
  'security.emailCode': async (world) => {
    const { password, token } = await newcomer(world)
    const body = { email: signupForm().email, currentPassword: password }
    return { ask: asking(world, api.security.emailCode, { body }, { token }) }
  },
  'security.changeEmail': async (world) => {
    const { password, token } = await newcomer(world)
    const { email } = signupForm()
    const asked = { body: { email, currentPassword: password } }
    await world.ok(api.security.emailCode, asked, { token })
    const body = { email, verificationCode: codeIn(world, email) }
    return { ask: asking(world, api.security.changeEmail, { body }, { token }) }
  },
  'security.undoEmailChange': async (world) => {
    const artist = await newcomer(world)
    await withAnotherEmail(world, artist)
    const body = { token: await emailLink(world, artist.email) }
    return { ask: asking(world, api.security.undoEmailChange, { body }) }
  },
  'security.leave': async (world) => {
    const artist = await world.artist()
    const body = { currentPassword: ARTIST_PASSWORD }
    return { ask: asking(world, api.security.leave, { body }, artist) }
  },
  'security.newKey': async (world) => {
    const artist = await world.artist()
    const body = { currentPassword: ARTIST_PASSWORD }
    return { ask: asking(world, api.security.newKey, { body }, artist) }
  },
  'security.addKey': async (world) => {
    const artist = await world.artist()
    const asked = { body: { currentPassword: ARTIST_PASSWORD } }
    const { challenge } = await world.ok(api.security.newKey, asked, artist)
    const body = { name: 'Ноутбук', ...makeAuthenticator().make(challenge) }
    return { ask: asking(world, api.security.addKey, { body }, artist) }
  },
  'security.removeKey': async (world) => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    const { passkeys } = await world.ok(api.security.state, {}, artist)
    const body = { id: passkeys[0]?.id ?? '' }
    return { ask: asking(world, api.security.removeKey, { body }, artist) }
  },
  'security.challenge': async (world) => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    return { ask: asking(world, api.security.challenge, {}, artist) }
  },
  'security.prove': async (world) => {
    const artist = await world.artist()
    const device = await withPasskey(world, artist)
    const body = await signedProof(world, device, artist)
    return { ask: asking(world, api.security.prove, { body }, artist) }
  },
  'security.proveByCode': async (world) => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    const [code] = await world.ok(api.security.recoveryCodes, {}, artist)
    return { ask: asking(world, api.security.proveByCode, { body: { code } }, artist) }
  },
  'security.recoveryCodes': async (world) => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    return { ask: asking(world, api.security.recoveryCodes, {}, artist) }
  },
  'security.lostCode': async (world) => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    return { ask: asking(world, api.security.lostCode, {}, artist) }
  },
  'security.loseKeys': async (world) => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    await world.ok(api.security.lostCode, {}, artist)
    const body = { verificationCode: codeIn(world, `${artist.username}@example.org`) }
    return { ask: asking(world, api.security.loseKeys, { body }, artist) }
  },
  'security.loginChallenge': async (world) => ({
    ask: asking(world, api.security.loginChallenge, {}),
  }),
  'security.loginByKey': async (world) => {
    const device = await withPasskey(world, await world.artist())
    const body = await signedLogin(world, device)
    return { ask: asking(world, api.security.loginByKey, { body }) }
  },
  'security.agree': async (world) => {
    const artist = await world.artist({ consentEdition: null })
    const body = { edition: CONSENT.date }
    return { ask: asking(world, api.security.agree, { body }, artist) }
  },
  'security.askCopy': async (world) => {
    const artist = await world.artist()
    return { ask: asking(world, api.security.askCopy, {}, artist) }
  },
}
