import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { PROOF_MS } from '#domain/accounts/passkeys.ts'
import { makeLog } from '#server/platform/lifecycle/log.ts'
import { NUMBER } from '#test/support/paid-concert.ts'
import { codeIn, freshAddress, newcomer } from '#test/support/steps/newcomer.ts'
import { signedLogin, signedProof, withPasskey } from '#test/support/steps/passkey.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

type Line = { msg: string; event?: string; account?: string; network?: string }

let world: World
let text = ''
before(async () => {
  world = await makeWorld({ log: makeLog('info', { write: (line) => void (text += line) }) })
})
after(() => world.close())

const eventsIn = () =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'security')

test('a day of an account is in the log, event by event, and nobody is named', async () => {
  const person = await newcomer(world, {
    username: 'evlampia-tihomirova',
    name: 'Евлампия Тихомирова',
    email: 'evlampia.tihomirova@example.org',
  })
  const { username, password, token } = person
  const own = { token }
  const [home, away] = [freshAddress(), freshAddress()]
  const logIn = (typed: string, address: string) =>
    world.call(api.auth.login, { body: { username, password: typed } }, { address })
  await logIn('Ne-tot-parol-1', away)
  await logIn(password, home)
  await world.call(api.operator.today, {}, own)
  const device = await withPasskey(world, person)
  await world.ok(api.security.recoveryCodes, {}, own)
  const loginBody = await signedLogin(world, device)
  await world.ok(api.security.loginByKey, { body: loginBody }, { address: home })
  world.advance(PROOF_MS)
  await world.ok(api.security.prove, { body: await signedProof(world, device, person) }, own)
  const number = { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank }
  await world.ok(api.auth.update, { body: { paymentDTO: number } }, own)
  const email = 'drugaya.pochta@example.org'
  await world.ok(api.security.emailCode, { body: { email, currentPassword: password } }, own)
  const verificationCode = codeIn(world, email)
  await world.ok(api.security.changeEmail, { body: { email, verificationCode } }, own)
  const next = 'Novaya8-pesnya'
  const change = { password: next, passwordConfirm: next, currentPassword: password }
  const changed = await world.ok(api.auth.update, { body: change }, own)
  const { passkeys } = await world.ok(api.security.state, {}, { token: changed.token ?? '' })
  const body = { id: passkeys[0]?.id ?? '' }
  await world.ok(api.security.removeKey, { body }, { token: changed.token ?? '' })

  const events = eventsIn()
  assert.deepEqual(
    events.map(({ event }) => event),
    [
      'wrong login',
      'login',
      'login with a new device',
      'rights refused',
      'key added',
      'recovery codes given',
      'login by a key',
      'login with a new device',
      'key used',
      'payout number changed',
      'e-mail changed',
      'password changed',
      'key removed',
    ],
  )
  assert.equal(new Set(events.map(({ account }) => account)).size, 1)
  assert.notEqual(events[0]?.network, events[1]?.network)
  const named = [username, password, next, 'Евлампия', 'evlampia', email, 'drugaya', away, home]
  for (const word of [...named, NUMBER.phone, NUMBER.phone.slice(1), token])
    assert.equal(text.includes(word), false, word)
})
