import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { freshAddress, newcomer } from '#test/support/steps/newcomer.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

const loginsOf = async (token: string) => (await world.ok(api.security.state, {}, { token })).logins

type Owner = { username: string; password: string }

async function loginFrom(userAgent: string, { username, password }: Owner) {
  const body = { username, password }
  const as = { address: freshAddress(), userAgent }
  return (await world.ok(api.auth.login, { body }, as)).token
}

test('the owner sees with what he entered and when each login was last used', async () => {
  const artist = await newcomer(world)
  const other = await loginFrom(FIREFOX, artist)
  const used = (await loginsOf(artist.token)).find(({ current }) => !current)
  assert.equal(used?.device, 'Windows, Firefox')
  world.advance(30 * MINUTE_MS)
  await world.ok(api.auth.checkToken, {}, { token: other })
  const [first] = await loginsOf(artist.token)
  assert.equal(first?.seenAt, world.now().toISOString())
})

test('one login is ended and the others stay', async () => {
  const artist = await newcomer(world)
  const other = await loginFrom(FIREFOX, artist)
  const id = (await loginsOf(artist.token)).find(({ current }) => !current)?.id ?? ''
  assert.equal(await world.ok(api.security.endLogin, { body: { id } }, artist), true)
  assert.equal((await world.call(api.auth.checkToken, {}, { token: other })).status, 401)
  assert.deepEqual(
    (await loginsOf(artist.token)).map(({ current }) => current),
    [true],
  )
  const again = await world.call(api.security.endLogin, { body: { id } }, artist)
  assert.equal(again.failure.message, 'На этом устройстве уже вышли')
})

test('nobody ends the login of another account', async () => {
  const [artist, stranger] = [await newcomer(world), await newcomer(world)]
  const [own] = await loginsOf(artist.token)
  const as = { token: stranger.token }
  const { status } = await world.call(api.security.endLogin, { body: { id: own?.id ?? '' } }, as)
  assert.equal(status, 404)
  assert.equal((await loginsOf(artist.token)).length, 1)
})
