import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { openEmbedded } from '#server/platform/db/open.ts'
import { ownPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { ownFolder, runCommand, startProduct } from '#test/support/product/product.ts'
import type { Product } from '#test/support/product/product.ts'
import { copySeed } from '#test/support/product/seed.ts'

/** A demo artist that is not an admin yet. */
const ARTIST = 'sonya-veresk'

const folders: { remove(): void }[] = []
function folder(): string {
  const own = ownFolder()
  folders.push(own)
  return own.path
}
function seeded(): string {
  const path = folder()
  copySeed(join(path, 'database'))
  return path
}
after(() => {
  for (const own of folders) own.remove()
})

const admin = (env: Record<string, string>, ...args: string[]) =>
  runCommand(env, 'scripts/admin.ts', ...args)

async function login(product: Product): Promise<Record<string, string>> {
  const answer = await fetch(`${product.url}${pathOf(api.auth.login)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ARTIST, password: await product.demoPassword() }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return { authorization: `Bearer ${data.token}` }
}

async function roleOf(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}${pathOf(api.auth.checkToken)}`, { headers })
  const { data } = (await answer.json()) as { data: { role: string } }
  return data.role
}

describe('on the embedded database', () => {
  test('an admin is named between two runs of the server, refused beside one, and unnamed again', async () => {
    const DATA_DIR = seeded()
    const first = await startProduct({ DATA_DIR, DEMO: 'on' })
    const headers = await login(first)
    const { code, output } = await admin({ DATA_DIR }, 'grant', ARTIST)
    assert.equal(code, 1)
    assert.match(output, /сначала остановите «Бис»/u)
    assert.equal(await roleOf(first.url, headers), 'ARTIST')
    assert.equal(await roleOf(first.url, await login(first)), 'ARTIST')
    await first.kill('SIGTERM')

    const granted = await admin({ DATA_DIR }, 'grant', ARTIST.toUpperCase())
    assert.deepEqual(
      { code: granted.code, named: granted.output.split(' ')[0] },
      { code: 0, named: ARTIST },
    )
    const second = await startProduct({ DATA_DIR, DEMO: 'on' })
    assert.equal(await roleOf(second.url, headers), 'ADMIN')
    await second.kill('SIGTERM')

    assert.equal((await admin({ DATA_DIR }, 'revoke', ARTIST)).code, 0)
    const third = await startProduct({ DATA_DIR, DEMO: 'on' })
    assert.equal(await roleOf(third.url, headers), 'ARTIST')
    await third.kill('SIGTERM')

    const database = await openEmbedded(join(DATA_DIR, 'database'))
    await database.sql.updateTable('artists').set({ blockedAt: new Date() }).execute()
    await database.close()
    const blocked = await admin({ DATA_DIR }, 'grant', ARTIST)
    assert.equal(blocked.code, 1)
    assert.match(blocked.output, /заблокирован, \/admin ему не откроется/u)
  })

  test('a directory without a database is left empty', async () => {
    const { code, output } = await admin({ DATA_DIR: folder() }, 'grant', ARTIST)
    assert.equal(code, 1)
    assert.match(output, /базы ещё нет/u)
  })
})

describe('on PostgreSQL', { skip: SERVER_URL === undefined }, () => {
  test('a running server knows the new admin at the next call', async () => {
    const own = await ownPostgres(SERVER_URL ?? '')
    const env = { DATABASE_URL: own.url }
    const product = await startProduct({ ...env, DEMO: 'on' })
    try {
      const headers = await login(product)
      assert.equal((await admin(env, 'grant', ARTIST)).code, 0)
      assert.equal(await roleOf(product.url, headers), 'ADMIN')
      const rotated = await admin(env, 'rotate-secrets')
      assert.match(
        rotated.output,
        /device: сменён[\s\S]*codes: сменён[\s\S]*перезапустите все процессы/u,
      )
      const made = await fetch(`${product.url}${pathOf(api.machineKeys.add)}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Педаль', rights: ['watch'] }),
      })
      const { data } = (await made.json()) as { data: { key: string } }
      assert.equal((await admin(env, 'forget-keys', ARTIST)).code, 0)
      for (const [endpoint, as] of [
        [api.auth.checkToken, headers],
        [api.artist.queue, { authorization: `Bearer ${data.key}` }],
      ] as const) {
        const ended = await fetch(`${product.url}${pathOf(endpoint)}`, { headers: as })
        assert.equal(ended.status, 401, endpoint.path)
      }
      const nobody = await admin(env, 'grant', 'nikogo-takogo')
      assert.equal(nobody.code, 1)
      assert.match(nobody.output, /Такого музыканта нет: nikogo-takogo/u)
    } finally {
      await product.kill('SIGTERM')
      await own.drop()
    }
  })
})

describe('a command that says too little is answered with how to say it', () => {
  for (const args of [[], ['grant'], ['promote', ARTIST], ['grant', ARTIST, 'too']])
    test(`admin ${args.join(' ')}`, async () => {
      const { code, output } = await admin({ DATA_DIR: folder() }, ...args)
      assert.equal(code, 1)
      assert.match(output, /npm run admin -- grant/u)
      assert.doesNotMatch(output, /at .*\.ts:\d+/u, 'no stack trace')
    })
})
