import type { FastifyInstance } from 'fastify'
import { everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import type { ServerDoor, WireAnswer, WireRequest } from '#web/entry.server.tsx'
import { concertsIn, concertTag } from './page-tags.ts'

/** What the web asks of the server: it comes in here, and nowhere else. */
export type {
  FirstLook,
  ServerDoor,
  SiteFacts,
  WireAnswer,
  WireRequest,
} from '#web/entry.server.tsx'

/** In whose name a page calls. */
export type Visitor = { address: string; cookie: string | undefined }

/** Pages call the contract inside the process, in the name and from the address of their visitor. */
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

/** A call whose answer depends on the telephone, and what one that nobody knows is answered. */
export type DeviceCall = { request: WireRequest; body: string }

const DEVICE_PATHS: ReadonlySet<string> = new Set(
  everyEndpoint().flatMap(({ endpoint }) =>
    endpoint.sharedAnswer === 'device' ? [pathOf(endpoint)] : [],
  ),
)

/** What was learnt of a page while it was made for nobody in particular. */
export type Learnt = {
  tags: Set<string>
  /** A concert that is on stands on it. */
  live: boolean
  /** A call was not answered, so that a part of the page is missing. */
  incomplete: boolean
  /** It asked for something that is its visitor's own. */
  personal: boolean
  deviceCalls: DeviceCall[]
}

type Own = 'transport' | 'firstLook'

/** The door of a page that is made for all: nothing of any visitor is behind it. */
export function nobodysDoor(
  app: FastifyInstance,
  nobody: Visitor,
): { door: Pick<ServerDoor, Own>; learnt: Learnt } {
  const learnt: Learnt = {
    tags: new Set(),
    live: false,
    incomplete: false,
    personal: false,
    deviceCalls: [],
  }
  async function transport(request: WireRequest): Promise<WireAnswer> {
    const { cookies, ...answer } = await callInside(app, request, nobody)
    if (cookies.length > 0) learnt.personal = true
    if (answer.status >= 500 || answer.status === 429) learnt.incomplete = true
    if (DEVICE_PATHS.has(request.url.split('?', 1)[0] ?? ''))
      learnt.deviceCalls.push({ request, body: JSON.stringify(answer.body) })
    const { ids, on } = concertsIn(answer.body)
    for (const id of ids) learnt.tags.add(concertTag(id))
    learnt.live ||= on
    return answer
  }
  const firstLook = async () => {
    learnt.personal = true
    return null
  }
  return { door: { transport, firstLook }, learnt }
}
