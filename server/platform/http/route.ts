import type { AnswerOf, AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '#contract/endpoint.ts'

/** The artist behind a live token. */
export type RequestCaller = {
  id: string
  username: string
  role: 'ARTIST' | 'ADMIN'
  /** What he came with. */
  token: { hash: string; openedAt: Date }
  /** Set where a second pad acts for the artist; `running`: its concert is the one being played. */
  secondPad?: {
    id: string
    name: string
    concertId: string
    running: boolean
    pass: string | null
  }
}

/** The listener's phone: known by a signed cookie, or made known on the first order. */
export type Device = {
  known(): string | null
  /** The id of this device; a new one gets its cookie with the answer. Refuses TOO_MANY when too many new devices come from one address. */
  ensure(): Promise<string>
  /** Makes a device without a cookie the one that this id belongs to: a password or an order has proved whose it is. */
  become(id: string): void
}

export type RouteCall<E extends AnyEndpoint> = {
  query: QueryOf<E>
  body: BodyOf<E>
  params: ParamsOf<E>
  /** Set where the endpoint asks for an artist or an admin. */
  artist: RequestCaller
  /** Who looks, on calls that are open to anyone: an artist sees his own closed concerts. */
  viewer: RequestCaller | null
  device: Device
  /** The caller's network address. */
  address: string
  idempotencyKey: string | null
  /** For how many ms the caller's device says that it kept the call since somebody pressed. */
  waitedMs: number
  /** Reads the one file that came with the call, where the endpoint takes one. */
  file: () => Promise<Uint8Array>
}

export type FileAnswer = {
  type: string
  bytes: Uint8Array
  /** The browser saves it under this name instead of opening it. */
  fileName?: string
  /** How long browsers may keep it; without it they keep nothing. */
  keepSeconds?: number
}

type AnswerFor<E extends AnyEndpoint> = E['kind'] extends 'blob' ? FileAnswer : AnswerOf<E>

export type Route = {
  endpoint: AnyEndpoint
  answer(call: RouteCall<AnyEndpoint>): Promise<unknown>
}

/** One line of the contract and what answers it. */
export function on<E extends AnyEndpoint>(
  endpoint: E,
  answer: (call: RouteCall<E>) => Promise<AnswerFor<E>>,
): Route {
  // The shapes are checked against the endpoint's schemas before `answer` is called.
  return { endpoint, answer: (call) => answer(call as RouteCall<E>) }
}
