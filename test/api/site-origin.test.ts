import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import type { InjectOptions } from 'fastify'
import { WebSocket } from 'ws'
import { api } from '#contract/index.ts'
import { LIVE_PATH, pathOf } from '#contract/path.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import type { AppOptions } from '#server/providers.ts'
import { rawStatus } from '#test/faults/fuzz-of-paths.ts'
import { webBuild } from '#test/support/browsers/web-build.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

type Headers = Record<string, string>

const PUBLIC_URL = 'https://bis.example'
const HOSTS = [
  'a b',
  'localhost:99999',
  '[::1',
  '[::1]:3000',
  '127.0.0.1:3000',
  'bis.example',
  'BIS.example:443',
  'bis.example.',
  'evil.example',
  'evil.example/path?q#f',
  'me@evil.example',
  'evil.example, bis.example',
  '"><script>alert(1)</script>',
  'xn--',
  '%',
  '..',
  '',
  ' ',
  'http://evil.example',
  `${'a'.repeat(300)}.example`,
]
const value = fc.oneof(
  fc.constantFrom(...HOSTS),
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  // What HTTP allows in a header.
  fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCodePoint(code)) }),
)
const origin = fc.oneof(
  value,
  value.map((host) => `https://${host}`),
  value.map((host) => `http://${host}`),
  fc.constantFrom('null', PUBLIC_URL, 'http://bis.example', 'file://', 'chrome-extension://abc'),
)
const named = fc.record(
  {
    host: value,
    'x-forwarded-host': value,
    'x-forwarded-proto': fc.oneof(fc.constantFrom('http', 'https', 'javascript', 'HTTPS'), value),
    'x-forwarded-port': value,
    forwarded: value.map((host) => `host=${host};proto=https`),
  },
  { requiredKeys: [] },
)

/** Pages, and everything that contains the site's address. */
function addresses(concertId: string): string[] {
  return [
    '/',
    '/find',
    '/about',
    '/login',
    '/nowhere',
    '/user/Lada',
    `/user/Lada/${concertId}`,
    `/user/Lada/${concertId}/shared`,
    '/user/Lada.ics',
    '/user/Lada/feed.xml',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap/pages-1.xml',
    '/.well-known/security.txt',
    '/embed/Lada',
    '/api/openapi.json',
    pathOf(api.qr.getImage).replace(':username', 'Lada'),
    '/healthz',
    '/readyz',
  ]
}

type Site = { world: World; concertId: string; send(request: InjectOptions): Promise<Answer> }
type Answer = { status: number; content: string }

async function open(changes: Partial<AppOptions>): Promise<Site> {
  const world = await makeWorld({ web: await webBuild(), trustProxy: true, ...changes })
  const artist = await world.artist({ username: 'Lada', name: 'Лада' })
  const concertId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  let callers = 0
  return {
    world,
    concertId,
    async send(request) {
      callers += 1
      const answer = await world.app.http.inject({
        // Each from its own address, so that no limit makes the responses differ.
        remoteAddress: `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`,
        ...request,
      })
      const { date, 'x-request-id': id, 'content-length': _, ...headers } = answer.headers
      const policy = headers['content-security-policy'] ?? ''
      const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1]
      const content = `${JSON.stringify(headers)}\n${answer.rawPayload.toString('latin1')}`
      const same = [nonce, String(id), String(date)].reduce<string>(
        (text, part) => (part === undefined ? text : text.replaceAll(part, '…')),
        content,
      )
      return { status: answer.statusCode, content: same }
    },
  }
}

const form = (headers: Headers): InjectOptions => ({
  method: 'POST',
  url: '/cookie-consent',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  payload: 'back=/find',
})

const CONFIGURED = 'with a PUBLIC_URL'
const CONFIGURATIONS: Record<string, Partial<AppOptions>> = {
  [CONFIGURED]: { publicUrl: PUBLIC_URL },
  'without a PUBLIC_URL': { publicUrl: 'http://localhost:3000', anyHost: true },
}
const sites = new Map<string, Site>()

before(async () => {
  for (const [what, changes] of Object.entries(CONFIGURATIONS)) sites.set(what, await open(changes))
})
after(async () => {
  for (const { world } of sites.values()) await world.close()
})

function siteOf(what: string): Site {
  const site = sites.get(what)
  assert.ok(site !== undefined)
  return site
}

for (const [what, changes] of Object.entries(CONFIGURATIONS))
  describe(`${what}, whatever Host, X-Forwarded-Host, X-Forwarded-Proto and Origin say`, () => {
    test('every address answers as it does without them', async () => {
      const site = siteOf(what)
      const usual = new Map<string, Answer>()
      for (const url of addresses(site.concertId)) {
        const answer = await site.send({ url })
        assert.ok(answer.status < 500, `${url}: ${answer.status}`)
        usual.set(url, answer)
      }
      const sent = fc.record({ url: fc.constantFrom(...usual.keys()), headers: named, origin })
      const property = fc.asyncProperty(sent, async ({ url, headers, origin: from }) => {
        const answer = await site.send({ url, headers: { ...headers, origin: from } })
        assert.deepEqual(answer, usual.get(url))
      })
      await fc.assert(property, { numRuns: 150 })
    })

    test('a form is taken as it is without them, or refused as a foreign one', async () => {
      const site = siteOf(what)
      const usual = await site.send(form({}))
      assert.equal(usual.status, 303, usual.content)
      const sent = fc.record({ headers: named, from: fc.option(origin, { nil: undefined }) })
      const property = fc.asyncProperty(sent, async ({ headers, from }) => {
        const answer = await site.send(
          form({ ...headers, ...(from === undefined ? {} : { origin: from }) }),
        )
        if (answer.status === 403) return assert.notEqual(from, undefined)
        assert.deepEqual(answer, usual)
        // A configured site has one origin; others derive it from the requested host.
        if (from !== undefined && changes.anyHost !== true) assert.equal(from, PUBLIC_URL)
      })
      await fc.assert(property, { numRuns: 300 })
    })

    test('an e-mail leads to the configured address', async () => {
      const { world, send } = siteOf(what)
      const property = fc.asyncProperty(named, origin, fc.nat(), async (headers, from, n) => {
        const artist = await world.artist({ username: `u${n}-${world.sentMail.length}` })
        const { status } = await send({
          method: 'POST',
          url: pathOf(api.auth.forgotPassword),
          headers: { ...headers, origin: from },
          payload: { usernameOrEmail: artist.username },
        })
        assert.equal(status, 200)
        await mailIdle(world.app.ctx)
        const { text = '' } = world.sentMail.at(-1) ?? {}
        assert.ok(text.includes(`\n${changes.publicUrl}/passwordRecovery/`), text)
      })
      await fc.assert(property, { numRuns: 20 })
    })
  })

describe('over the wire', () => {
  let port: number
  before(async () => {
    port = await siteOf(CONFIGURED).world.app.listen(0, '127.0.0.1')
  })

  test('a host that is none is no failure of ours, and a probe by address is answered', async () => {
    for (const path of ['/', '/login', '/healthz', '/readyz', 'http://evil.example/login'])
      for (const host of ['a b', 'localhost:99999', '[::1', '10.0.0.7:3000', ''])
        assert.equal(
          await rawStatus(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
          200,
          `${path} at ${host}`,
        )
  })

  async function requestUpgrade(from: string, host: string): Promise<number> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, {
      origin: from,
      headers: { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
    })
    socket.on('error', () => {})
    const { promise, resolve } = Promise.withResolvers<number>()
    socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
    socket.on('open', () => resolve(101))
    const status = await promise
    socket.terminate()
    return status
  }

  test('the live channel is open to pages of the configured origin and to no other', async () => {
    for (const host of ['bis.example', 'evil.example', 'a b', '127.0.0.1:3001'])
      assert.equal(await requestUpgrade(PUBLIC_URL, host), 101, host)
    for (const foreign of [
      'https://evil.example',
      'http://bis.example',
      'https://evil.example:443',
    ])
      assert.equal(await requestUpgrade(foreign, new URL(foreign).host), 403, foreign)
  })
})
