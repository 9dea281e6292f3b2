import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { api } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { SILENT_SITE } from '#server/config/site.ts'
import { sharedPage } from '#server/platform/http/shared-pages.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import { postgresBus } from '#server/platform/live/bus.postgres.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import routes from '#web/routes.ts'
import { kopecks } from '#domain/money.ts'
import { SERVER_URL } from '../support/database/database.ts'
import { demoBank } from '../support/servers/demo-bank.ts'
import { eventually } from '../support/eventually.ts'
import { webBuild } from '../support/browsers/web-build.ts'
import { makeWorld } from '../support/world.ts'
import type { TestArtist, World } from '../support/world.ts'

type App = World['app']
type Visitor = { cookie?: string; address?: string; held?: string }

const MEMORY = 16 * 1024 * 1024
const publicUrl = 'http://localhost'
const log = pino({ level: 'silent' })

let world: World
/** Other processes on the same database: one with a page cache too, and one that renders each page. */
let second: { app: App; bus: Bus }
let plain: App
let artist: TestArtist
let concert: string

/** A process like the world's, on its database. */
async function another(bus: Bus, pagesKeptBytes: number): Promise<App> {
  const { now } = world
  return buildApp({
    database: world.database,
    bus,
    mail: { async send() {}, async ready() {} },
    files: world.files,
    messengers: world.app.ctx.messengers,
    ipLocation: { locationOf: async () => null },
    now,
    publicUrl,
    site: SILENT_SITE,
    endGraceMinutes: 60,
    money: {
      bank: demoBank({ now, publicUrl, log, http: () => world.app.http }).bank,
      notificationUrl: () => `${publicUrl}/api/v1/payment/notification`,
      receipts: null,
      captureGraceSeconds: 20,
      payoutFloat: kopecks(0),
    },
    maxWatchers: 10,
    trustProxy: false,
    testCalls: true,
    mailbox: false,
    log,
    web: await webBuild(),
    pagesKeptBytes,
  })
}

async function open(app: App, url: string, { cookie, address, held }: Visitor = {}) {
  const answer = await app.http.inject({
    method: 'GET',
    url,
    remoteAddress: address ?? '203.0.113.7',
    headers: {
      host: 'localhost',
      ...(cookie === undefined ? {} : { cookie }),
      ...(held === undefined ? {} : { 'if-none-match': held }),
    },
  })
  const { statusCode: status, headers, body: text } = answer
  return { status, headers, text }
}

const page = (url: string, visitor?: Visitor) => open(world.app, url, visitor)
before(async () => {
  const local = SERVER_URL === undefined ? localBus() : null
  world = await makeWorld({
    web: await webBuild(),
    pagesKeptBytes: MEMORY,
    ...(local === null ? {} : { bus: local }),
  })
  const bus = local ?? postgresBus({ connectionString: world.database.url ?? '', log })
  second = { app: await another(bus, MEMORY), bus }
  plain = await another(bus, 0)
  artist = await world.artist({ username: 'Lada', name: 'Лада' })
  concert = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  await world.concert(artist, { startsIn: 24 * 60 })
})

after(async () => {
  await plain.close()
  await second.app.close()
  await second.bus.close()
  await world.close()
})

/** The pages are equal; otherwise the failure shows where they differ, not both of them whole. */
function same(found: string, wanted: string, what: string) {
  if (found === wanted) return
  let at = 0
  while (found[at] === wanted[at]) at++
  const part = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  assert.fail(`${what}: «${part(found)}» and not «${part(wanted)}»`)
}

/** Every address of the site, of this artist and his concert. */
function everyAddress(): string[] {
  return routes.flatMap(({ path = '' }) => {
    const url = `/${path}`
      .replace(':artistUsername', 'Lada')
      .replace(':sessionId', concert)
      .replace(':id', concert)
      .replace('/:token?', '')
      .replace('*', 'nowhere')
    return url === '/user/Lada'
      ? ['', '?tab=profile', '?tab=afisha', '?t=7'].map((search) => url + search)
      : [url]
  })
}

describe('pages that are made once for many', () => {
  it('every page says to each visitor what a process says that keeps none', async () => {
    const lera = world.listener()
    await lera.order(artist, concert, { title: 'Звезда по имени Лера', artistName: 'Кино' })
    const visitors: Visitor[] = [
      {
        cookie: `${lera.cookie}; cookie_consent=accepted; wishedSongs=${await world.song('Мимо', 'А')}`,
        address: '198.51.100.1',
      },
      { cookie: `jwt_authentication=${artist.token}`, address: '198.51.100.2' },
      {},
      { cookie: 'bis_device=forged.forged', address: '198.51.100.3' },
    ]
    for (const url of everyAddress())
      for (const visitor of sharedPage(url, undefined) === null ? [visitors[0]] : visitors) {
        const [own, wanted] = [await page(url, visitor), await open(plain, url, visitor)]
        const who = `${url} of ${visitor?.cookie ?? 'a stranger'}`
        assert.equal(own.status, wanted.status, who)
        same(own.text, wanted.text, who)
        assert.deepEqual(own.headers['set-cookie'], wanted.headers['set-cookie'], who)
      }
  })

  it('the policy of each page names its inline scripts and styles, and no others', async () => {
    const lera = world.listener()
    for (const url of everyAddress())
      for (const visitor of [undefined, { cookie: lera.cookie ?? '' }]) {
        const { text, headers } = await page(url, visitor)
        const policy = String(headers['content-security-policy'])
        if (!String(headers['content-type']).includes('html')) continue
        const inline = [...text.matchAll(/<(script|style)([^>]*)>([^]*?)<\/\1>/gu)]
          .filter(([, , attributes = '']) => !attributes.includes('type="application/ld+json"'))
          .map(([, , , said = '']) => createHash('sha256').update(said).digest('base64'))
        const named = [...policy.matchAll(/'sha256-([^']+)'/gu)].map(([, one]) => one)
        assert.deepEqual(new Set(named), new Set(inline), url)
        assert.ok(inline.length > 3, url)
        assert.doesNotMatch(policy, /nonce|unsafe|strict-dynamic/u, url)
        assert.doesNotMatch(text, / nonce=| style=/u, url)
      }
  })

  it('a browser that holds the page is told so, and keeps the policy that it came with', async () => {
    const first = await page('/user/Lada?tab=profile')
    const held = String(first.headers['etag'])
    const again = await page('/user/Lada?tab=profile', { held })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    assert.equal(again.headers['content-security-policy'], undefined)
    assert.equal(again.headers['cache-control'], 'private, no-cache')
    assert.equal((await page('/user/Lada?tab=profile', { held: 'W/"other"' })).status, 200)
    assert.equal((await open(second.app, '/user/Lada?tab=profile', { held })).status, 304)
  })

  it('nobody keeps a page of one visitor', async () => {
    const cookie = `jwt_authentication=${artist.token}`
    const { headers } = await page('/user/Lada', { cookie })
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['etag'], undefined)
  })

  it('a page with a part missing is not kept', async () => {
    const quiet = await world.artist({ username: 'Tihon', name: 'Тихон' })
    const url = `/user/${quiet.username}`
    // Past the time for which flags are cached.
    world.advance(31_000)
    await world.sql.schema.alterTable('featureFlags').renameTo('lost_flags').execute()
    const without = await page(url).finally(() =>
      world.sql.schema.alterTable('lost_flags').renameTo('featureFlags').execute(),
    )
    assert.equal(without.headers['etag'], undefined)
    same((await page(url)).text, (await open(plain, url)).text, 'whole again')
  })
})

describe('what the scripts of an open page load', () => {
  const dataOf = async (path: string, route: string) => {
    const search = new URLSearchParams({ _routes: route })
    return (await open(plain, `/user/Lada/${concert}/${path}.data?${search.toString()}`)).text
  }

  it('leads elsewhere by the plain address', async () => {
    const text = await dataOf('songs', 'features/concert/songs/concert-songs')
    assert.match(text, /"\/user\/[^"]+\?tab=order"/u)
  })

  it('is of the address that is open', async () => {
    const text = await dataOf('shared', 'shared-concert')
    assert.match(text, /"shared",true/u)
  })
})

describe('a change', () => {
  it('is seen by another’s reload within a second, and at once by whoever made it', async () => {
    const url = '/user/lada?tab=profile'
    await page(url)
    await world.ok(
      api.auth.update,
      { body: { artistInfoDTO: { name: 'Лада Новая' } } },
      { token: artist.token },
    )
    const cookie = `jwt_authentication=${artist.token}`
    assert.match((await page(url, { cookie })).text, /Лада Новая/u)
    const wanted = (await open(plain, url)).text
    await eventually(async () => (await page(url)).text === wanted, true)
  })

  it('of the listener’s own orders is on his next page', async () => {
    const lera = world.listener()
    await page('/user/Lada?tab=order', { cookie: lera.cookie ?? '' })
    await lera.order(artist, concert, { title: 'Кукушка', artistName: 'Кино' })
    const cookie = lera.cookie ?? ''
    assert.match((await page('/user/Lada?tab=order', { cookie })).text, /Кукушка/u)
  })
})
