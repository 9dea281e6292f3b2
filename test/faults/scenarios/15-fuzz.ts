import { randomUUIDv7 } from 'node:crypto'
import * as fc from '#test/support/inputs/fast-check.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api, everyEndpoint } from '#contract/index.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  musicianAt,
  songId,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import {
  checkAnswer,
  checkRefusal,
  oddTails,
  otherBodies,
  urlOf,
} from '#test/support/inputs/fuzz-requests.ts'
import type { FuzzAnswer } from '#test/support/inputs/fuzz-requests.ts'
import { change, changed, inputOf } from '#test/support/inputs/fuzz.ts'
import type { FuzzKnown } from '#test/support/inputs/fuzz.ts'
import { startProduct } from '#test/support/product/product.ts'
import { JUNK, pathRequests, rawStatus } from '../fuzz-of-paths.ts'
import type { PathRequest } from '../fuzz-of-paths.ts'
import type { Scenario } from '../scenario.ts'

const REQUESTS = { long: 10_000, short: 400 }
const AT_ONCE = 6
const P99_MS = 1000
const TOLD_MOST = 8
/** Status of an overloaded service or one whose provider is down: counted apart from failures. */
const DOWN = 503

type Aim = { send: () => Promise<FuzzAnswer>; check: (answer: FuzzAnswer) => void; what: string }

let addresses = 0
/** Each request has an address of its own, so that it is not refused for those before it. */
function address(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

async function send(
  url: string,
  { method, type, payload }: Omit<PathRequest, 'url'>,
  token?: string,
) {
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': address(),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const body = await answer.text()
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', body }
}

/** Creates a musician in the middle of a concert, and everything of his that a request can name. */
async function createAccounts(url: string) {
  const musician = await musicianAt(url)
  const stranger = await musicianAt(url)
  const coming = await comingConcertAt(url, musician)
  const running = await concertAt(url, musician)
  const song = await songId(url, 'Группа крови')
  const wish = { songId: song, title: '', artistName: '', imageUrl: '' }
  const order = { ...wish, artistUsername: musician.username, sessionId: running }
  await ask(url, api.songs.orderSong, { body: order })
  const known: FuzzKnown = {
    ids: [running, coming, song, randomUUIDv7()],
    names: [musician.username, stranger.username, 'new-page-ui'],
    fields: {
      sessionId: [running, running, coming],
      songId: [song, null],
      songs: [song],
      songIds: [song],
      idList: [song],
      artistUsername: [musician.username],
      username: [musician.username, 'svobodno'],
      email: ['lada@example.org', musician.email],
      password: ['Verevka7-mytha'],
      dateTimeStart: [new Date(Date.now() + 7_200_000).toISOString()],
      durationHours: [2],
      durationMinutes: [0],
      longitude: [37.62],
      latitude: [55.75],
    },
  }
  return { musician, known }
}

function callOf(
  url: string,
  endpoint: AnyEndpoint,
  accounts: { musician: TestMusician; known: FuzzKnown },
  numRuns: number,
): Aim[] {
  const takesBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  const tokens = [accounts.musician.token, accounts.musician.token, undefined, 'a'.repeat(43)]
  const sent = fc.record({
    input: inputOf(endpoint, accounts.known),
    done: change,
    token: fc.constantFrom(...tokens),
    instead: otherBodies,
    tail: oddTails,
  })
  return fc
    .sample(sent, { numRuns, seed: fc.FUZZ_SEED })
    .map(({ input, done, token, instead, tail }) => {
      const parts = changed(input, done)
      const path = urlOf(endpoint, parts, tail)
      const payload = takesBody ? (instead ?? JSON.stringify(parts.body)) : undefined
      const { method } = endpoint
      const type = payload === undefined ? {} : { type: 'application/json', payload }
      return {
        send: () => send(`${url}${path}`, { method, ...type }, token),
        check: (answer) => checkAnswer(endpoint, answer),
        what: `${method} ${path.slice(0, 120)} ${payload?.slice(0, 120) ?? ''}`,
      }
    })
}

function checkPage({ status, type, body }: FuzzAnswer): void {
  const says = `${status} ${body.slice(0, 200)}`
  if (status >= 500 && (status !== DOWN || !/[а-яё]{3}/u.test(body))) throw new Error(says)
  if (/node_modules|\.ts:\d|at \w+ \(/u.test(body)) throw new Error(`a stack: ${says}`)
  if (status >= 400 && body !== '' && type.includes('json')) checkRefusal({ status, type, body })
}

function pathRequestsAt(url: string, known: FuzzKnown, numRuns: number): Aim[] {
  return fc
    .sample(pathRequests(known), { numRuns, seed: fc.FUZZ_SEED })
    .map(({ url: path, ...pathRequest }) => ({
      send: () => send(`${url}${path}`, pathRequest),
      check: checkPage,
      what: `${pathRequest.method} ${path.slice(0, 160)}`,
    }))
}

export const scenario: Scenario = {
  number: 15,
  title: 'Fuzz 10,000 generated + mutated requests over every path',
  pass: '0 × 5xx; 503 in words (overloaded, or a provider is down) is counted apart, 0 crashes, every failure in the one error shape, p99 ≤ 1 s',
  engines: ['embedded', 'postgres'],
  inTests: [],
  async run({ short, environment, logProgress }) {
    const product = await startProduct({
      ...environment,
      MAILBOX: 'on',
      SANDBOX_BANK: 'on',
      TEST_CALLS: 'on',
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'error',
    })
    const { url } = product
    const total = short ? REQUESTS.short : REQUESTS.long
    const endpoints = everyEndpoint()
    const ofCalls = Math.ceil((total * 0.8) / endpoints.length)
    const times: number[] = []
    const broken: string[] = []
    const statuses = new Map<string, number>()

    async function fire(left: Aim[]) {
      const worker = async () => {
        for (let aim = left.shift(); aim !== undefined; aim = left.shift()) {
          const began = performance.now()
          try {
            const answer = await aim.send()
            times.push(performance.now() - began)
            const { status } = answer
            const kind = status === DOWN ? String(status) : `${Math.floor(status / 100)}xx`
            statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
            aim.check(answer)
          } catch (error) {
            const why = error instanceof Error ? error.message : String(error)
            broken.push(`${aim.what}: ${why.split('\n')[0]}`)
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    }

    let accounts = await createAccounts(url)
    for (const [at, { endpoint }] of endpoints.entries()) {
      await fire(callOf(url, endpoint, accounts, ofCalls))
      const { token } = accounts.musician
      const alive = await ask(url, api.auth.checkToken, {}, token).then(
        () => true,
        () => false,
      )
      // A call that ends a login or a concert has succeeded.
      if (!alive || at % 20 === 19) accounts = await createAccounts(url)
      if (at % 15 === 14) logProgress(`${times.length} requests`)
    }
    await fire(pathRequestsAt(url, accounts.known, total - times.length))
    for (const junk of JUNK) {
      const status = await rawStatus(Number(new URL(url).port), junk)
      if (status >= 500) broken.push(`${JSON.stringify(junk.slice(0, 60))}: ${status}`)
    }
    const ready = await fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
    if (ready !== 200) broken.push(`/readyz answered ${ready} after it`)
    const bugs = product.output().match(/a bug answered/gu)?.length ?? 0
    if (bugs > 0) broken.push(`${bugs} bugs in the log`)
    await product.kill('SIGTERM')
    times.sort((a, b) => a - b)
    const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
    return {
      figures: {
        requests: times.length,
        ...Object.fromEntries(statuses),
        'p99 ms': p99,
        seed: fc.FUZZ_SEED,
      },
      broken: broken.slice(0, TOLD_MOST),
      slow: p99 > P99_MS ? [`p99 is ${p99} ms`] : [],
    }
  },
}
