import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { FLAGS } from '#domain/flags.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
let admin: TestArtist
before(async () => {
  world = await makeWorld()
  admin = await world.artist({ role: 'ADMIN', username: 'keeper', name: 'Хранитель' })
})
after(() => world.close())

const flag = async (name: string) => {
  const flags = await world.ok(api.admin.flags, {}, admin)
  return flags.find((one) => one.name === name)
}
const isOn = (featureName: string, username: string) =>
  world.ok(api.features.check, { query: { featureName, username } })
const find = async (input?: string) =>
  (await world.ok(api.admin.accounts, { query: { ...(input && { input }) } }, admin)).accounts
const names = async (input?: string) => (await find(input)).map(({ username }) => username)

test('every call of the admins is closed to guests and to musicians', async () => {
  const musician = await world.artist()
  for (const endpoint of Object.values(api.admin)) {
    const input = { params: { id: '01938d6a-0000-7000-8000-000000000000' } }
    await world.refused('NO_TOKEN', endpoint, input)
    await world.refused('NOT_YOURS', endpoint, input, musician)
  }
})

test('the list of flags names each with its default and with all that was set', async () => {
  const flags = await world.ok(api.admin.flags, {}, admin)
  assert.deepEqual(Object.fromEntries(flags.map(({ name, byDefault }) => [name, byDefault])), FLAGS)
  assert.ok(flags.every(({ forAll, forArtists }) => forAll === null && forArtists.length === 0))

  const featureName = 'social-media-color'
  for (const username of ['Zinaida', 'anton']) {
    await world.artist({ username })
    const body = { featureName, username, enabled: username === 'anton' }
    await world.ok(api.features.setForArtist, { body }, admin)
  }
  await world.ok(api.features.setForAll, { body: { featureName, enabled: true } }, admin)
  assert.deepEqual(await flag(featureName), {
    name: featureName,
    byDefault: false,
    forAll: true,
    forArtists: [
      { username: 'anton', enabled: true },
      { username: 'Zinaida', enabled: false },
    ],
  })
})

test('what was set for one artist is taken back, and what is set for all holds for him again', async () => {
  const featureName = 'donation-new-ui-v1'
  const { username } = await world.artist({ username: 'Reset.Me' })
  const one = { featureName, username, enabled: false }
  await world.ok(api.features.setForArtist, { body: one }, admin)
  assert.equal(await isOn(featureName, username), false)
  const body = { featureName, username: 'reset.me' }
  await world.ok(api.admin.resetFlag, { body }, admin)
  assert.equal(await isOn(featureName, username), true)
  assert.deepEqual((await flag(featureName))?.forArtists, [])
  await world.refused('NOT_FOUND', api.admin.resetFlag, { body }, admin)
})

test('what was set for all is taken back to the default, and leaves artists their own', async () => {
  const featureName = 'active-session-copy-button'
  const { username } = await world.artist()
  const own = { featureName, username, enabled: true }
  await world.ok(api.features.setForArtist, { body: own }, admin)
  await world.ok(api.features.setForAll, { body: { featureName, enabled: true } }, admin)
  await world.ok(api.admin.resetFlag, { body: { featureName } }, admin)
  assert.equal(await isOn(featureName, admin.username), false)
  assert.equal(await isOn(featureName, username), true)
  assert.equal((await flag(featureName))?.forAll, null)
})

test('nothing is taken back of a flag or an artist that nobody knows', async () => {
  for (const body of [
    { featureName: 'no-such-flag' },
    { featureName: 'social-media-color-new' },
    { featureName: 'social-media-color-new', username: 'nikto-takoy' },
    { featureName: 'social-media-color-new', username: 'не ник' },
  ])
    await world.refused('NOT_FOUND', api.admin.resetFlag, { body }, admin)
})

test('an account is found by any part of its nickname, its e-mail or its name', async () => {
  await world.artist({ username: 'blackberry', name: 'Ёжик и «Ежевика»', accountType: 'GROUP' })
  for (const input of ['BLACK', 'ежик', 'ЁЖЕВИКА', 'kberry@exam', 'ежевика black'])
    assert.ok((await names(input)).includes('blackberry'), input)
  for (const input of ['малина', 'ежевика малина', '%', '_', "'"])
    assert.ok(!(await names(input)).includes('blackberry'), input)
})

test('an account shows who it is, since when, how many concerts, and whether payouts may go', async () => {
  const checked = await world.artist({
    username: 'paid-one',
    name: 'Оплаченный',
    numberCheckedAt: world.now(),
  })
  await world.concert(checked)
  await world.concert(checked, { startsIn: 600 })
  const [account] = await find('paid-one')
  assert.deepEqual(account, {
    id: checked.id,
    username: 'paid-one',
    name: 'Оплаченный',
    email: 'paid-one@example.org',
    accountType: 'ARTIST',
    role: 'ARTIST',
    createdAt: world.now().toISOString(),
    concerts: 2,
    numberChecked: true,
  })
  const [keeper] = await find('keeper')
  assert.deepEqual([keeper?.role, keeper?.concerts, keeper?.numberChecked], ['ADMIN', 0, false])
})

test('accounts are shown newest first, page after page, each once', async () => {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = { limit: 3, ...(cursor === '' ? {} : { cursor }) }
    const part: { accounts: { id: string }[]; cursor: string | null } = await world.ok(
      api.admin.accounts,
      { query },
      admin,
    )
    seen.push(...part.accounts.map(({ id }) => id))
    cursor = part.cursor
  }
  assert.deepEqual(seen, seen.toSorted().toReversed())
  const every = await world.sql.selectFrom('artists').select('id').execute()
  assert.equal(new Set(seen).size, every.length)
})
