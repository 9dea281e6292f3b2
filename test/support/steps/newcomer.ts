import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { readRecoveryToken } from '#domain/accounts/recovery.ts'
import type { World } from '../world.ts'

let count = 0

/** A network address that no rate limit has counted yet. */
export function freshAddress(): string {
  count++
  return `10.20.${count >> 8}.${count & 255}`
}

/** The input of the sign-up form, with an unused nickname and e-mail address. */
export function signupForm(changes: Record<string, unknown> = {}) {
  count++
  return {
    username: `novichok${count}`,
    name: 'Лада и струны',
    email: `novichok${count}@example.org`,
    password: 'Verevka7-mytha',
    passwordConfirm: 'Verevka7-mytha',
    accountType: 'GROUP',
    partnerId: null as string | null,
    verificationCode: '',
    ...changes,
  }
}

/** Requests a code and reads it from the e-mail. */
export async function codeByMail(world: World, email: string): Promise<string> {
  await world.ok(
    api.auth.verificationCode,
    { body: { email, consentEmail: true } },
    { address: freshAddress() },
  )
  return codeIn(world, email)
}

/** The code in the last e-mail to an address. */
export function codeIn(world: World, email: string): string {
  const letter = world.sentMail.findLast(({ to }) => to === email)
  const code = /\b\d{6}\b/.exec(letter?.subject ?? '')?.[0]
  assert.ok(code, `no code in the letters to ${email}`)
  return code
}

/** What the link in the last e-mail of a recovery holds. */
export function recoveryLinkIn(world: World, email: string): { username: string; code: string } {
  const text = world.sentMail.findLast(({ to }) => to === email)?.text ?? ''
  const [, token = ''] = /http:\/\/localhost\/passwordRecovery\/([\w-]+)$/mu.exec(text) ?? []
  return readRecoveryToken(token) ?? assert.fail(`no link in ${text}`)
}

/** Signs up; returns the input and the token. */
export async function newcomer(world: World, changes: Record<string, unknown> = {}) {
  const form = signupForm(changes)
  const verificationCode = await codeByMail(world, form.email)
  const { token } = await world.ok(
    api.auth.signup,
    { body: { ...form, verificationCode } },
    { address: freshAddress() },
  )
  return { ...form, token }
}

/** A code that is not the one in the last e-mail to an address. */
export function wrongCode(world: World, email: string): string {
  return String((Number(codeIn(world, email)) + 1) % 1_000_000).padStart(6, '0')
}
