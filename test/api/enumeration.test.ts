import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { CODE_TRIES } from '#domain/accounts/account.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { logIn } from '#server/modules/accounts/accounts.service.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { forgotPassword, resetPassword } from '#server/modules/accounts/new-password.service.ts'
import type { Passwords } from '#server/modules/accounts/passwords.ts'
import {
  codeIn,
  freshAddress,
  newcomer,
  recoveryLinkIn,
  wrongCode,
} from '#test/support/steps/newcomer.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** Scenario 17 asks ten times as many. */
const EACH = 10
const GUESSES = 1000
const NEW = { newPassword: 'Drugaya7-struna', newPasswordConfirm: 'Drugaya7-struna' }

/** Everything in a response except its own request id. */
async function answerText(endpoint: AnyEndpoint, body: object): Promise<string> {
  const { status, data, failure, headers } = await world.call(
    endpoint,
    { body },
    { address: freshAddress() },
  )
  const { requestId: _, ...rest } = failure
  const names = Object.keys(headers).toSorted((a, b) => a.localeCompare(b))
  return JSON.stringify({ status, data, rest, names })
}

test('of twenty logins no answer tells which accounts exist', async () => {
  const known = await Promise.all(Array.from({ length: 4 }, () => newcomer(world)))
  const answers = new Set<string>()
  for (let turn = 0; turn < EACH; turn++) {
    const { username, email } = known[turn % known.length] ?? assert.fail()
    const names = [
      turn % 2 === 0 ? username : email,
      `nikto${turn}${turn % 2 === 0 ? '' : '@example.org'}`,
    ]
    const all = names.map((name) =>
      answerText(api.auth.login, { username: name, password: 'Ne-tot-parol-1' }),
    )
    for (const answer of await Promise.all(all)) answers.add(answer)
  }
  assert.equal(answers.size, 1, [...answers].join('\n'))
  assert.match([...answers].join(''), /WRONG_CREDENTIALS/)
})

test('of twenty recoveries no answer tells which accounts exist, nor do the codes typed after', async () => {
  const sent = world.sentMail.length
  const answers = { forgot: new Set<string>(), again: new Set<string>(), reset: new Set<string>() }
  for (let turn = 0; turn < EACH; turn++) {
    const { username } = await world.artist()
    for (const name of [username, `nikto.i.nigde${turn}`]) {
      const body = { usernameOrEmail: name }
      answers.forgot.add(await answerText(api.auth.forgotPassword, body))
      answers.again.add(await answerText(api.auth.forgotPassword, body))
      answers.reset.add(
        await answerText(api.auth.resetPassword, { ...body, ...NEW, code: '000000' }),
      )
    }
  }
  await mailIdle(world.app.ctx)
  assert.equal(world.sentMail.length, sent + EACH, 'only the known ones got an e-mail')
  for (const kind of Object.values(answers)) assert.equal(kind.size, 1, [...kind].join('\n'))
})

/** A context over a database that counts its queries; a password hash counts as one. */
function countedWork() {
  const work: string[] = []
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      work.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const passwords: Passwords = {
    hash: async () => {
      work.push('hash')
      return ''
    },
    verify: async () => {
      work.push('verify')
      return false
    },
  }
  const mail = {
    ready: async () => void work.push('mail server'),
    send: async () => {},
  }
  const ctx: Context = {
    ...world.app.ctx,
    sql: world.sql.withPlugin(counting),
    mail,
    log: { ...world.app.ctx.log, error: () => assert.fail('nothing is a bug here') },
    passwords,
  }
  return {
    ctx,
    async workOf(call: () => Promise<unknown>): Promise<string[]> {
      work.length = 0
      await call().catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
      const done = [...work]
      await mailIdle(ctx)
      return done
    },
  }
}

const CALLER = { address: '10.0.0.9', network: '10.0.0.9', device: 'one', userAgent: '' }

test('a known name and an unknown one cost the same work, step by step', async () => {
  const { username, email } = await newcomer(world)
  const { ctx, workOf } = countedWork()
  const login = (name: string) => workOf(() => logIn(ctx, name, 'Ne-tot-parol-1', CALLER))
  const forgot = (name: string) => workOf(() => forgotPassword(ctx, name, CALLER))
  const reset = (usernameOrEmail: string) =>
    workOf(() => resetPassword(ctx, { usernameOrEmail, code: '000000', ...NEW, ...CALLER }))
  for (const cost of [login, forgot, forgot, reset]) {
    const known = await cost(username)
    assert.ok(known.length > 0)
    assert.deepEqual(await cost('nikto.i.zvat.nikak'), known)
  }
  assert.deepEqual(await login(email), await login('nikto.i.zvat@example.org'))
})

test('of a thousand guesses five are judged, and then the right code is dead too', async () => {
  const { username, email, password } = await newcomer(world)
  const { ctx } = world.app
  await forgotPassword(ctx, username, CALLER)
  await mailIdle(ctx)
  const wrong = wrongCode(world, email)
  const texts = new Set<string>()
  const guess = async (code: string) => {
    const body = { usernameOrEmail: username, code, ...NEW, ...CALLER }
    const refused = await resetPassword(ctx, body).catch((error: unknown) => error)
    assert.ok(refused instanceof Refusal)
    texts.add(refused.message)
  }
  for (let sent = 0; sent < GUESSES; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => guess(wrong)))
  const { tries } = await world.sql
    .selectFrom('emailCodes')
    .select('tries')
    .where('email', '=', email)
    .where('purpose', '=', 'reset')
    .executeTakeFirstOrThrow()
  assert.equal(tries, CODE_TRIES)
  await guess(codeIn(world, email))
  assert.equal(texts.size, 1, 'no guess hears how many are left')
  const body = { username, password }
  await world.ok(api.auth.login, { body }, { address: freshAddress() })
})

test('whose address has an account is told sixty times an hour to one network', async () => {
  const address = freshAddress()
  const asked = Array.from({ length: 65 }, (_, count) =>
    world.call(api.auth.isEmailFree, { body: { email: `kto${count}@example.org` } }, { address }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 60)
  assert.equal(statuses.filter((status) => status === 429).length, 5)
})

test('guesses from many places are not judged, and keep the owner out neither of his code nor of his link', async () => {
  for (const by of ['code', 'link'] as const) {
    const { username, email } = await newcomer(world)
    const mine = { address: freshAddress() }
    const asked = { body: { usernameOrEmail: username } }
    const { cookie = '' } = await world.call(api.auth.forgotPassword, asked, mine)
    await mailIdle(world.app.ctx)
    const body = { usernameOrEmail: username, code: wrongCode(world, email), ...NEW }
    const guesses = Array.from({ length: 120 }, () =>
      world.call(api.auth.resetPassword, { body }, { address: freshAddress() }),
    )
    assert.ok((await Promise.all(guesses)).every(({ status }) => status === 400))
    const code = by === 'code' ? codeIn(world, email) : recoveryLinkIn(world, email).code
    await world.ok(api.auth.resetPassword, { body: { ...body, code } }, { ...mine, cookie })
  }
})
