import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { makeLog } from '#server/platform/lifecycle/log.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

/** All data of these people that the server gets here. */
const PERSON = {
  name: 'Евлампия Тихомирова',
  username: 'evlampia-tihomirova',
  email: 'evlampia.tihomirova@example.org',
  phone: '79161234567',
  password: 'Пароль-Евлампии-1986',
  words: 'Позвоните мне, Евлампия, вечером',
  card: '4300000000000777',
  address: '203.0.113.77',
}
const SECRETS = [...Object.values(PERSON), 'Евлампи', 'evlampia', '9161234567', '203.0.113.77']

let world: World
let text = ''

before(async () => {
  world = await makeWorld({
    trustProxy: true,
    log: makeLog('debug', { write: (line) => void (text += line) }),
    mail: {
      send: (message) => Promise.reject(new Error(`the mail server refused ${message.to}`)),
      ready: async () => {},
    },
  })
})
after(() => world.close())

/** Makes writes to these tables fail, with the row in the text of the error. */
async function breakWrites(): Promise<void> {
  for (const table of ['feedbackMessages', 'supportRequests', 'emailCodes', 'queueEntries'])
    await raw`
      create trigger broken before insert or update on ${raw.table(table)}
      for each row execute function refuse_row()`.execute(world.sql)
}

describe('the log of a server that everything goes wrong with', () => {
  test('names nobody, and has one line for each failure', async () => {
    const stage = await makeStage(world, {
      artist: {
        name: PERSON.name,
        username: PERSON.username,
        email: PERSON.email,
        phoneNumber: PERSON.phone,
      },
    })
    await raw`create function refuse_row() returns trigger language plpgsql as $$
      begin
        raise exception 'no room for %', row_to_json(new)
          using detail = 'Failing row contains ' || row_to_json(new)::text, errcode = 'XX000';
      end $$`.execute(world.sql)
    await breakWrites()
    const as = { token: stage.as.token, address: PERSON.address }
    const answers = await Promise.all([
      world.call(api.feedback.send, { body: { rating: 1, message: PERSON.words } }, as),
      world.call(
        api.feedback.support,
        { body: { message: PERSON.words, contact: PERSON.email, email: PERSON.email } },
        as,
      ),
      world.call(api.auth.verificationCode, { body: { email: PERSON.email } }, as),
      world.call(api.auth.forgotPassword, { body: { email: PERSON.email } }, as),
      world.call(
        api.auth.login,
        { body: { username: PERSON.username, password: PERSON.password } },
        as,
      ),
      world.call(api.page.searchByName, { query: { input: `${PERSON.name}\u0000` } }, as),
      world.call(api.page.getInfo, { query: { artistUsername: PERSON.username } }, as),
      world.listener().order(stage.artist, stage.concertId, {
        title: PERSON.words,
        artistName: PERSON.name,
      }),
    ])
    await world.app.http.inject({
      url: `/api/v1/auth/reset-password?code=${PERSON.card}&email=${PERSON.email}`,
      headers: { 'x-forwarded-for': PERSON.address, cookie: `name=${PERSON.name}` },
    })
    await mailIdle(world.app.ctx)
    const bugs = answers.filter(({ status }) => status === 500)
    assert.ok(bugs.length > 0, 'something has to go wrong')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const secret of SECRETS) assert.ok(!text.includes(secret), `${secret} in ${text}`)
    assert.ok(!text.includes(stage.as.token))
    // That an answer was slow depends on the machine.
    const failed = lines.filter(({ msg }) => msg !== 'a slow answer')
    for (const { failure } of bugs)
      assert.equal(failed.filter(({ reqId }) => reqId === failure.requestId).length, 1)
    for (const line of lines) {
      assert.equal(new Date(String(line['time'])).toISOString(), line['time'])
      assert.match(String(line['level']), /^(debug|info|warn|error)$/u)
      assert.equal(typeof line['msg'], 'string')
    }
  })
})

describe('the number of a request', () => {
  const ask = async (id: string) => {
    const answer = await world.app.http.inject({
      url: '/api/v1/auth/check-token',
      headers: { 'x-request-id': id },
    })
    const { requestId } = answer.json<{ requestId: string }>()
    assert.equal(answer.headers['x-request-id'], requestId)
    return requestId
  }

  test('is the one that our proxy gave it, told in the answer and its failure', async () => {
    for (const id of ['4bf92f3577b34da6a3ce929d0e0e4736', '019aa9c2-5b1e-7c3e-8f00-0123456789ab'])
      assert.equal(await ask(id), id)
  })

  test('is a new one where what came is no number', async () => {
    for (const id of [
      'short',
      PERSON.email,
      'a'.repeat(200),
      'deadbeefdeadbeef"}',
      PERSON.username,
    ])
      assert.match(await ask(id), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u)
  })

  test('is a new one where no proxy is trusted', async (t) => {
    const bare = await makeWorld()
    t.after(() => bare.close())
    const id = '4bf92f3577b34da6a3ce929d0e0e4736'
    const answer = await bare.app.http.inject({ url: '/healthz', headers: { 'x-request-id': id } })
    assert.notEqual(answer.headers['x-request-id'], id)
  })
})
