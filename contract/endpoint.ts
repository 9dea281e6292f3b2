import { Type } from '@sinclair/typebox'
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { RefusalCode } from '#domain/refusal.ts'

/** Who may call: anyone; an artist with a live token; an artist named admin. */
export type Access = 'anyone' | 'artist' | 'admin'

/** How the answer travels: `{ "data": … }`, a file, or plain text. */
export type AnswerKind = 'data' | 'blob' | 'text' | 'raw'

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
  access?: Access
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
    access: spec.access ?? 'anyone',
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
