import type { RouterContextProvider } from 'react-router'
import type { AnswerOf, AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { filledPath } from '#contract/path.ts'
import { CallFailed } from './call-failed.ts'
import type { WireAnswer, WireRequest } from './server-api.ts'
import { serverApi } from './server-api.ts'
import { removeToken, onLinkPage, readToken } from './token.ts'

/** The time limit of a call on a weak mobile network; then the screen reports the failure. */
const TIME_LIMIT_MS = 15_000
/** For a picture or a list: its upload is slow there, and the server processes it before it answers. */
export const LONG_LIMIT_MS = 60_000
/** For a file that has begun to come: megabytes take minutes there. */
const FILE_LIMIT_MS = 600_000

type Given<T, Name extends string> = [keyof T] extends [never] ? unknown : { [K in Name]: T }

type CallInput<E extends AnyEndpoint> = Given<QueryOf<E>, 'query'> &
  Given<BodyOf<E>, 'body'> &
  Given<ParamsOf<E>, 'params'>

export type CallOptions = {
  signal?: AbortSignal
  /** The same key with the same body gives the same answer. */
  idempotencyKey?: string
  /** On the server, for a call in an artist's name. */
  token?: string
  /** For a public endpoint that returns more to its artist: sends the token where there is one. */
  asArtist?: boolean
  /** The time limit in ms, for a slow call; 15 seconds without it. */
  limitMs?: number
  /** The browser sends it although its page is left meanwhile. */
  keepalive?: true
}

export type Caller = <E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
) => Promise<AnswerOf<E>>

type Plain = string | number | boolean
type LooseInput = {
  query?: Record<string, Plain | undefined>
  body?: unknown
  params?: Record<string, Plain>
}

function addressOf(endpoint: AnyEndpoint, input: LooseInput): string {
  const path = filledPath(endpoint, input.params)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

function takesToken(endpoint: AnyEndpoint, { asArtist = false }: CallOptions): boolean {
  return endpoint.access !== 'anyone' || asArtist
}

function wireRequest(endpoint: AnyEndpoint, input: LooseInput, options: CallOptions): WireRequest {
  const { signal, keepalive } = options
  const headers: Record<string, string> = { accept: 'application/json' }
  const sendsBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  if (sendsBody) headers['content-type'] = 'application/json'
  if (takesToken(endpoint, options) && options.token !== undefined)
    headers['authorization'] = `Bearer ${options.token}`
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
  return {
    method: endpoint.method,
    url: addressOf(endpoint, input),
    headers,
    ...(sendsBody && { body: JSON.stringify(input.body ?? {}) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }
}

function via(transport: (request: WireRequest) => Promise<WireAnswer>): Caller {
  return async (endpoint, input, options = {}) => {
    const answer = await transport(wireRequest(endpoint, input as LooseInput, options))
    if (answer.status < 400) return (answer.body as { data: never }).data
    throw CallFailed.fromAnswer(answer)
  }
}

/** The signal aborts at the time limit or with `asked`; written out, since the oldest browsers that we serve cannot combine signals. */
function limited(
  asked: AbortSignal | undefined,
  limitMs: number,
): { signal: AbortSignal; ranOut(): boolean; restart(limitMs: number): void; release(): void } {
  const both = new AbortController()
  const stop = () => both.abort()
  let late = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      late = true
      stop()
    }, ms)
  }
  restart(limitMs)
  if (asked?.aborted) stop()
  asked?.addEventListener('abort', stop)
  return {
    signal: both.signal,
    ranOut: () => late,
    restart,
    release() {
      clearTimeout(timer)
      asked?.removeEventListener('abort', stop)
    },
  }
}

const READ = {
  json: (response: Response): Promise<unknown> => response.json(),
  /** A refusal comes as JSON here too. */
  file: (response: Response): Promise<unknown> => (response.ok ? response.blob() : response.json()),
} as const

async function overNetwork(
  request: Omit<WireRequest, 'body'> & { body?: string | FormData },
  read: (response: Response) => Promise<unknown>,
  limitMs = TIME_LIMIT_MS,
): Promise<WireAnswer> {
  const { signal, ranOut, restart, release } = limited(request.signal, limitMs)
  let response: Response
  let body: unknown
  try {
    response = await fetch(request.url, { ...request, signal })
    readServerTime(response.headers)
    if (read === READ.file) restart(FILE_LIMIT_MS)
    body = await read(response)
  } catch {
    if (request.signal?.aborted) throw CallFailed.aborted()
    throw limitMs > TIME_LIMIT_MS && ranOut() ? CallFailed.tooLong() : CallFailed.noNetwork()
  } finally {
    release()
  }
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') }
}

/** Whether the token is no longer valid; on the page of a link 403 refuses single calls only, and the login stays. */
export function endsLogin({ status }: CallFailed): boolean {
  return status === 401 || (status === 403 && !onLinkPage())
}

/** Drops a token that is no longer valid, and sends the person to log in. What an operator's role may not do is refused alone. */
function leaveForLogin(endpoint: AnyEndpoint, failure: unknown): void {
  if (endpoint.access === 'anyone' || !(failure instanceof CallFailed)) return
  if (!endsLogin(failure)) return
  // The other calls are the operators'; the table of their roles would weigh on every page.
  const isOwn = endpoint.access === 'artist' || endpoint.access === 'pad'
  if (failure.status !== 401 && !isOwn) return
  if (failure.status === 403) console.warn(`authorization failure: ${endpoint.path}`)
  window.location.assign(removeToken())
}

async function inArtistsName<A>(
  endpoint: AnyEndpoint,
  options: CallOptions,
  ask: (options: CallOptions) => Promise<A>,
): Promise<A> {
  const token = takesToken(endpoint, options) ? readToken() : null
  try {
    return await ask(token === null ? options : { ...options, token })
  } catch (failure) {
    leaveForLogin(endpoint, failure)
    throw failure
  }
}

/** The only way from the browser to the server. Throws CallFailed. */
export const call: Caller = (endpoint, input, options = {}) =>
  inArtistsName(endpoint, options, (asked) => {
    const over = (request: WireRequest) => overNetwork(request, READ.json, asked.limitMs)
    return via(over)(endpoint, input, asked)
  })

/** The same for an endpoint that answers with a file. */
export function callForFile<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Blob> {
  return inArtistsName(endpoint, options, async (asked) => {
    const request = wireRequest(endpoint, input as LooseInput, asked)
    const answer = await overNetwork(request, READ.file, asked.limitMs)
    if (answer.status >= 400) throw CallFailed.fromAnswer(answer)
    return answer.body as Blob
  })
}

/** The same for an endpoint that takes a file. */
export function callWithFile<E extends AnyEndpoint>(
  endpoint: E,
  file: Blob,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  return inArtistsName(endpoint, options, async (asked) => {
    const { headers, ...request } = wireRequest(endpoint, {}, asked)
    // The browser sets the content type of a form itself, since it chooses the boundary of the parts.
    delete headers['content-type']
    const body = new FormData()
    body.set('file', file)
    const sent = { ...request, headers, body }
    const answer = await overNetwork(sent, READ.json, LONG_LIMIT_MS)
    if (answer.status >= 400) throw CallFailed.fromAnswer(answer)
    return (answer.body as { data: AnswerOf<E> }).data
  })
}

/** The same calls for a loader or an action on the server. */
export function callFrom(context: Readonly<RouterContextProvider>): Caller {
  return via(context.get(serverApi).transport)
}

// How far the server’s clock is ahead of the device’s, in ms.
let aheadMs = 0

/** Reads the server's time from a response that no cache can have stored. */
function readServerTime(headers: Headers): void {
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (headers.get('cache-control') !== 'no-store' || Number.isNaN(serverTime)) return
  aheadMs = serverTime - Date.now()
}

/** Milliseconds since 1970 by the server's clock, exact to a second or two; by the device's before the first answer. */
export function serverNow(): number {
  return Date.now() + aheadMs
}

let server: Caller = call

/** The pad's calls to the server. In a rehearsal a simulated server answers, and nothing leaves the browser. */
export const padCall: Caller = (endpoint, input, options) => server(endpoint, input, options)

/** Sends the pad's calls to `simulated`; returns the way back to the real server. */
export function replacePadServer(simulated: Caller): () => void {
  server = simulated
  return () => {
    server = call
  }
}
