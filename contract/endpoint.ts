import { Type } from '@sinclair/typebox'
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { Duty } from '#domain/accounts/operators.ts'
import type { KeyRight } from '#domain/machine-keys.ts'
import type { RefusalCode } from '#domain/refusal.ts'

/**
 * Who may call: anyone; an artist with a valid token; that artist or one of his second pads, about its own concert
 * alone, and a machine's key with the right to it, about the concert that runs; the host of an evening, by his link; an
 * artist who is an operator with that duty (domain/accounts/operators.ts).
 */
type Access = 'anyone' | 'artist' | 'pad' | 'host' | Duty

/**
 * Under overload `low` is refused first, then `read`, then `write`; `critical` never: the pad on stage, which a whole
 * audience depends on, the bank's notifications, and the operators' probes.
 */
export type Priority = 'low' | 'read' | 'write' | 'critical'

/**
 * A rate limit that is spent before the route runs; server/platform/http/limits.ts has its numbers and whether its key
 * is the caller's network or the artist. A limit that depends on the input is spent by the route itself.
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
  | 'voteOfAddress'
  | 'wishOfAddress'
  | 'wishOfAddressADay'
  | 'followOfAddress'
  | 'mailToAddress'
  | 'hostOfAddress'
  | 'hostSaveOfAddress'
  | 'writeOfAddress'
  | 'addressOfArtist'
  | 'addressOfArtistADay'
  | 'announceOfArtist'
  | 'importOfArtist'
  | 'importPreviewOfArtist'
  | 'returnOfArtist'
  | 'uploadOfArtist'
  | 'webhookOfArtist'

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

/** The format of the response body: `{ "data": … }`, a file, or plain text. */
type AnswerKind = 'data' | 'blob' | 'text' | 'raw'

type Endpoint<
  Query extends TSchema,
  Body extends TSchema,
  Params extends TSchema,
  Answer extends TSchema,
  Kind extends AnswerKind = AnswerKind,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under API_BASE, with Fastify's `:name` for parameters. */
  readonly path: string
  /** True for the few calls outside API_BASE (health, metrics, docs). */
  readonly absolute: boolean
  readonly access: Access
  /** The right that a machine's key needs; null where no key may call. A call that is not a pad's has none. */
  readonly right: KeyRight | null
  readonly priority: Priority
  readonly rates: readonly CallRate[]
  /** The answer depends on the caller's device: a page that was rendered for all is checked against this device's answer. */
  readonly answersDevice: boolean
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
  /** The route gets the body as raw bytes, because a signature covers them. */
  readonly rawBody: boolean
  /** The body is multipart/form-data with one file in its field `file`. */
  readonly takesFile: boolean
  /** Answered also before the artist has agreed to the present consent: it ends something, or is needed to answer. */
  readonly beforeConsent: boolean
  /** The body limit in bytes, where it may be larger than that of any other call. */
  readonly largestBody: number | null
  /** 201 instead of 200. */
  readonly created: boolean
  /** Takes the optional header Idempotency-Key. */
  readonly idempotent: boolean
  readonly refusals: readonly RefusalCode[]
}

/** The shape of any endpoint, where its exact types do not matter. */
export type AnyEndpoint = Endpoint<TSchema, TSchema, TSchema, TSchema>

type Spec<
  Q extends TProperties,
  B extends TProperties,
  P extends TProperties,
  A extends TSchema,
  K extends AnswerKind,
> = {
  method: AnyEndpoint['method']
  path: string
  absolute?: boolean
  access: Access
  /** Of a pad's call: `watch` for a GET and `play` for any other unless given. */
  right?: KeyRight | null
  /** A GET is a `read` and any other call a `write` unless given. */
  priority?: Priority
  /** None unless given. */
  rates?: readonly CallRate[]
  answersDevice?: boolean
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
  beforeConsent?: boolean
  largestBody?: number
  created?: boolean
  idempotent?: boolean
  /** Beside those of its input (VALIDATION), its token (NO_TOKEN, NOT_YOURS) and its rates (TOO_MANY). */
  refusals?: readonly RefusalCode[]
}

// Unknown keys are refused, so that a misspelt key is not silently ignored.
const strict = { additionalProperties: false } as const

/** Returns the schema with unknown keys refused at every depth; schemas that answers share stay unchanged. */
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

type RightSpec = {
  access: Access
  method: AnyEndpoint['method']
  right?: KeyRight | null
}

function rightOf({ access, method, right }: RightSpec): KeyRight | null {
  if (access !== 'pad') return null
  return right === undefined ? (method === 'GET' ? 'watch' : 'play') : right
}

/** What a call may answer with: by its input, its token and its rates, and what its own work refuses. */
function refusalsOf(
  spec: RightSpec & {
    rates?: readonly CallRate[]
    refusals?: readonly RefusalCode[]
  },
): RefusalCode[] {
  const token: RefusalCode[] = spec.access === 'anyone' ? [] : ['NO_TOKEN', 'NOT_YOURS']
  const key: RefusalCode[] = rightOf(spec) === null ? [] : ['SESSION_NOT_OPEN', 'TOO_MANY']
  const consent: RefusalCode[] = spec.access === 'artist' ? ['CONSENT_NEEDED'] : []
  const rates: RefusalCode[] = spec.rates === undefined ? [] : ['TOO_MANY']
  return ['VALIDATION', ...token, ...key, ...consent, ...rates, ...(spec.refusals ?? [])]
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
    right: rightOf(spec),
    priority: spec.priority ?? (spec.method === 'GET' ? 'read' : 'write'),
    rates: spec.rates ?? [],
    answersDevice: spec.answersDevice ?? false,
    metric: spec.metric ?? null,
    ownPlugin: spec.ownPlugin ?? false,
    testOnly: spec.testOnly ?? false,
    summary: spec.summary,
    query: Type.Object(spec.query ?? ({} as Q), strict),
    body: closed(Type.Object(spec.body ?? ({} as B), strict)),
    params: Type.Object(spec.params ?? ({} as P), strict),
    answer: spec.answer,
    // If omitted, K is the default of its type.
    kind: spec.kind ?? ('data' as K),
    rawBody: spec.rawBody ?? false,
    takesFile: spec.takesFile ?? false,
    beforeConsent: spec.beforeConsent ?? false,
    largestBody: spec.largestBody ?? null,
    created: spec.created ?? false,
    idempotent: spec.idempotent ?? false,
    refusals: [...new Set(refusalsOf(spec))],
  }
}

export type QueryOf<E extends AnyEndpoint> = Static<E['query']>
export type BodyOf<E extends AnyEndpoint> = Static<E['body']>
export type ParamsOf<E extends AnyEndpoint> = Static<E['params']>
export type AnswerOf<E extends AnyEndpoint> = Static<E['answer']>
