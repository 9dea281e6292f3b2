import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { keepsakeDevice, keepsakeKey } from '#server/modules/concerts/keepsake-keys.ts'
import { followIdIn, tokenOfFollow } from '#server/modules/notifications/follow-tokens.ts'
import { formerSecrets, instanceSecret, rotateSecrets } from '#server/platform/db/secrets.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { makeStage, orderOf } from '#test/support/steps/stage.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const FOLLOW = '01912345-89ab-7cde-8f01-23456789abcd'
const noted = async () => {}
const DEVICE = '6ba7b810-9dad-41d1-80b4-00c04fd430c8'

test('what the former secrets signed stays good after a rotation, but not where they leaked', async () => {
  await using world = await closing()
  const { sql } = world
  const { ctx } = world.app
  const [link, key] = [tokenOfFollow(ctx, FOLLOW), keepsakeKey(ctx, FOLLOW, DEVICE)]
  const codesNow = async () => ({
    ...ctx,
    codeSecret: await instanceSecret(sql, 'codes'),
    formerCodeSecrets: await formerSecrets(sql, 'codes'),
  })
  await rotateSecrets(sql, ['codes'], { leaked: false, noted })
  await rotateSecrets(sql, ['codes'], { leaked: false, noted })
  const rotated = await codesNow()
  assert.notEqual(rotated.codeSecret, ctx.codeSecret)
  assert.equal(followIdIn(rotated, link), FOLLOW)
  assert.equal(keepsakeDevice(rotated, FOLLOW, key), DEVICE)
  assert.notEqual(tokenOfFollow(rotated, FOLLOW), link)
  await rotateSecrets(sql, ['codes'], { leaked: true, noted })
  const fresh = await codesNow()
  assert.throws(() => followIdIn(fresh, link), { code: 'NOT_FOUND' })
  assert.equal(keepsakeDevice(fresh, FOLLOW, key), null)
})

test('a device keeps its orders over a rotation, also at a process of before, and gets a cookie of the new secret with an order', async () => {
  await using world = await closing()
  const { sql } = world
  const stage = await makeStage(world)
  const { cookie = '' } = await world.call(api.songs.orderSong, orderOf(stage, stage.ids.А))
  await rotateSecrets(sql, ['device'], { leaked: false, noted })
  await using after = await closing({ database: world.database })
  const query = { sessionId: stage.concertId }
  const mine = await after.call(api.songs.myOrders, { query }, { cookie })
  assert.equal(mine.data.length, 1)
  const before = await world.call(api.songs.myOrders, { query }, { cookie: mine.cookie ?? '' })
  assert.equal(before.data.length, 1)
  const next = await after.call(api.songs.orderSong, orderOf(stage, stage.ids.Б), { cookie })
  assert.notEqual(next.cookie, cookie)
  const both = await after.call(api.songs.myOrders, { query }, { cookie: next.cookie ?? '' })
  assert.equal(both.data.length, 2)
})

test('a login with a known device writes no letter over a rotation, but where the secret leaked', async () => {
  await using world = await closing()
  const { sql, database } = world
  const { username } = await world.artist()
  const letters = async (at: Pick<World, 'call' | 'sentMail' | 'app'>, cookie = '') => {
    const body = { username, password: ARTIST_PASSWORD }
    const reply = await at.call(api.auth.login, { body }, { cookie, address: freshAddress() })
    assert.equal(reply.status, 200)
    await mailIdle(at.app.ctx)
    return { sent: at.sentMail.map(({ subject }) => subject), cookie: reply.cookie ?? '' }
  }
  const { cookie } = await letters(world)
  const devices = () => sql.selectFrom('knownDevices').selectAll().execute()
  const before = await devices()
  for (const leaked of [false, true]) {
    if (!leaked) await rotateSecrets(sql, ['codes'], { leaked, noted })
    await rotateSecrets(sql, ['codes'], { leaked, noted })
    await using after = await closing({ database })
    const { sent } = await letters(after, cookie)
    assert.deepEqual(sent, leaked ? ['Вход с нового устройства'] : [])
    if (leaked) continue
    const kept = await devices()
    assert.equal(kept.length, 1)
    assert.notEqual(kept[0]?.deviceHash, before[0]?.deviceHash)
  }
})

test('no secret changes where one of them, or the note of it, cannot', async () => {
  await using world = await closing()
  const { sql } = world
  const stored = () => sql.selectFrom('instanceSecrets').selectAll().orderBy('name').execute()
  const before = await stored()
  const unwritable = () => Promise.reject(new Error('the log is not writable'))
  const rotated = rotateSecrets(sql, ['device', 'codes'], { leaked: true, noted: unwritable })
  await assert.rejects(rotated, /not writable/u)
  assert.deepEqual(await stored(), before)
})

async function closing(changes: Parameters<typeof makeWorld>[0] = {}) {
  const world = await makeWorld(changes)
  return { ...world, [Symbol.asyncDispose]: () => world.close() }
}
