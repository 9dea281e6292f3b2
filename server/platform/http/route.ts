import type { Role } from '#domain/accounts/operators.ts'
import type { KeyRight } from '#domain/machine-keys.ts'
import type { AnswerOf, AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '#contract/endpoint.ts'

/** The artist of a valid token. */
export type RequestCaller = {
  id: string
  username: string
  role: Role
  /** Until he has agreed to the present consent, he may read and not change. */
  mustAgree?: boolean
  /** The token of the request. */
  token: { hash: string; openedAt: Date; provedAt: Date | null }
  /**
   * Set where a second pad or a machine's key acts for the artist; `running`: its concert is the one being played. A key
   * has that one, null where none is.
   */
  secondPad?: {
    id: string
    name: string
    concertId: string | null
    running: boolean
    pass: string | null
    /** Of a key. */
    rights?: readonly KeyRight[]
  }
  /** Set for the host of an evening, who is no artist: `id` and `username` are empty. */
  host?: { concertId: string }
}

/** The listener's phone: identified by a signed cookie, or registered on the first order. */
export type Device = {
  known(): string | null
  /**
   * Returns the id of this device; a new one gets its cookie with the response. Refuses TOO_MANY when too many new
   * devices come from one address.
   */
  ensure(): Promise<string>
  /**
   * Gives a device that came without a cookie this id, also in place of what `ensure` made: a password or an order has
   * proved that the id is its own.
   */
  become(id: string): void
}

export type RouteCall<E extends AnyEndpoint> = {
  query: QueryOf<E>
  body: BodyOf<E>
  params: ParamsOf<E>
  /** Set where the endpoint requires an artist or an admin. */
  artist: RequestCaller
  /** The caller, on calls that are open to anyone: artists see their own closed concerts. */
  viewer: RequestCaller | null
  device: Device
  /** The caller's network address. */
  address: string
  /** The name of the browser as it gives it; at most 400 characters. */
  userAgent: string
  /** With the id of the artist before it, where the endpoint requires one. */
  idempotencyKey: string | null
  /** Reads the one uploaded file, where the endpoint takes one. */
  file: () => Promise<Uint8Array>
}

export type FileAnswer = {
  type: string
  bytes: Uint8Array
  /** The browser saves it under this name instead of opening it. */
  fileName?: string
  /** How long browsers may cache it; without it not at all. */
  keepSeconds?: number
}

/** A call that was answered, and was not only a read. */
export type Done = { endpoint: AnyEndpoint; caller: RequestCaller | null; body: unknown }

type AnswerFor<E extends AnyEndpoint> = E['kind'] extends 'blob' ? FileAnswer : AnswerOf<E>

export type Route = {
  endpoint: AnyEndpoint
  answer(call: RouteCall<AnyEndpoint>): Promise<unknown>
}

/** One endpoint of the contract and its handler. */
export function on<E extends AnyEndpoint>(
  endpoint: E,
  answer: (call: RouteCall<E>) => Promise<AnswerFor<E>>,
): Route {
  // The input is validated against the endpoint's schemas before `answer` is called.
  return { endpoint, answer: (call) => answer(call as RouteCall<E>) }
}
