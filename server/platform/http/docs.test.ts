import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld({ mailbox: true })
})
after(() => world.close())

async function headersOf(url: string, at = world) {
  return (await at.app.http.inject({ method: 'GET', url })).headers
}

/** A success, a refusal, a call without access, an unknown call, a missing page, the pages of the server itself. */
const EVERY_KIND = [
  '/healthz',
  '/api/v1/session/cities?input=а',
  '/api/v1/page/get-info',
  '/api/v1/auth/check-token',
  '/api/v1/nothing',
  '/nothing',
  '/api/docs',
  '/api/openapi.json',
  '/mailbox',
]

describe('every answer', () => {
  test('is taken for what it says it is, and keeps its page to itself', async () => {
    for (const url of EVERY_KIND) {
      const headers = await headersOf(url)
      assert.equal(headers['x-content-type-options'], 'nosniff', url)
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin-allow-popups', url)
      const referrer = url === '/mailbox' ? 'no-referrer' : 'strict-origin-when-cross-origin'
      assert.equal(headers['referrer-policy'], referrer, url)
      assert.equal(headers['strict-transport-security'], undefined, url)
      assert.equal(headers['x-powered-by'], undefined, url)
    }
  })

  test('is lent nothing by the browser but the place and a lit screen', async () => {
    for (const url of EVERY_KIND) {
      const lent = String((await headersOf(url))['permissions-policy']).split(', ')
      assert.ok(lent.includes('camera=()') && lent.includes('microphone=()'), url)
      assert.deepEqual(
        lent.filter((one) => !one.endsWith('=()')),
        ['geolocation=(self)', 'screen-wake-lock=(self)'],
        url,
      )
    }
  })

  test('stands in no frame and loads nothing that it does not name', async () => {
    for (const url of EVERY_KIND) {
      const policy = String((await headersOf(url))['content-security-policy'])
      assert.match(policy, /^default-src 'none'/, url)
      assert.match(policy, /frame-ancestors 'none'/, url)
    }
  })

  test('where people come by https, asks for https for a year, on every name below it too', async (t) => {
    const safe = await makeWorld({ publicUrl: 'https://bis.example', mailbox: true })
    t.after(() => safe.close())
    for (const url of EVERY_KIND) {
      const headers = await headersOf(url, safe)
      assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', url)
    }
  })
})

describe('an answer of a call', () => {
  test('is kept by nobody on its way', async () => {
    for (const url of EVERY_KIND.filter((one) => one.startsWith('/api/v1') || one === '/healthz'))
      assert.equal((await headersOf(url))['cache-control'], 'no-store', url)
  })
})

describe('the documentation', () => {
  test('does not send a browser that came by http to https', async () => {
    const policy = String((await headersOf('/api/docs'))['content-security-policy'])
    assert.match(policy, /script-src 'self'/)
    assert.doesNotMatch(policy, /upgrade-insecure-requests/)
  })
})
