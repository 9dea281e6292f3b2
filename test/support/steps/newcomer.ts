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

/** Of each e-mail the cookie of the browser that asks for its codes, in which alone they work. */
const browsers = new Map<string, string>()

export function browserOf(email: string): { cookie?: string } {
  const cookie = browsers.get(email)
  return cookie === undefined ? {} : { cookie }
}

/** Requests a code in the browser of this e-mail. */
export async function askCode(
  world: World,
  email: string,
  ticks: { consentEmail?: boolean; consentNotifications?: boolean } = {},
) {
  const body = { email, consentEmail: true, ...ticks }
  const reply = await world.call(
    api.auth.verificationCode,
    { body },
    { address: freshAddress(), ...browserOf(email) },
  )
  if (reply.cookie !== undefined) browsers.set(email, reply.cookie)
  return reply
}

/** Requests a code and reads it from the e-mail. */
export async function codeByMail(world: World, email: string): Promise<string> {
  const { status, failure } = await askCode(world, email)
  assert.equal(status, 200, JSON.stringify(failure))
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

/** The whole input of a sign-up, and the browser that may send it. */
export async function filledSignup(world: World, changes: Record<string, unknown> = {}) {
  const form = signupForm(changes)
  const body = { ...form, verificationCode: await codeByMail(world, form.email) }
  return { body, browser: { address: freshAddress(), ...browserOf(form.email) } }
}

/** Signs up; returns the input and the token. */
export async function newcomer(world: World, changes: Record<string, unknown> = {}) {
  const { body, browser } = await filledSignup(world, changes)
  const { token } = await world.ok(api.auth.signup, { body }, browser)
  return { ...body, token }
}

/** A code that is not the one in the last e-mail to an address. */
export function wrongCode(world: World, email: string): string {
  return String((Number(codeIn(world, email)) + 1) % 1_000_000).padStart(6, '0')
}
