import assert from 'node:assert/strict'
import * as fc from './fast-check.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { pathOf } from '#contract/path.ts'
import { schemaErrors, NO_OBJECTS } from './fuzz.ts'
import type { FuzzParts } from './fuzz.ts'

const MAY_BE_DOWN = new Set(['MAIL_DOWN', 'PAYMENTS_DOWN', 'OVERLOADED'])
const FAILURE_KEYS = new Set(['message', 'code', 'requestId', 'fields', 'queue'])
const RUSSIAN = /[а-яё]{3}/
/** What our Russian texts never contain: words of a library, of SQL, of a stack trace. */
const LEAK = /\b(error|invalid|must|should|select|insert|syntax|undefined|null|at )\b|\.ts:\d/i

/** A body that is not an object, in place of the generated one; rare. */
export const otherBodies = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...NO_OBJECTS) },
)
/** An odd suffix of a query; rare. */
export const oddTails = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('&input=%00', '&input=%ED%A0%80', '&%zz=1', '&=', '&&&'),
  },
)

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// A longer path is refused by the web server, and an ill-formed one cannot be encoded.
function segment(value: unknown): string {
  return encodeURIComponent(textOf(value).slice(0, 2000).toWellFormed())
}

export function urlOf(endpoint: AnyEndpoint, { params, query }: FuzzParts, tail: string): string {
  const path = pathOf(endpoint).replaceAll(/:(\w+)/g, (_, name: string) => segment(params[name]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat(Infinity).slice(0, 20)) search.append(name, textOf(one))
  return `${path}?${search}${tail}`
}

export type FuzzAnswer = { readonly status: number; readonly type: string; readonly body: string }

/** Checks that a refusal has the common shape of all failures and that its texts are ours. */
export function checkRefusal({ status, type, body }: FuzzAnswer): Record<string, unknown> {
  const says = `${status} ${body.slice(0, 300)}`
  assert.match(type, /^application\/json/, says)
  const failure = JSON.parse(body) as Record<string, unknown>
  assert.ok(
    Object.keys(failure).every((key) => FAILURE_KEYS.has(key)),
    says,
  )
  const { message, code, requestId, fields = {} } = failure
  assert.match(String(code), /^[A-Z_]+$/, says)
  assert.match(String(requestId), /^[\da-f-]{36}$/, says)
  for (const text of [message, ...Object.values(fields as object)]) {
    assert.match(String(text), RUSSIAN, says)
    assert.doesNotMatch(String(text), LEAK, says)
  }
  return failure
}

/** Checks that an answer is a success of the promised shape or a refusal in the common shape, never an internal error. */
export function checkAnswer(endpoint: AnyEndpoint, answer: FuzzAnswer): void {
  const { status, body } = answer
  const says = `${status} ${body.slice(0, 300)}`
  if (status < 400) {
    assert.equal(status, endpoint.created ? 201 : 200, says)
    if (endpoint.kind === 'data')
      assert.deepEqual(
        schemaErrors(endpoint.answer, (JSON.parse(body) as { data: unknown }).data),
        [],
        says,
      )
    return
  }
  const { code } = checkRefusal(answer)
  if (status < 500) return
  assert.equal(status, 503, says)
  assert.ok(MAY_BE_DOWN.has(String(code)), says)
}
