import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeSitemapCache } from '#server/modules/sitemap/sitemap-cache.ts'
import { sitemapIndex, sitemapPart } from '#server/modules/sitemap/sitemap.service.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let lada: TestArtist

before(async () => {
  world = await makeWorld()
  lada = await world.artist({ username: 'Lada' })
})
after(() => world.close())

const get = (url: string) => world.app.http.inject({ url })

const addresses = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')

/** Every page that a search engine reaches from the first list. */
async function everything(): Promise<string[]> {
  const parts = addresses((await get('/sitemap.xml')).body)
  const pages = await Promise.all(
    parts.map(async (part) => addresses((await get(new URL(part).pathname)).body)),
  )
  return pages.flat()
}

test('search engines come to artists, to concerts ahead and to the pages of the site', async () => {
  const open = await world.concert(lada)
  const closed = await world.concert(lada, { closedSession: true })
  const past = await world.concert(lada, { startsIn: -600, minutes: 60, status: 'PLAYED' })
  const found = await everything()
  assert.ok(found.includes('http://localhost/'))
  assert.ok(found.includes('http://localhost/user/Lada'))
  assert.ok(found.includes(`http://localhost/user/Lada/${open}`))
  for (const hidden of [closed, past]) assert.ok(!found.some((page) => page.includes(hidden)))
})

test('every list is XML that says when its pages changed', async () => {
  const { headers, body } = await get('/sitemap/artists-1.xml')
  assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
  assert.match(body, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http/)
  assert.match(body, /<lastmod>2026-11-21T18:00:00.000Z<\/lastmod>/)
})

test('a part that is none is not there', async () => {
  for (const name of ['artists-0', 'artists-2', 'pages-2', 'concerts-9999', 'songs-1', 'x'])
    assert.equal((await get(`/sitemap/${name}.xml`)).statusCode, 404, name)
})

test('a site with more pages than one list may hold is told in several', async () => {
  for (let left = 4; left > 0; left -= 1) await world.artist()
  const ctx = { ...world.app.ctx, sitemaps: makeSitemapCache(world.now) }
  const index = await sitemapIndex(ctx, 2)
  const parts = index.lines.map(({ address }) => address)
  const ofArtists = parts.filter((part) => part.includes('/artists-'))
  const lists = await Promise.all(
    ofArtists.map((part) => sitemapPart(ctx, /artists-\d+/.exec(part)?.[0] ?? '', 2)),
  )
  const listed = lists.flatMap((list) => list?.lines.map(({ address }) => address) ?? [])
  assert.equal(ofArtists.length, 3)
  assert.equal(new Set(listed).size, 5)
})

test('a list that the first one does not name is not looked for', async () => {
  const { many } = await world.sql
    .selectFrom('artists')
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  const ctx = { ...world.app.ctx, sitemaps: makeSitemapCache(world.now) }
  await sitemapIndex(ctx, many)
  await world.artist()
  assert.equal(await sitemapPart(ctx, 'artists-2', many), null)
  world.advance(11 * 60_000)
  assert.equal((await sitemapPart(ctx, 'artists-2', many))?.lines.length, 1)
})

test('robots are told where nothing is for them, and where the list lies', async () => {
  const { body } = await get('/robots.txt')
  for (const closed of [
    '/artist',
    '/api/',
    '/super/',
    '/admin',
    '/mailbox',
    '/payment/',
    '/keepsake/',
  ])
    assert.ok(body.includes(`Disallow: ${closed}\n`), closed)
  assert.match(body, /^Sitemap: http:\/\/localhost\/sitemap\.xml$/m)
  const closed = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '')
  for (const page of ['/user/lada', '/find-artist', '/og/site.jpg', '/'])
    assert.ok(!closed.some((path) => page.startsWith(path)), page)
})
