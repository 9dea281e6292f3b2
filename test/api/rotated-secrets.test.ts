import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { keepsakeDevice, keepsakeKey } from '#server/modules/concerts/keepsake-keys.ts'
import { followIdIn, tokenOfFollow } from '#server/modules/notifications/follow-tokens.ts'
import { formerSecrets, instanceSecret, rotateSecrets } from '#server/platform/db/secrets.ts'
import { makeStage, orderOf } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'

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

test('a device keeps its orders over a rotation and gets a cookie of the new secret', async () => {
  await using world = await closing()
  const { sql } = world
  const stage = await makeStage(world)
  const { cookie = '' } = await world.call(api.songs.orderSong, orderOf(stage, stage.ids.А))
  await rotateSecrets(sql, ['device'], { leaked: false, noted })
  await using after = await closing({ database: world.database })
  const query = { sessionId: stage.concertId }
  const mine = await after.call(api.songs.myOrders, { query }, { cookie })
  assert.equal(mine.data.length, 1)
  assert.notEqual(mine.cookie, cookie)
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
