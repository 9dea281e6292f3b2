import type { TSchema } from '@sinclair/typebox'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { KEY_RIGHT_NAMES, KEY_RIGHTS } from '#domain/machine-keys.ts'

/** A call that a key may make, as the page shows it. */
export type CallReference = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Of its address and its query. */
  readonly query: string | null
  readonly body: string | null
  readonly answer: string
  readonly refusals: string
  /** May be sent again under the same Idempotency-Key. */
  readonly idempotent: boolean
}

export type RightReference = { readonly right: string; readonly calls: readonly CallReference[] }

const STEP = '  '

function fieldsText(schema: TSchema, indent: string): string {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>)
  const required = new Set<string>(schema['required'] ?? [])
  if (fields.length === 0) return '{}'
  const lines = fields.map(([name, value]) => {
    const sure = required.has(name) && name !== 'sessionId'
    return `${indent}${STEP}${name}${sure ? '' : '?'}: ${shapeText(value, indent + STEP)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** A shape in the notation of TypeScript: `name?` may be left out. */
function shapeText(schema: TSchema, indent = ''): string {
  if (schema['enum'] !== undefined)
    return (schema['enum'] as unknown[]).map((value) => JSON.stringify(value)).join(' | ')
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (schema.anyOf !== undefined)
    return (schema.anyOf as TSchema[]).map((one) => shapeText(one, indent)).join(' | ')
  if (schema['type'] === 'object') return fieldsText(schema, indent)
  if (schema['type'] === 'array') return `[${shapeText(schema['items'], indent)}, …]`
  if (schema['type'] === 'integer') return 'number'
  if (schema['format'] === 'uuid') return 'id'
  if (schema['format'] === 'date-time') return 'time'
  return (schema['type'] as string | undefined) ?? 'any'
}

const shapeOrNull = (schema: TSchema): string | null =>
  Object.keys((schema['properties'] ?? {}) as object).length === 0 ? null : shapeText(schema)

/** What everybody may be refused with, said once for the whole page. */
const COMMON = new Set(['VALIDATION', 'NO_TOKEN', 'NOT_YOURS', 'SESSION_NOT_OPEN', 'TOO_MANY'])

function referenceOf(name: string, endpoint: AnyEndpoint): CallReference {
  const { method, summary, query, params, body, answer, refusals, idempotent } = endpoint
  const inAddress = [shapeOrNull(params), shapeOrNull(query)].filter((part) => part !== null)
  return {
    name,
    method,
    path: pathOf(endpoint),
    summary,
    query: inAddress.length === 0 ? null : inAddress.join('\n'),
    body: method === 'GET' ? null : shapeOrNull(body),
    answer: shapeText(answer),
    refusals: refusals.filter((code) => !COMMON.has(code)).join(', '),
    idempotent,
  }
}

/** Every call that a key may make, by its right, as the contract has them. */
export function callsOfKeys(): RightReference[] {
  const calls = everyEndpoint()
  const groups = KEY_RIGHTS.map((right) => ({
    right: KEY_RIGHT_NAMES[right],
    calls: calls.flatMap(({ name, endpoint }) =>
      endpoint.right === right ? [referenceOf(name, endpoint)] : [],
    ),
  }))
  // What tips brought is a part of another call's answer.
  return groups.filter((group) => group.calls.length > 0)
}
