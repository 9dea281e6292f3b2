import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import type { World } from '../world.ts'
import { codeIn, signupForm } from './newcomer.ts'

/** Gives an account another e-mail by its code; returns it. */
export async function withAnotherEmail(
  world: World,
  owner: { token: string; password: string },
): Promise<string> {
  const { email } = signupForm()
  const asked = { email, currentPassword: owner.password }
  await world.ok(api.security.emailCode, { body: asked }, { token: owner.token })
  const body = { email, verificationCode: codeIn(world, email) }
  await world.ok(api.security.changeEmail, { body }, { token: owner.token })
  return email
}

/** The token of the link in the letter to the address that was left. */
export async function emailLink(world: World, to: string): Promise<string> {
  await mailIdle(world.app.ctx)
  const letter = world.sentMail.findLast(
    (sent) => sent.to === to && sent.text.includes('/another-email/'),
  )
  const token = /\/another-email\/([\w-]+)$/mu.exec(letter?.text ?? '')?.[1]
  assert.ok(token, `no link in the letters to ${to}`)
  return token
}
