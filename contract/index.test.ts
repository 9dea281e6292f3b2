import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { REFUSAL_CODES } from '#domain/refusal.ts'
import { api, everyEndpoint } from './index.ts'
import { filledPath, pathOf } from './path.ts'

type Shape = {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  maxItems?: number
}

const calls = everyEndpoint()
/** The domain's checks bound its photos and links, so that the refusal names the field. */
const BOUNDED_IN_WORDS = new Set(['auth.update'])

/** A shape and all shapes inside it. */
function all(shape: Shape): Shape[] {
  const inside = [...Object.values(shape.properties ?? {}), ...(shape.anyOf ?? [])]
  if (shape.items !== undefined) inside.push(shape.items)
  return [shape, ...inside.flatMap(all)]
}

describe('every call', () => {
  test('is in the row under the name by which code calls it', () => {
    const byName = new Map(calls.map(({ name, endpoint }) => [name, endpoint]))
    assert.equal(byName.size, calls.length)
    assert.equal(byName.get('artist.nextSong'), api.artist.nextSong)
    const held = Object.values(api).flatMap((topic) => Object.values(topic))
    assert.deepEqual(new Set(byName.values()), new Set<unknown>(held))
  })

  test('has a method and path that no other has, and a summary to read', () => {
    const lines = calls.map(({ endpoint }) => `${endpoint.method} ${pathOf(endpoint)}`)
    assert.equal(new Set(lines).size, lines.length)
    for (const { name, endpoint } of calls) assert.match(endpoint.summary, /[а-яё]{3}/i, name)
  })

  test('describes each parameter of its path, and no other', () => {
    for (const { name, endpoint } of calls) {
      const used = [...pathOf(endpoint).matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
      assert.deepEqual(Object.keys(endpoint.params['properties']), used, name)
    }
  })

  test('takes its input in a query alone where it has no body to put it in', () => {
    for (const { name, endpoint } of calls)
      if (endpoint.method === 'GET' || endpoint.method === 'DELETE')
        assert.deepEqual(endpoint.body['properties'], {}, name)
  })

  test('takes no list without an end', () => {
    for (const { name, endpoint } of calls) {
      if (BOUNDED_IN_WORDS.has(name)) continue
      for (const part of [endpoint.query, endpoint.body] as object[])
        for (const { type, maxItems } of all(part))
          assert.ok(type !== 'array' || (maxItems !== undefined && maxItems <= 1000), name)
    }
  })

  test('that creates money or an order, or plays the next song, takes an idempotency key', () => {
    const { artist, songs, payment, session } = api
    const creating = [
      artist.nextSong,
      songs.orderSong,
      payment.donate,
      payment.payout,
      session.create,
    ]
    for (const endpoint of creating) assert.ok(endpoint.idempotent, endpoint.path)
    for (const { name, endpoint } of calls)
      if (endpoint.idempotent) assert.equal(endpoint.method, 'POST', name)
  })

  test('names only refusals that there are', () => {
    const known = new Set<string>(REFUSAL_CODES)
    for (const { name, endpoint } of calls)
      for (const code of endpoint.refusals) assert.ok(known.has(code), `${name}: ${code}`)
  })
})

test('the path of a call stands under the base, but for the few that have one of their own', () => {
  assert.equal(pathOf(api.songs.orderSong), '/api/v1/songs/order-song')
  assert.equal(pathOf(api.features.invalidate), '/api/v1/features/:name/invalidate')
  assert.equal(pathOf(api.operation.health), '/healthz')
})

test('a parameter cannot leave its segment of the path', () => {
  const path = filledPath(api.features.invalidate, { name: 'a/../b' })
  assert.equal(path, '/api/v1/features/a%2F..%2Fb/invalidate')
})
