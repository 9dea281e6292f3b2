import type { FastifyInstance, FastifyRequest } from 'fastify'
import { everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import type { ServerApi, WireAnswer, WireRequest } from '#web/entry.server.tsx'

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

/** The paths of the calls whose answer depends on the device. */
const DEVICE_PATHS = new Set(
  everyEndpoint()
    .filter(({ endpoint }) => endpoint.answersDevice)
    .map(({ endpoint }) => pathOf(endpoint)),
)

/** A call whose answer depends on the device, and the answer to an unknown device. */
export type DeviceCall = { request: WireRequest; body: string }

/** What was learnt of a page while it was rendered for no particular visitor. */
type Learnt = {
  /** A call failed, so that a part of the page is missing. */
  incomplete: boolean
  /** It requested something that is its visitor's own. */
  personal: boolean
  deviceCalls: DeviceCall[]
}

/** The API of a page that is rendered for all: it gives no visitor's data. */
export function sharedApi(app: FastifyInstance, nobody: Visitor) {
  const learnt: Learnt = {
    incomplete: false,
    personal: false,
    deviceCalls: [],
  }
  const serverApi: Pick<ServerApi, 'transport' | 'firstLook'> = {
    async transport(request) {
      const { cookies, ...answer } = await callInside(app, request, nobody)
      if (cookies.length > 0) learnt.personal = true
      if (isUnanswered(answer)) learnt.incomplete = true
      if (DEVICE_PATHS.has(request.url.split('?', 1)[0] ?? ''))
        learnt.deviceCalls.push({ request, body: JSON.stringify(answer.body) })
      return answer
    },
    async firstLook() {
      learnt.personal = true
      return null
    },
  }
  return { serverApi, learnt }
}

/** The calls of a page in its visitor's name; the cookies that they set are added to `cookies`. */
export function visitorTransport(
  app: FastifyInstance,
  request: FastifyRequest,
  cookies: string[],
): ServerApi['transport'] {
  const visitor = { address: request.ip, cookie: request.headers.cookie }
  return async (call) => {
    const { cookies: given, ...answer } = await callInside(app, call, visitor)
    cookies.push(...given)
    return answer
  }
}
