import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { FLAGS } from '#domain/flags.ts'
import { isFlagOn, setFlagForAll } from '#server/modules/features/features.service.ts'
import { makeFlagCache } from '#server/modules/features/flag-cache.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
let admin: TestArtist
before(async () => {
  world = await makeWorld()
  admin = await world.artist({ role: 'ADMIN' })
})
after(() => world.close())

const isOn = (featureName: string, username?: string) =>
  world.ok(api.features.check, {
    query: { featureName, ...(username === undefined ? {} : { username }) },
  })

const setForAll = (featureName: string, enabled: boolean) =>
  world.ok(api.features.setForAll, { body: { featureName, enabled } }, { token: admin.token })

const setForArtist = (featureName: string, username: string, enabled: boolean) =>
  world.ok(
    api.features.setForArtist,
    { body: { featureName, username, enabled } },
    { token: admin.token },
  )

/** Written past the server, as by another process whose message was lost. */
const writeUnheard = (name: string, enabled: boolean) =>
  world.sql
    .insertInto('featureFlags')
    .values({ name, artistId: null, enabled })
    .onConflict((same) => same.columns(['name', 'artistId']).doUpdateSet({ enabled }))
    .execute()

test('every flag is what the product says until an admin says otherwise', async () => {
  for (const [name, value] of Object.entries(FLAGS)) {
    assert.equal(await isOn(name), value, name)
    assert.equal(await isOn(name, admin.username), value, name)
  }
})

test('an unknown flag is off, also one with the name of a part of the language', async () => {
  for (const name of ['no-such-flag', 'constructor', '__proto__'])
    assert.equal(await isOn(name, admin.username), false)
})

test('a flag of an unknown artist, or of none, is what it is for all', async () => {
  assert.equal(await isOn('active-session-pad-v2', 'nikto-takoy'), true)
  assert.equal(await isOn('active-session-cancel-button', ''), false)
})

test('a flag set for all is seen by the next look-up, whatever was remembered', async () => {
  const name = 'social-media-color'
  const { username } = await world.artist()
  assert.equal(await isOn(name, username), false)
  await setForAll(name, true)
  assert.equal(await isOn(name, username), true)
  assert.equal(await isOn(name), true)
  await setForAll(name, false)
  assert.equal(await isOn(name, username), false)
})

test('an artist’s own setting wins over the one for all, and touches nobody else', async () => {
  const name = 'active-session-color-buttons'
  const one = await world.artist({ username: 'Flag.Bearer' })
  const other = await world.artist()
  await setForArtist(name, 'flag.bearer', true)
  assert.equal(await isOn(name, one.username), true)
  assert.equal(await isOn(name, 'FLAG.BEARER'), true)
  assert.equal(await isOn(name, other.username), false)
  assert.equal(await isOn(name), false)
  await setForAll(name, true)
  await setForArtist(name, one.username, false)
  assert.equal(await isOn(name, one.username), false)
  assert.equal(await isOn(name, other.username), true)
})

test('nobody sets an unknown flag, nor a flag of an unknown artist', async () => {
  const as = { token: admin.token }
  const unknown = { featureName: 'no-such-flag', enabled: true }
  await world.refused('NOT_FOUND', api.features.setForAll, { body: unknown }, as)
  await world.refused(
    'NOT_FOUND',
    api.features.setForArtist,
    { body: { ...unknown, username: admin.username } },
    as,
  )
  await world.refused(
    'NOT_FOUND',
    api.features.setForArtist,
    { body: { featureName: 'social-media-color', username: 'nikto-takoy', enabled: true } },
    as,
  )
  await world.refused(
    'NOT_FOUND',
    api.features.invalidate,
    { params: { name: 'no-such-flag' } },
    as,
  )
  const rows = await world.sql
    .selectFrom('featureFlags')
    .select('name')
    .where('name', '=', 'no-such-flag')
    .execute()
  assert.deepEqual(rows, [])
})

test('invalidate makes the next look-up read anew', async () => {
  const name = 'social-media-color-up-location'
  assert.equal(await isOn(name), false)
  await writeUnheard(name, true)
  assert.equal(await isOn(name), false)
  await world.ok(api.features.invalidate, { params: { name } }, { token: admin.token })
  assert.equal(await isOn(name), true)
})

/** The context of another process on this bus. */
const otherProcess = (bus: Bus) => ({
  ...world.app.ctx,
  flags: makeFlagCache({ sql: world.sql, now: world.now, bus }),
})

test('a value is remembered for at most thirty seconds', async () => {
  const name = 'social-media-color-new'
  // The server's own bus may have a gap on a busy machine, and forgets sooner then.
  const other = otherProcess(localBus())
  assert.equal(await isFlagOn(other, name), false)
  await writeUnheard(name, true)
  world.advance(29_999)
  assert.equal(await isFlagOn(other, name), false)
  world.advance(1)
  assert.equal(await isFlagOn(other, name), true)
})

test('what one process sets or invalidates, the others forget too', async () => {
  const name = 'active-session-copy-button'
  const bus = localBus()
  const here = otherProcess(bus)
  const there = otherProcess(bus)
  assert.equal(await isFlagOn(there, name), false)
  await setFlagForAll(here, name, true)
  await Promise.resolve()
  assert.equal(await isFlagOn(there, name), true)
  await writeUnheard(name, false)
  here.flags.forget(name)
  await Promise.resolve()
  assert.equal(await isFlagOn(there, name), false)
  await bus.close()
})

test('the process that sets a flag sees it even while the bus is mute', async () => {
  const name = 'donation-new-ui-v1'
  const bus = { ...localBus(), publish() {} }
  const other = otherProcess(bus)
  assert.equal(await isFlagOn(other, name), true)
  await setFlagForAll(other, name, false)
  assert.equal(await isFlagOn(other, name), false)
})

test('after a gap on the bus everything is read anew', async () => {
  const name = 'active-session-green-current-song'
  const gaps: (() => void)[] = []
  const bus = {
    ...localBus(),
    onGap(hear: () => void) {
      gaps.push(hear)
      return () => {}
    },
  }
  const other = otherProcess(bus)
  assert.equal(await isFlagOn(other, name), false)
  await writeUnheard(name, true)
  for (const hear of gaps) hear()
  assert.equal(await isFlagOn(other, name), true)
})

test('a look-up that began before a flag was set does not bring the old value back', async () => {
  const name = 'active-session-cancel-button'
  const { username } = await world.artist()
  for (const enabled of [true, false, true, false, true]) {
    const early = isOn(name, username)
    await Promise.all([early, setForAll(name, enabled)])
    assert.equal(await isOn(name, username), enabled)
  }
})
