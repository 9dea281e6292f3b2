import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

const NO_TILES = {
  tiles: { tileAt: async () => 'none' as const },
  maxZoom: 17,
  large: false,
  credit: '© Карта',
  creditUrl: 'https://tiles.example/terms',
}

let world: World
let artist: TestArtist
let concertId: string

before(async () => {
  world = await makeWorld({ mailbox: true, tiles: NO_TILES })
  artist = await world.artist()
  concertId = await world.concert(artist)
})
after(() => world.close())

/**
 * How a browser treats a response: a `page` of text and styles, a `card` in the frames of other sites, `docs` with
 * scripts of their own, something `sealed` that is not a page but may be opened by its address, `text`.
 */
type Kind = 'page' | 'card' | 'docs' | 'sealed' | 'text'

/** Every address of the server that is neither an API call nor a page of the web, and the kind of its response. */
const ANSWERS: Readonly<Record<string, readonly [kind: Kind, url?: string]>> = {
  '/api/docs': ['docs'],
  '/api/docs/': ['docs'],
  '/api/docs/static/index.html': ['docs'],
  '/api/docs/static/swagger-initializer.js': ['docs'],
  '/api/docs/*': ['docs', '/api/docs/static/swagger-ui.css'],
  '/api/docs/json': ['text'],
  '/api/docs/yaml': ['text'],
  '/api/openapi.json': ['text'],
  '/api/*': ['text', '/api/nothing'],
  '/healthz': ['text'],
  '/readyz': ['text'],
  '/metrics': ['text'],
  '/media/:name': ['sealed', '/media/nothing'],
  '/tiles/:z/:x/:y': ['sealed', '/tiles/0/0/0'],
  '/mailbox': ['page'],
  '/mailbox.json': ['text'],
  '/og/artist/:artistUsername.jpg': ['sealed', '/og/artist/NAME.jpg'],
  '/og/concert/:name.jpg': ['sealed', '/og/concert/ID.jpg'],
  '/og/played/:name.jpg': ['sealed', '/og/played/ID.jpg'],
  '/og/site.jpg': ['sealed'],
  '/embed/:artistUsername': ['card', '/embed/NAME'],
  '/oembed': ['text', '/oembed?url=/user/NAME'],
  '/user/:artistUsername.ics': ['sealed', '/user/NAME.ics'],
  '/user/:artistUsername/:sessionId.ics': ['sealed', '/user/NAME/ID.ics'],
  '/user/:artistUsername/feed.xml': ['sealed', '/user/NAME/feed.xml'],
  '/follow/:token/one-click': ['text', '/follow/nothing/one-click'],
  '/messenger/:name': ['text', '/messenger/nothing'],
  '/robots.txt': ['text'],
  '/sitemap.xml': ['sealed'],
  '/sitemap/:name.xml': ['sealed', '/sitemap/pages-1.xml'],
  '/sandbox-bank': ['text'],
  '/sandbox-bank/': ['text'],
  '/sandbox-bank/admin': ['page'],
  '/sandbox-bank/registry': ['text'],
  '/sandbox-bank/pay/:link': ['page', '/sandbox-bank/pay/nothing'],
  '/sandbox-bank/phone/:phone': ['page', '/sandbox-bank/phone/79001234567'],
}

const addressOf = (route: string) =>
  (ANSWERS[route]?.[1] ?? route).replace('NAME', artist.username).replace('ID', concertId)
const routesOf = (...kinds: Kind[]) =>
  Object.keys(ANSWERS).filter((route) => kinds.includes(ANSWERS[route]?.[0] ?? 'text'))

async function policyOf(route: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { headers } = await world.app.http.inject({ url: addressOf(route) })
  const rules = (headers['content-security-policy'] ?? '').split(';')
  return new Map(
    rules
      .map((rule) => rule.trim().split(/\s+/u))
      .map(([name = '', ...sources]) => [name, sources] as const)
      .filter(([name]) => name !== ''),
  )
}

/** The addresses that can be opened, taken from the router's printed tree. */
function openable(): string[] {
  const parts: string[] = []
  return world.app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf('── ')
      const [part = '', methods = ''] = line.slice(at + 3).split(' (')
      if (at < 0) return []
      parts.splice((at - 1) / 4, Infinity, part)
      return methods.includes('GET') ? [parts.join('')] : []
    })
    .filter((path) => !path.startsWith('/api/v1/') && path !== '*')
}

test('no address of the server is left without a word on what its answer may do', () => {
  assert.deepEqual(
    openable().filter((path) => !(path in ANSWERS)),
    [],
  )
})

test('a page of the server itself loads its own styles alone, and stands in no frame', async () => {
  for (const route of routesOf('page')) {
    const policy = await policyOf(route)
    assert.deepEqual(policy.get('default-src'), ["'none'"], route)
    assert.match(policy.get('style-src')?.join(' ') ?? '', /^'sha256-[^']+'$/u, route)
    assert.deepEqual(policy.get('base-uri'), ["'none'"], route)
    assert.match(policy.get('form-action')?.join(' ') ?? '', /^'(none|self)'$/u, route)
    assert.deepEqual(policy.get('frame-ancestors'), ["'none'"], route)
    assert.equal(policy.has('script-src'), false, route)
  }
})

test('the card for other sites differs from it by the frame and its own pictures and letters', async () => {
  const [route = ''] = routesOf('card')
  const policy = await policyOf(route)
  assert.deepEqual(policy.get('frame-ancestors'), ['*'])
  for (const name of ['img-src', 'font-src']) assert.deepEqual(policy.get(name), ["'self'"])
  for (const name of ['default-src', 'base-uri', 'form-action'])
    assert.deepEqual(policy.get(name), ["'none'"])
  assert.equal(policy.has('script-src'), false)
})

test('the documentation runs its own scripts and asks nothing of anybody else', async () => {
  for (const route of routesOf('docs')) {
    const policy = await policyOf(route)
    assert.deepEqual(policy.get('default-src'), ["'none'"], route)
    assert.deepEqual(policy.get('script-src'), ["'self'"], route)
    assert.deepEqual(policy.get('frame-ancestors'), ["'none'"], route)
    assert.deepEqual(policy.get('base-uri'), ["'none'"], route)
    for (const [name, sources] of policy)
      for (const source of sources)
        assert.match(source, /^('none'|'self'|data:|'sha256-[^']+')$/u, `${route}: ${name}`)
  }
})

test('a picture, a calendar or a feed that is opened by its address does nothing', async () => {
  for (const route of routesOf('sealed')) {
    const policy = await policyOf(route)
    assert.deepEqual(policy.get('default-src'), ["'none'"], route)
    assert.deepEqual(policy.get('sandbox'), [], route)
  }
})

test('whatever has no policy is a text, and is taken for nothing else', async () => {
  for (const route of routesOf('text')) {
    const { headers } = await world.app.http.inject({ url: addressOf(route) })
    const type = headers['content-type'] ?? 'nothing'
    assert.match(type, /^(application\/(json|x-yaml)|text\/(plain|csv)|nothing)/u, route)
    assert.equal(headers['x-content-type-options'], 'nosniff', route)
  }
})
