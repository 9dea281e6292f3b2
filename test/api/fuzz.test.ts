import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { WebSocket } from 'ws'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { everyEndpoint } from '#contract/index.ts'
import { LIVE_PATH, pathOf } from '#contract/path.ts'
import { NOBODYS_HASH } from '#server/areas/accounts/passwords.ts'
import { change, changed, inputOf, misfits, NO_OBJECTS } from '#test/support/fuzz.ts'
import type { Known, Parts } from '#test/support/fuzz.ts'
import { makeStage } from '#test/support/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

/** Requests of the whole run; FUZZ_RUNS asks for more and FUZZ_SEED for the same again. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 600)
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000)
const RUNS_OF_A_CALL = Math.ceil(RUNS / everyEndpoint().length)

const MAY_BE_DOWN = new Set(['MAIL_DOWN', 'PAYMENTS_DOWN', 'OVERLOADED'])
const FAILURE_KEYS = new Set(['message', 'code', 'requestId', 'fields', 'queue'])
const RUSSIAN = /[а-яё]{3}/
/** What a Russian sentence of ours never holds: words of a library, of SQL, of a stack. */
const LEAK = /\b(error|invalid|must|should|select|insert|syntax|undefined|null|at )\b|\.ts:\d/i

/** What a live channel takes for no registration and no ping. */
const JUNK = [
  '',
  '\u0000',
  'null',
  '[]',
  '{}',
  '"ping"',
  '{"type":"pong"}',
  '{"type":{}}',
  '{"artistUsername":"a","sessionId":7}',
  '{"artistUsername":"","sessionId":""}',
  '['.repeat(4000),
  'x'.repeat(70_000),
  Buffer.from([0xff, 0xfe]),
]

let world: World
let addresses = 0

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const callers = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('the artist', 'an admin') },
  { weight: 1, arbitrary: fc.constantFrom('nobody', 'a dead token') },
)

/** Things of a world of its own, for each call. */
async function peopledWorld() {
  const stage = await makeStage(world, { artist: { password_hash: NOBODYS_HASH } })
  const admin = await world.artist({ role: 'ADMIN', password_hash: NOBODYS_HASH })
  await stage.scheduled('А', 'Б', 'В')
  await stage.queued('А')
  await stage.next('Б')
  const coming = await world.concert(stage.artist, { startsIn: 600 })
  const foreign = await world.concert(admin)
  const songs = [...Object.values(stage.ids), null]
  const known: Known = {
    ids: [stage.concertId, coming, ...Object.values(stage.ids), randomUUIDv7()],
    names: [stage.artist.username, admin.username, 'А', 'new-page-ui'],
    fields: {
      sessionId: [stage.concertId, stage.concertId, coming, foreign],
      songId: songs,
      songs: Object.values(stage.ids),
      songIds: Object.values(stage.ids),
      idList: Object.values(stage.ids),
      artistUsername: [stage.artist.username],
      username: [stage.artist.username, admin.username, 'svobodno'],
      featureName: ['new-page-ui', 'donation-new-ui-v1'],
      email: ['lada@example.org', `${stage.artist.username}@example.org`],
      password: ['Verevka7-mytha'],
      passwordConfirm: ['Verevka7-mytha'],
      accountType: ['ARTIST', 'GROUP'],
      dateTimeStart: ['2026-11-22T20:00:00+03:00', '2026-12-31T23:59:00+12:00'],
      dateStart: ['2026-11-01', '2026-11-21T00:00:00+03:00'],
      dateEnd: ['2026-12-31', '2026-11-22T00:00:00+03:00'],
      durationHours: [0, 2, 24],
      durationMinutes: [0, 59],
      longitude: [37.62, -180, 180, null],
      latitude: [55.75, -90, 90, null],
      ticketLink: ['', 'https://bilety.example/1?a=ё'],
      statusSong: ['QUEUED', 'SKIPPED'],
      name: ['Подвал'],
      description: ['Тихий концерт'],
      title: ['', 'Тихая песня'],
      artistName: ['', 'Лада'],
    },
  }
  const tokens: Record<string, string | undefined> = {
    'the artist': stage.artist.token,
    'an admin': admin.token,
    'a dead token': 'a'.repeat(43),
  }
  return { known, tokens }
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// A longer path is the web server's to refuse, and a broken one cannot be encoded.
function segment(value: unknown): string {
  return encodeURIComponent(textOf(value).slice(0, 2000).toWellFormed())
}

function urlOf(endpoint: AnyEndpoint, { params, query }: Parts, tail: string): string {
  const path = pathOf(endpoint).replaceAll(/:(\w+)/g, (_, name: string) => segment(params[name]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat(Infinity).slice(0, 20)) search.append(name, textOf(one))
  return `${path}?${search}${tail}`
}

type Sent = { endpoint: AnyEndpoint; url: string; payload: string | undefined; token?: string }

async function send({ endpoint, url, payload, token }: Sent) {
  addresses += 1
  return world.app.http.inject({
    method: endpoint.method as 'GET',
    url,
    // Each from an address of its own, so that it is judged for itself and not for those before it.
    remoteAddress: `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

type Answer = Awaited<ReturnType<typeof send>>

/** An answer is a success of the promised shape, or a refusal in the one shape; a bug it is never. */
function judge(endpoint: AnyEndpoint, answer: Answer) {
  const { statusCode: status, body } = answer
  const says = `${status} ${body.slice(0, 300)}`
  if (status < 400) {
    assert.equal(status, endpoint.created ? 201 : 200, says)
    if (endpoint.kind === 'data')
      assert.deepEqual(misfits(endpoint.answer, answer.json<{ data: unknown }>().data), [], says)
    return undefined
  }
  assert.match(String(answer.headers['content-type']), /^application\/json/, says)
  const failure = answer.json<Record<string, unknown>>()
  assert.ok(
    Object.keys(failure).every((key) => FAILURE_KEYS.has(key)),
    says,
  )
  const { message, code, requestId, fields = {} } = failure
  assert.match(String(code), /^[A-Z_]+$/, says)
  assert.match(String(requestId), /^[\da-f-]{36}$/, says)
  for (const text of [message, ...Object.values(fields as object)]) {
    assert.match(String(text), RUSSIAN, says)
    assert.doesNotMatch(String(text), LEAK, says)
  }
  if (status < 500) return undefined
  if (status === 501) return assert.equal(code, 'NOT_BUILT', says)
  assert.equal(status, 503, says)
  return assert.ok(MAY_BE_DOWN.has(String(code)), says)
}

const bodies = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...NO_OBJECTS) },
)
const tails = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('&input=%00', '&input=%ED%A0%80', '&%zz=1', '&=', '&&&'),
  },
)

for (const { name, endpoint } of everyEndpoint()) {
  test(`${name}: whatever is sent, the answer is a success or a refusal in words`, async () => {
    const { known, tokens } = await peopledWorld()
    const takesBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
    const sent = fc.record({
      input: inputOf(endpoint, known),
      done: change,
      who: callers,
      instead: bodies,
      tail: tails,
    })
    const property = fc.asyncProperty(sent, async ({ input, done, who, instead, tail }) => {
      const parts = changed(input, done)
      const token = tokens[who]
      judge(
        endpoint,
        await send({
          endpoint,
          url: urlOf(endpoint, parts, tail),
          payload: takesBody ? (instead ?? JSON.stringify(parts.body)) : undefined,
          ...(token === undefined ? {} : { token }),
        }),
      )
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS_OF_A_CALL })
  })
}

test('two thousand pieces of junk on the live channel close their own sockets and nothing else', async () => {
  const port = await world.app.listen(0, '127.0.0.1')
  for (let count = 0; count < 40; count += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`)
    await once(socket, 'open')
    for (let frame = 0; frame < 50; frame += 1)
      socket.send(JUNK[(count + frame) % JUNK.length] ?? '')
    const [code] = (await once(socket, 'close')) as [number]
    assert.ok([1003, 1008, 1009].includes(code), `closed with ${code}`)
  }
})

test('and after all that the server is ready', async () => {
  const answer = await world.app.http.inject({ url: '/readyz' })
  assert.equal(answer.statusCode, 200, answer.body)
})
