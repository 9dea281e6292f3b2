import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { WebSocket } from 'ws'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { everyEndpoint } from '#contract/index.ts'
import { LIVE_PATH } from '#contract/path.ts'
import { NOBODYS_HASH } from '#server/modules/accounts/passwords.ts'
import { change, changed, inputOf } from '#test/support/inputs/fuzz.ts'
import type { FuzzKnown } from '#test/support/inputs/fuzz.ts'
import { checkAnswer, otherBodies, oddTails, urlOf } from '#test/support/inputs/fuzz-requests.ts'
import { HOSTILE, TURNED, ZALGO } from '#test/support/inputs/hostile-words.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

/** Requests of the whole run; FUZZ_RUNS asks for more and FUZZ_SEED for others. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 600)
const RUNS_OF_A_CALL = Math.ceil(RUNS / everyEndpoint().length)

/** Messages that the live channel takes for neither a registration nor a ping. */
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

/** Creates separate data for each call. */
async function peopledWorld() {
  const stage = await makeStage(world, { artist: { passwordHash: NOBODYS_HASH } })
  const admin = await world.artist({ role: 'ADMIN', passwordHash: NOBODYS_HASH })
  await stage.scheduled('А', 'Б', 'В')
  await stage.queued('А')
  await stage.next('Б')
  const coming = await world.concert(stage.artist, { startsIn: 600 })
  const foreign = await world.concert(admin)
  const songs = [...Object.values(stage.ids), null]
  const known: FuzzKnown = {
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
      name: ['Подвал', HOSTILE[0], ZALGO, TURNED],
      words: ['Маме', HOSTILE[1], ZALGO, TURNED],
      message: ['Спасибо', HOSTILE[2], ZALGO, TURNED],
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

type Sent = { endpoint: AnyEndpoint; url: string; payload: string | undefined; token?: string }

async function send({ endpoint, url, payload, token }: Sent) {
  addresses += 1
  const answer = await world.app.http.inject({
    method: endpoint.method as 'GET',
    url,
    // Each from its own address, so that no earlier request counts against its limits.
    remoteAddress: `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const { statusCode: status, body, headers } = answer
  return { status, body, type: String(headers['content-type']) }
}

let shared: ReturnType<typeof peopledWorld> | undefined

for (const { name, endpoint } of everyEndpoint()) {
  test(`${name}: whatever is sent, the answer is a success or a refusal in words`, async () => {
    // A reading call changes nothing that the next one would be sent about.
    const { known, tokens } = await (endpoint.method === 'GET'
      ? (shared ??= peopledWorld())
      : peopledWorld())
    const takesBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
    const sent = fc.record({
      input: inputOf(endpoint, known),
      done: change,
      who: callers,
      instead: otherBodies,
      tail: oddTails,
    })
    const property = fc.asyncProperty(sent, async ({ input, done, who, instead, tail }) => {
      const parts = changed(input, done)
      const token = tokens[who]
      checkAnswer(
        endpoint,
        await send({
          endpoint,
          url: urlOf(endpoint, parts, tail),
          payload: takesBody ? (instead ?? JSON.stringify(parts.body)) : undefined,
          ...(token === undefined ? {} : { token }),
        }),
      )
    })
    await fc.assert(property, { numRuns: RUNS_OF_A_CALL })
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
