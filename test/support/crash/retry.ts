import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerOf, AnyEndpoint } from '#contract/endpoint.ts'
import { filledPath } from '#contract/path.ts'

type Input = {
  query?: Record<string, string>
  body?: object
  params?: Record<string, string>
}

/** The caller: an artist by his token, a phone by its network address. */
export type RetryCaller = {
  readonly url: string
  readonly token?: string
  readonly address: string
  /** Keeps the device's cookie from call to call. */
  readonly device?: { cookie: string }
  /** Aborts the retries. */
  readonly signal: AbortSignal
}

/** `repeated`: an earlier answer was lost, so the action may have been done already. */
type RetryAnswer<E extends AnyEndpoint> =
  | { readonly done: true; readonly data: AnswerOf<E> }
  | { readonly done: false; readonly code: string; readonly repeated: boolean }

const PAUSE_MS = 300
const TIMEOUT_MS = 15_000

/** Calls as a phone does on a bad network: retries with the same body and the same idempotency key until there is an answer. */
async function callUntilAnswered<E extends AnyEndpoint>(
  { url, token, address, device, signal }: RetryCaller,
  endpoint: E,
  input: Input = {},
  key?: string,
): Promise<RetryAnswer<E>> {
  const path = filledPath(endpoint, input.params)
  const query = new URLSearchParams(input.query).toString()
  const request = {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(device === undefined ? {} : { cookie: device.cookie }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
  }
  for (let repeated = false; ; repeated = true) {
    signal.throwIfAborted()
    const answer = await once(`${url}${path}${query === '' ? '' : `?${query}`}`, request)
    if (device !== undefined && answer?.cookie) device.cookie = answer.cookie
    if (answer !== null && answer.status < 400)
      return { done: true, data: answer.json.data as AnswerOf<E> }
    if (answer !== null && answer.status < 500)
      return { done: false, code: answer.json.code ?? '', repeated }
    if (answer !== null && answer.status !== 503)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
    await wait(PAUSE_MS, undefined, { signal })
  }
}

type Wire = { status: number; json: { data?: unknown; code?: string }; cookie: string | undefined }

/** Null where the connection broke or the request timed out. */
async function once(address: string, request: RequestInit): Promise<Wire | null> {
  try {
    const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
    return { status: answer.status, json: (await answer.json()) as Wire['json'], cookie }
  } catch {
    return null
  }
}

/** Returns the data of a call; throws where it is refused. */
export async function granted<E extends AnyEndpoint>(
  caller: RetryCaller,
  endpoint: E,
  input: Input = {},
  key?: string,
): Promise<AnswerOf<E>> {
  const reply = await callUntilAnswered(caller, endpoint, input, key)
  if (reply.done) return reply.data
  throw new Error(`${endpoint.path} was refused: ${reply.code}`)
}

/** Performs an action that may be refused with `code` only where it was done already and its answer was lost. */
export async function doneOnce(
  caller: RetryCaller,
  endpoint: AnyEndpoint,
  input: Input,
  code: string,
): Promise<void> {
  const reply = await callUntilAnswered(caller, endpoint, input)
  if (!reply.done && !(reply.repeated && reply.code === code))
    throw new Error(`${endpoint.path} was refused: ${reply.code}`)
}

/** Polls until `isSo` returns true. */
export async function until(caller: RetryCaller, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(PAUSE_MS, undefined, { signal: caller.signal })
}
