import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { webBuild } from '../support/browsers/web-build.ts'
import { makeWorld } from '../support/world.ts'
import type { World } from '../support/world.ts'

let world: World
/** The address of a script of the build that was compressed with it. */
let script: string

before(async () => {
  const web = await webBuild()
  world = await makeWorld({ web })
  const names = await readdir(join(web.clientFolder, 'assets'))
  const compressed = names.find((name) => name.endsWith('.js.br')) ?? ''
  assert.notEqual(compressed, '', 'the build has compressed scripts')
  script = `/assets/${compressed.slice(0, -'.br'.length)}`
})
after(() => world.close())

const get = (url: string, accepted?: string) =>
  world.app.http.inject({
    url,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })

describe('a built file', () => {
  it('comes as it was compressed with the build, and says that it is so', async () => {
    const [plain, br, gzip] = await Promise.all([
      get(script),
      get(script, 'gzip, deflate, br'),
      get(script, 'gzip'),
    ])
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(br.headers['content-encoding'], 'br')
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.match(String(br.headers['content-type']), /javascript/)
    assert.ok(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload))
    assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
    for (const { headers } of [plain, br, gzip])
      assert.match(String(headers['vary']), /accept-encoding/i)
  })

  it('is kept for a year and not asked for again, since its name changes with its content', async () => {
    const { headers } = await get(script, 'br')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  })

  it('carries no header that binds documents alone', async () => {
    for (const url of [script, '/art/favicon.svg']) {
      const { headers } = await get(url, 'br')
      assert.equal(headers['permissions-policy'], undefined)
      assert.equal(headers['cross-origin-opener-policy'], undefined)
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
    for (const url of ['/about', '/offline/page.html'])
      assert.match(String((await get(url)).headers['permissions-policy']), /camera=\(\)/u)
  })

  it('of the page without a network may ask whether the server answers', async () => {
    const { headers } = await get('/offline/page.html')
    assert.match(String(headers['content-security-policy']), /connect-src 'self'/u)
  })

  it('whose name stays is asked for again after an hour', async () => {
    const { statusCode, headers } = await get('/art/favicon.svg')
    assert.equal(statusCode, 200)
    assert.equal(headers['cache-control'], 'public, max-age=3600')
  })

  it('of another build is no page', async () => {
    const { statusCode, headers } = await get('/assets/entry-of-yesterday.js')
    assert.equal(statusCode, 404)
    assert.match(String(headers['content-type']), /^text\/plain/)
  })
})
