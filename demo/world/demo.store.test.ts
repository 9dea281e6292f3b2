import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { makePasswords } from '#server/modules/accounts/passwords.ts'
import { addToken } from '#server/modules/accounts/tokens.store.ts'
import { seedCatalogue } from '#server/modules/songs/songs.service.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { ownDatabase } from '#test/support/database/database.ts'
import { makeWorld } from '#test/support/world.ts'
import { claimBeat } from './demo.store.ts'
import { createDemoData, startDemo } from './demo.ts'

const BEAT_MS = 12_000
const NOW = new Date('2026-11-22T20:00:00Z')
const TOMORROW = new Date('2026-11-23T20:00:00Z')

test('of processes that show one demo one plays each beat', async (t) => {
  const { database } = await ownDatabase()
  t.after(() => database.close())
  let at = new Date('2026-11-22T20:00:00Z')
  for (const beat of [1, 2, 3]) {
    const claims = await Promise.all([1, 2, 3].map(() => claimBeat(database.sql, at, BEAT_MS)))
    assert.deepEqual(
      claims.filter((claim) => claim !== null),
      [beat],
    )
    at = new Date(at.getTime() + BEAT_MS)
  }
})

async function passwordsOf(sql: Sql): Promise<string[]> {
  const rows = await sql.selectFrom('artists').select('passwordHash').execute()
  return [...new Set(rows.map((row) => row.passwordHash))]
}

async function worldWithSongs(t: TestContext) {
  const world = await makeWorld()
  t.after(() => world.close())
  await seedCatalogue(world.app.ctx)
  return world
}

describe('the password of a demo', () => {
  test('is told at a start until somebody changes it', async (t) => {
    const { sql, app } = await worldWithSongs(t)
    const start = async () => (await startDemo({ ctx: app.ctx, money: null })).login
    const { username, password } = await start()
    assert.deepEqual(await start(), { username, password })
    const hash = await makePasswords().hash('Verevka7-mytha')
    await sql.updateTable('artists').set({ passwordHash: hash }).execute()
    assert.deepEqual(await start(), { username, password: null })
  })

  test('is another one on each database, and stays when it starts again', async (t) => {
    const seen = new Set<string>()
    for (let house = 0; house < 2; house++) {
      const { sql } = await worldWithSongs(t)
      const password = await createDemoData(sql, NOW)
      const [hash = '', ...others] = await passwordsOf(sql)
      assert.deepEqual(others, [])
      assert.equal(await makePasswords().verify(hash, password), true)
      assert.equal(await createDemoData(sql, NOW), password)
      assert.deepEqual(await passwordsOf(sql), [hash])
      seen.add(password)
    }
    assert.equal(seen.size, 2)
  })

  test('takes the place of the one that every demo had, and ends the logins made with it', async (t) => {
    const { sql } = await worldWithSongs(t)
    await createDemoData(sql, NOW)
    // The state of the previous version: one password for all artists, written in its source.
    const known = await makePasswords().hash('Bis-demo-2026')
    await sql.deleteFrom('instanceSecrets').execute()
    await sql.updateTable('artists').set({ passwordHash: known }).execute()
    const [artist, visitor] = await sql.selectFrom('artists').select('id').limit(2).execute()
    const own = { email: 'lada@bis.example', username: 'lada', usernameKey: 'lada' }
    await sql
      .updateTable('artists')
      .set(own)
      .where('id', '=', visitor?.id ?? '')
      .execute()
    for (const { id = '' } of [artist ?? {}, visitor ?? {}])
      await addToken(sql, {
        hash: `of ${id}`,
        artistId: id,
        device: '',
        place: '',
        at: NOW,
        expiresAt: TOMORROW,
      })

    const password = await createDemoData(sql, NOW)
    const rows = await sql.selectFrom('artists').select(['email', 'passwordHash']).execute()
    for (const row of rows) {
      const given = row.email === own.email ? 'Bis-demo-2026' : password
      assert.equal(await makePasswords().verify(row.passwordHash, given), true, row.email)
    }
    const left = await sql.selectFrom('loginTokens').select('artistId').execute()
    assert.deepEqual(left, [{ artistId: visitor?.id }])
  })
})
