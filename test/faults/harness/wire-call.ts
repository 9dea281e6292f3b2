import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, AnyEndpoint } from '#contract/endpoint.ts'
import { filledPath } from '#contract/path.ts'
import { SECOND_MS } from '#domain/time.ts'

export type WireInput = {
  query?: Record<string, string>
  body?: object
  params?: Record<string, string>
}
export type WireCaller = {
  readonly token?: string
  readonly cookie?: string
  readonly key?: string
  readonly address: string
  /** The client disconnects after this number of ms, whatever the server does. */
  readonly cutMs?: number
}

/** `ok`: done and acknowledged; `fail`: refused, so not done; `info`: unknown to the client. */
export type WireOutcome = 'ok' | 'fail' | 'info'
export type WireReply<E extends AnyEndpoint = AnyEndpoint> = {
  readonly outcome: WireOutcome
  /** Null where no answer came. */
  readonly status: number | null
  readonly code: string | null
  /** Data of an `ok` answer. */
  readonly data: AnswerOf<E> | null
  readonly cookie: string | null
}

/** How long a phone waits for an answer. */
const TIMEOUT_MS = 15_000
const LOST: WireReply = { outcome: 'info', status: null, code: null, data: null, cookie: null }

/** One call over a real connection, as a phone makes it. */
export async function callOverWire<E extends AnyEndpoint>(
  url: string,
  endpoint: E,
  { query, body, params }: WireInput,
  { token, cookie, key, address, cutMs = TIMEOUT_MS }: WireCaller,
): Promise<WireReply<E>> {
  const path = filledPath(endpoint, params)
  const asked = new URLSearchParams(query).toString()
  try {
    const answer = await fetch(`${url}${path}${asked === '' ? '' : `?${asked}`}`, {
      method: endpoint.method,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      signal: AbortSignal.timeout(cutMs),
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    const json = (await answer.json()) as { data?: AnswerOf<E>; code?: string }
    const { status } = answer
    return {
      outcome: status < 400 ? 'ok' : status < 500 ? 'fail' : 'info',
      status,
      code: json.code ?? null,
      data: status < 400 ? (json.data ?? null) : null,
      cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? null,
    }
  } catch {
    return LOST as WireReply<E>
  }
}

/** Number of tries on an overloaded server, a second apart. */
const MOST_TRIES = 10

/** Returns the data of a call that must succeed; throws when it is refused. */
export async function granted<E extends AnyEndpoint>(
  url: string,
  endpoint: E,
  input: WireInput,
  caller: WireCaller,
): Promise<AnswerOf<E>> {
  for (let tries = 1; ; tries += 1) {
    const { outcome, status, code, data } = await callOverWire(url, endpoint, input, caller)
    if (outcome === 'ok' && data !== null) return data
    if (code !== 'OVERLOADED' || tries === MOST_TRIES)
      throw new Error(`${endpoint.path}: ${status} ${code}`)
    await sleep(SECOND_MS)
  }
}
