import type { FastifyInstance, FastifyRequest } from 'fastify'
import { everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import type { ServerApi, WireAnswer, WireRequest } from '#web/entry.server.tsx'
import { concertTag } from './page-cache.ts'
import type { Made, PageCache } from './page-cache.ts'
import { addressTags } from './shared-pages.ts'

/** The types that the web requires of the server; no other module of the server imports the web. */
export type { FirstLook, ServerApi, SiteFacts, WireAnswer } from '#web/entry.server.tsx'

/** The visitor in whose name a page calls. */
export type Visitor = { address: string; cookie: string | undefined }
export const NOBODY: Visitor = { address: '127.0.0.1', cookie: undefined }

/** Calls the contract inside the process, in the name and from the address of the page's visitor. */
export async function callInside(
  app: FastifyInstance,
  { method, url, headers, body }: WireRequest,
  { address, cookie }: Visitor,
): Promise<WireAnswer & { cookies: string[] }> {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    remoteAddress: address,
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    ...(body === undefined ? {} : { payload: body }),
  })
  const json = answer.headers['content-type']?.toString().includes('json')
  return {
    status: answer.statusCode,
    body: json ? answer.json() : answer.body,
    retryAfter: answer.headers['retry-after']?.toString() ?? null,
    cookies: [answer.headers['set-cookie'] ?? []].flat(),
  }
}

const isUnanswered = ({ status }: WireAnswer) => status >= 500 || status === 429

/** The paths of the calls that the contract marks so. */
function pathsOf(kind: 'everyone' | 'device'): ReadonlySet<string> {
  const of = everyEndpoint().filter(({ endpoint }) => endpoint.sharedAnswer === kind)
  return new Set(of.map(({ endpoint }) => pathOf(endpoint)))
}

const SHARED_PATHS = pathsOf('everyone')
const DEVICE_PATHS = pathsOf('device')
const isOf = (paths: ReadonlySet<string>, url: string) => paths.has(url.split('?', 1)[0] ?? '')

type MaybeConcert = { id?: unknown; sessionStatus?: unknown }

/** The tags of the concerts in an answer, and whether one of them is on. */
function concertsIn(body: unknown): { tags: string[]; live: boolean } {
  const data: unknown = (body as { data?: unknown } | null)?.data
  const concerts = [data]
    .flat()
    .filter((one): one is MaybeConcert => typeof one === 'object' && one !== null)
    .filter(({ sessionStatus }) => typeof sessionStatus === 'string')
  return {
    tags: concerts.flatMap(({ id }) => (typeof id === 'string' ? [concertTag(id)] : [])),
    live: concerts.some(({ sessionStatus }) => sessionStatus === 'NOW'),
  }
}

/** A call whose answer depends on the device, and the answer to an unknown device. */
export type DeviceCall = { request: WireRequest; body: string }

/** What was learnt of a page while it was rendered for no particular visitor. */
type Learnt = {
  tags: Set<string>
  /** It shows a concert that is on. */
  live: boolean
  /** A call failed, so that a part of the page is missing. */
  incomplete: boolean
  /** It requested something that is its visitor's own. */
  personal: boolean
  deviceCalls: DeviceCall[]
}

/** The API of a page that is rendered for all: it gives no visitor's data. */
export function sharedApi(app: FastifyInstance, nobody: Visitor) {
  const learnt: Learnt = {
    tags: new Set(),
    live: false,
    incomplete: false,
    personal: false,
    deviceCalls: [],
  }
  const serverApi: Pick<ServerApi, 'transport' | 'firstLook'> = {
    async transport(request) {
      const { cookies, ...answer } = await callInside(app, request, nobody)
      if (cookies.length > 0) learnt.personal = true
      if (isUnanswered(answer)) learnt.incomplete = true
      if (isOf(DEVICE_PATHS, request.url))
        learnt.deviceCalls.push({ request, body: JSON.stringify(answer.body) })
      const { tags, live } = concertsIn(answer.body)
      for (const tag of tags) learnt.tags.add(tag)
      learnt.live ||= live
      return answer
    },
    async firstLook() {
      learnt.personal = true
      return null
    },
  }
  return { serverApi, learnt }
}

/** Memory of an answer for each letter of its JSON, in bytes. */
const BYTES_PER_LETTER = 4

/** So that no page changes what another one shows. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

export type SharedAnswersDeps = {
  cache: PageCache<WireAnswer>
  /** False while a change on another process may be missed: then each page requests its own answers. */
  busIsHealthy: () => boolean
}

type SharedAnswers = ReturnType<typeof makeSharedAnswers>

/** The answers that pages of single visitors have in common: requested once, and dropped with the pages that show them. */
export function makeSharedAnswers(
  app: FastifyInstance,
  { cache, busIsHealthy }: SharedAnswersDeps,
) {
  async function ask(request: WireRequest): Promise<Made<WireAnswer>> {
    const { cookies, ...value } = await callInside(app, request, NOBODY)
    if (cookies.length > 0) return { verdict: 'personal' }
    if (isUnanswered(value)) return { verdict: 'failed', value }
    if (value.status !== 200) return { verdict: 'other', value }
    const bytes = JSON.stringify(value.body).length * BYTES_PER_LETTER
    return { verdict: 'keep', value: frozen(value), bytes, ...concertsIn(value.body) }
  }

  return {
    /** The shared answer; null where it has to be requested for this visitor. `tags`: those of the page's address. */
    async find(request: WireRequest, tags: readonly string[]): Promise<WireAnswer | null> {
      const { method, url, headers } = request
      if (method !== 'GET' || headers['authorization'] !== undefined) return null
      if (!busIsHealthy() || !isOf(SHARED_PATHS, url)) return null
      const key = `${tags.join(' ')} ${url}`
      const answer = await cache.get({ key, tags, make: () => ask(request) })
      // A failed answer is requested once more.
      return answer === null || isUnanswered(answer) ? null : answer
    },
  }
}

/** The calls of a page in its visitor's name; the cookies that they set are added to `cookies`. */
export function visitorTransport(
  app: FastifyInstance,
  request: FastifyRequest,
  { answers, cookies }: { answers: SharedAnswers | null; cookies: string[] },
): ServerApi['transport'] {
  const visitor = { address: request.ip, cookie: request.headers.cookie }
  // What a form has just changed is requested again.
  const tags = request.method === 'GET' ? addressTags(request.url) : null
  return async (call) => {
    const shared = tags === null ? null : ((await answers?.find(call, tags)) ?? null)
    if (shared !== null) return shared
    const { cookies: given, ...answer } = await callInside(app, call, visitor)
    cookies.push(...given)
    return answer
  }
}
