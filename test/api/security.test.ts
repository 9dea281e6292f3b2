import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import type { AnyEndpoint, BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { endSessions } from '#server/modules/accounts/tokens.service.ts'
import { callsMeanwhile } from '#test/support/database/held-artist.ts'
import { freshAddress, newcomer } from '#test/support/steps/newcomer.ts'
import { makeAuthenticator, withPasskey } from '#test/support/steps/passkey.ts'
import type { Reply, TestArtist, World } from '#test/support/world.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'

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

type Asked = {
  readonly artist: TestArtist
  readonly sessionId: string
  readonly webhookId: string
  readonly made: BodyOf<typeof api.security.addKey>
}

/** What opens an account, or tells of it, without the login that made it. */
const LINKS = {
  'a machine’s key': ({ artist }: Asked) =>
    world.call(api.machineKeys.add, { body: { name: 'Чужой', rights: ['play'] } }, artist),
  'a second pad': ({ artist, sessionId }: Asked) =>
    world.call(api.artist.addSecondPad, { body: { sessionId, name: 'Чужой' } }, artist),
  'the link of a host': ({ artist, sessionId }: Asked) =>
    world.call(api.artist.makeHostLink, { body: { sessionId } }, artist),
  'a webhook': ({ artist }: Asked) =>
    world.call(api.webhooks.add, { body: { url: 'https://thief.example/' } }, artist),
  'a webhook begun anew': ({ artist, webhookId }: Asked) =>
    world.call(api.webhooks.resume, { body: { id: webhookId } }, artist),
  'a passkey': ({ artist, made: body }: Asked) => world.call(api.security.addKey, { body }, artist),
  'a code in its place': ({ artist }: Asked) => world.call(api.security.recoveryCodes, {}, artist),
}

async function linksOf({ artist, sessionId }: Asked): Promise<number> {
  const { rows } = await raw<{ links: number }>`select
    (select count(*) from machine_keys where artist_id = ${artist.id}::uuid)::int
    + (select count(*) from webhooks where artist_id = ${artist.id}::uuid and ended_at is null)::int
    + (select count(*) from second_pads where concert_id = ${sessionId}::uuid)::int
    + (select count(*) from hosts where concert_id = ${sessionId}::uuid)::int
    + (select count(*) from passkeys where artist_id = ${artist.id}::uuid)::int - 1
    + (select count(*) from recovery_codes where artist_id = ${artist.id}::uuid)::int as links
  `.execute(world.sql)
  return rows[0]?.links ?? 0
}

async function account(): Promise<Asked> {
  const artist = await world.artist()
  const sessionId = await world.concert(artist, { startsIn: 600 })
  const body = { url: 'https://hooks.example/' }
  const { id: webhookId } = await world.ok(api.webhooks.add, { body }, artist)
  await world.sql
    .updateTable('webhooks')
    .set({ endedAt: world.now() })
    .where('id', '=', webhookId)
    .execute()
  await withPasskey(world, artist)
  const { challenge } = await world.ok(api.security.newKey, {}, artist)
  const made = { name: 'Чужой', ...makeAuthenticator().make(challenge) }
  return { artist, sessionId, webhookId, made }
}

describe('asked for while the logins of an account end', () => {
  for (const [link, make] of Object.entries(LINKS))
    test(`${link} is refused`, async () => {
      const asked = await account()
      const { id } = asked.artist
      const end = (inside: Context) => endSessions(inside, id)
      const [late] = await callsMeanwhile<Reply<AnyEndpoint>>(world, id, [() => make(asked)], end)
      assert.equal(late?.failure.code, 'NO_TOKEN')
      assert.equal(await linksOf(asked), 0)
    })

  test('from another device, it ends with them', async () => {
    const asked = await account()
    const { id, username } = asked.artist
    const token = await loginFrom(FIREFOX, { username, password: ARTIST_PASSWORD })
    await callsMeanwhile<unknown>(world, id, [
      () => LINKS['a machine’s key'](asked),
      () => world.ok(api.auth.logoutOthers, {}, { token }),
    ])
    assert.equal(await linksOf(asked), 0)
  })
})
