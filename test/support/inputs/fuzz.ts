import type { TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import * as fc from './fast-check.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'

/** A schema as plain JSON Schema, whatever built it. */
type Shape = TSchema & {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
}

type FuzzPart = 'query' | 'body' | 'params'
export type FuzzParts = Record<FuzzPart, Record<string, unknown>>

/** Ids and names that exist on the server under test, so that calls get further than «there is no such …». */
export type FuzzKnown = {
  ids: string[]
  names: string[]
  /** Useful values for a field of this name, whatever else its schema accepts. */
  fields?: Record<string, readonly unknown[]>
}

const DATES = [
  '2026-11-22',
  '2026-11-22T20:00:00+03:00',
  '2026-02-30',
  '2026-11-22T20:00:00',
  '0000-01-01',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
]
const PHRASES = [
  'Тихий концерт',
  'москва',
  'а',
  "'; drop table songs; --",
  '%_\\',
  '{}',
  '  ',
  '👩‍👩‍👧',
]

function textOf(shape: Shape, known: FuzzKnown): fc.Arbitrary<string> {
  if (shape.format === 'uuid') return fc.constantFrom(...known.ids)
  if (shape.format === 'date-time') return fc.constantFrom(...DATES.slice(1, 2))
  if (shape.pattern !== undefined) return fc.stringMatching(new RegExp(shape.pattern, 'u'))
  const { minLength = 0, maxLength = 300 } = shape
  const fits = [...known.names, ...DATES, ...PHRASES].filter(
    ({ length }) => length >= minLength && length <= maxLength,
  )
  const typed = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 20) })
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...fits) },
    { weight: 2, arbitrary: typed.filter(({ length }) => length <= maxLength) },
    { weight: 1, arbitrary: fc.constant('ё'.repeat(maxLength)) },
  )
}

function numberOf({ type, minimum = -1e9, maximum = 1e9 }: Shape): fc.Arbitrary<number> {
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum })
  return fc.double({ min: minimum, max: maximum, noNaN: true })
}

/** Any value that a schema of the contract accepts, and more often a useful one for its field. */
function valueOf(shape: Shape, known: FuzzKnown, name = ''): fc.Arbitrary<unknown> {
  const apt = known.fields?.[name] ?? []
  const any = anyValueOf(shape, known, name)
  if (apt.length === 0 || shape.type === 'array') return any
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...apt) }, { weight: 1, arbitrary: any })
}

function anyValueOf(shape: Shape, known: FuzzKnown, name: string): fc.Arbitrary<unknown> {
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum)
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map((one) => valueOf(one, known)))
  switch (shape.type) {
    case 'object':
      return objectOf(shape, known)
    case 'array':
      return fc.array(valueOf(shape.items ?? ({} as Shape), known, name), {
        maxLength: Math.min(shape.maxItems ?? 5, 5),
      })
    case 'string':
      return textOf(shape, known)
    case 'integer':
    case 'number':
      return numberOf(shape)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case undefined:
    default:
      throw new Error(`no value is made for ${JSON.stringify(shape)}`)
  }
}

function objectOf(shape: TSchema, known: FuzzKnown): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [] } = shape as Shape
  const values = Object.entries(properties).map(
    ([name, inner]) => [name, valueOf(inner, known, name)] as const,
  )
  return fc.record(Object.fromEntries(values), { requiredKeys: required, noNullPrototype: true })
}

/** Input that an endpoint's own schemas accept. */
export function inputOf(endpoint: AnyEndpoint, known: FuzzKnown): fc.Arbitrary<FuzzParts> {
  return fc.record(
    {
      query: objectOf(endpoint.query, known),
      body: objectOf(endpoint.body, known),
      params: objectOf(endpoint.params, known),
    },
    { noNullPrototype: true },
  )
}

// Big values are generated when they are sent, so that a failing input stays readable.
const ODD: Record<string, (was: unknown) => unknown> = {
  'another type': (was) => (typeof was === 'string' ? 7 : 'семь'),
  null: () => null,
  'a list': (was) => [was, was],
  'an object': (was) => ({ value: was }),
  'a huge number': () => 1e308,
  'past the whole numbers': () => 2 ** 63,
  negative: () => -1,
  fraction: () => 0.5,
  'no text': () => '',
  'a lone surrogate': () => 'а\uD800б',
  'a NUL': () => 'а\u0000б',
  'turned direction': () => '\u202Eцень\u202C',
  'a huge text': () => 'ж'.repeat(100_000),
  'a long list': () => Array.from({ length: 5000 }, () => 'а'),
  'a deep list': () => JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
}

/** One change of an input: `at` says where, counting through its places. */
type FuzzChange =
  | { kind: 'none' }
  | { kind: 'odd'; at: number; odd: string }
  | { kind: 'missing'; at: number }
  | { kind: 'extra'; at: number; name: string }

const place = fc.nat({ max: 1000 })

export const change: fc.Arbitrary<FuzzChange> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<FuzzChange>({ kind: 'none' }) },
  {
    weight: 6,
    arbitrary: fc.record<FuzzChange & { kind: 'odd' }>({
      kind: fc.constant('odd'),
      at: place,
      odd: fc.constantFrom(...Object.keys(ODD)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record<FuzzChange & { kind: 'missing' }>({
      kind: fc.constant('missing'),
      at: place,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record<FuzzChange & { kind: 'extra' }>({
      kind: fc.constant('extra'),
      at: place,
      name: fc.constantFrom('commission', '__proto__', 'constructor', 'ключ', 'a\u0000b', ''),
    }),
  },
)

type Place = { holder: Record<string, unknown>; key: string }

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function placesIn(holder: Record<string, unknown>): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(isHolder(value) ? placesIn(value) : []),
  ])
}

/** Returns a copy of the input with that change; the input itself stays unchanged. */
export function changed(input: FuzzParts, done: FuzzChange): FuzzParts {
  const copy = structuredClone(input)
  if (done.kind === 'none') return copy
  const places = Object.values(copy).flatMap(placesIn)
  if (done.kind === 'extra') {
    const holders = [copy.query, copy.body, ...places.map(({ holder }) => holder)]
    const holder = holders[done.at % holders.length] ?? copy.body
    Object.defineProperty(holder, done.name, { value: 'лишнее', enumerable: true })
    return copy
  }
  const found = places[done.at % Math.max(places.length, 1)]
  if (found === undefined) return copy
  const { holder, key } = found
  if (done.kind === 'missing') delete holder[key]
  else holder[key] = ODD[done.odd]?.(holder[key])
  return copy
}

/** Body texts that are not the JSON of an object. */
export const NO_OBJECTS = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"текст"',
  '{"a":1}}',
  '\uFEFF{}',
  '{"a":1,"a":2}',
]

const judge = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
    'date-time': {
      validate: (text: string) =>
        /T.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
    },
  },
})

/** Returns where an answer differs from its promised schema. */
export function schemaErrors(shape: TSchema, answer: unknown): string[] {
  judge.validate(shape, answer)
  return (judge.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
