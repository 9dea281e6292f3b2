import { Type } from '@sinclair/typebox'
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { RefusalCode } from '#domain/refusal.ts'

/**
 * Who may call: anyone; an artist with a live token; he or a second pad of his, about its own concert
 * alone; an artist named admin.
 */
type Access = 'anyone' | 'artist' | 'pad' | 'admin'

/**
 * Under overload `low` is refused first, then `read`, then `write`; `critical` never: the pad on stage,
 * which a whole hall waits for, the bank's notifications, and the probes of those who operate the service.
 */
export type Priority = 'low' | 'read' | 'write' | 'critical'

/**
 * A limit spent before the route runs; its numbers and whether its key is the caller's network or the
 * artist: server/platform/http/limits.ts. A limit that depends on the input is spent by the route itself.
 */
export type CallRate =
  | 'searchOfAddress'
  | 'findOfAddress'
  | 'lookOfAddress'
  | 'previewOfAddress'
  | 'storyOfAddress'
  | 'qrOfAddress'
  | 'isFreeOfAddress'
  | 'isEmailFreeOfAddress'
  | 'codeOfAddress'
  | 'signupOfAddress'
  | 'loginOfAddress'
  | 'recoveryOfAddress'
  | 'resetOfAddress'
  | 'payOfAddress'
  | 'goingOfAddress'
  | 'cancelOfAddress'
  | 'pushOfAddress'
  | 'thankOfAddress'
  | 'wishOfAddress'
  | 'followOfAddress'
  | 'mailToAddress'
  | 'writeOfAddress'
  | 'addressOfArtist'
  | 'addressOfArtistADay'
  | 'announceOfArtist'
  | 'importOfArtist'
  | 'importPreviewOfArtist'
  | 'uploadOfArtist'

/**
 * Which cached pages a successful call makes stale: those of the calling `artist`, those with everybody's
 * lists of concerts (`afisha`), those of the `concert` that the body names by `sessionId`, or `all`.
 */
export type Change = 'artist' | 'afisha' | 'concert' | 'all'

/**
 * Who gets one and the same answer: `everyone`, whatever his token or device, so that it is made once
 * for all pages; or each caller from one `device`, so that a cached page is checked against it.
 */
type SharedAnswer = 'everyone' | 'device'

/** How a successful call is counted: an order, a tip, or a change that an artist made to a queue. */
export type CallMetric =
  | 'order'
  | 'tip'
  | 'status'
  | 'pause'
  | 'resume'
  | 'next'
  | 'top'
  | 'up'
  | 'move'
  | 'one_song'
  | 'own_song'
  | 'list'
  | 'undo'
  | 'back'
  | 'taken_off'

/** How the answer travels: `{ "data": … }`, a file, or plain text. */
type AnswerKind = 'data' | 'blob' | 'text' | 'raw'

export type Endpoint<
  Query extends TSchema,
  Body extends TSchema,
  Params extends TSchema,
  Answer extends TSchema,
  Kind extends AnswerKind = AnswerKind,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under API_BASE, with Fastify's `:name` for parameters. */
  readonly path: string
  /** True for the few calls that stand outside API_BASE (health, metrics, docs). */
  readonly absolute: boolean
  readonly access: Access
  readonly priority: Priority
  readonly rates: readonly CallRate[]
  readonly changes: readonly Change[]
  /** Null where the answer may differ from caller to caller. */
  readonly sharedAnswer: SharedAnswer | null
  readonly metric: CallMetric | null
  /** Mounted by a Fastify plugin of its own, not with the other calls. */
  readonly ownPlugin: boolean
  /** Mounted only where TEST_CALLS is on; elsewhere it answers as an unknown call. */
  readonly testOnly: boolean
  readonly summary: string
  readonly query: Query
  readonly body: Body
  readonly params: Params
  readonly answer: Answer
  readonly kind: Kind
  /** The body reaches its route as the bytes that came, for a signature stands over them. */
  readonly rawBody: boolean
  /** The body is multipart/form-data with one file in its field `file`. */
  readonly takesFile: boolean
  /** Bytes of the largest body, where it may be larger than that of any other call. */
  readonly largestBody: number | null
  /** 201 instead of 200. */
  readonly created: boolean
  /** Takes the optional header Idempotency-Key. */
  readonly idempotent: boolean
  readonly refusals: readonly RefusalCode[]
}

/** The shape of any endpoint, where its exact types do not matter. */
export type AnyEndpoint = Endpoint<TSchema, TSchema, TSchema, TSchema>

/** What reads changes nothing; what may write says which pages that makes stale. */
type Effect =
  | { method: 'GET'; changes?: never; sharedAnswer?: SharedAnswer }
  | {
      method: Exclude<AnyEndpoint['method'], 'GET'>
      changes: readonly Change[]
      sharedAnswer?: never
    }

type Spec<
  Q extends TProperties,
  B extends TProperties,
  P extends TProperties,
  A extends TSchema,
  K extends AnswerKind,
> = Effect & {
  path: string
  absolute?: boolean
  access: Access
  priority: Priority
  rates: readonly CallRate[]
  metric?: CallMetric
  ownPlugin?: boolean
  testOnly?: boolean
  summary: string
  query?: Q
  body?: B
  params?: P
  answer: A
  kind?: K
  rawBody?: boolean
  takesFile?: boolean
  largestBody?: number
  created?: boolean
  idempotent?: boolean
  refusals?: readonly RefusalCode[]
}

// Unknown keys are refused, so that a misspelt key is not lost in silence.
const strict = { additionalProperties: false } as const

/** The same shape with unknown keys refused at every depth; shapes that answers share stay as they are. */
function closed<T extends TSchema>(schema: T): T {
  const inner: Record<string, unknown> = {}
  if (schema['properties'] !== undefined) {
    const properties: Record<string, TSchema> = schema['properties']
    inner['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, closed(value)]),
    )
    inner['additionalProperties'] = false
  }
  if (schema['type'] === 'array') inner['items'] = closed(schema['items'])
  if (Array.isArray(schema.anyOf)) inner['anyOf'] = schema.anyOf.map(closed)
  return { ...schema, ...inner }
}

export function endpoint<
  A extends TSchema,
  Q extends TProperties = Record<never, never>,
  B extends TProperties = Record<never, never>,
  P extends TProperties = Record<never, never>,
  const K extends AnswerKind = 'data',
>(spec: Spec<Q, B, P, A, K>): Endpoint<TObject<Q>, TObject<B>, TObject<P>, A, K> {
  return {
    method: spec.method,
    path: spec.path,
    absolute: spec.absolute ?? false,
    access: spec.access,
    priority: spec.priority,
    rates: spec.rates,
    changes: spec.changes ?? [],
    sharedAnswer: spec.sharedAnswer ?? null,
    metric: spec.metric ?? null,
    ownPlugin: spec.ownPlugin ?? false,
    testOnly: spec.testOnly ?? false,
    summary: spec.summary,
    query: Type.Object(spec.query ?? ({} as Q), strict),
    body: closed(Type.Object(spec.body ?? ({} as B), strict)),
    params: Type.Object(spec.params ?? ({} as P), strict),
    answer: spec.answer,
    // Left out, it is the default of its type.
    kind: spec.kind ?? ('data' as K),
    rawBody: spec.rawBody ?? false,
    takesFile: spec.takesFile ?? false,
    largestBody: spec.largestBody ?? null,
    created: spec.created ?? false,
    idempotent: spec.idempotent ?? false,
    refusals: spec.refusals ?? [],
  }
}

export type QueryOf<E extends AnyEndpoint> = Static<E['query']>
export type BodyOf<E extends AnyEndpoint> = Static<E['body']>
export type ParamsOf<E extends AnyEndpoint> = Static<E['params']>
export type AnswerOf<E extends AnyEndpoint> = Static<E['answer']>
