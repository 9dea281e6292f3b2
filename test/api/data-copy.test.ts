import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { api } from '#contract/index.ts'
import { COPY_MS, LEAVING_MS } from '#domain/accounts/leaving.ts'
import type { Context } from '#server/context.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import {
  COPY_LEASE_MS,
  forgetCopies,
  makeCopies,
} from '#server/modules/security/data-copy.service.ts'
import { eraseLeft } from '#server/modules/security/leaving.service.ts'
import { ACCOUNT_DATA, copyOfAccount } from '#server/platform/db/account-data.ts'
import { photo, upload } from '#test/support/photos.ts'
import { paidConcert, tipped } from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const state = async (as: { token: string }) => (await world.ok(api.security.state, {}, as)).copy

async function copied(as: { token: string }) {
  await world.ok(api.security.askCopy, {}, as)
  await makeCopies(world.app.ctx)
  const { token } = as
  const { rawPayload } = await world.app.http.inject({
    method: 'GET',
    url: '/api/v1/security/copy',
    headers: { authorization: `Bearer ${token}` },
  })
  return unzipSync(rawPayload)
}

test('the copy holds every table of the account as the database does, its texts and photos', async () => {
  const show = await paidConcert(world, { artist: { name: 'Мирослава' } })
  const song = { songId: null, title: 'Весна', artistName: 'Народная', imageUrl: '' }
  const { songId } = await world.ok(api.artist.addFavorite, { body: song }, show.as)
  const text = '[Am]Выйду ночью в поле с конём'
  await world.ok(api.artist.saveSongTexts, { body: { texts: [{ songId, text }] } }, show.as)
  await upload(world, show.artist, await photo().jpeg().toBuffer())
  const order = await show.paid()
  await show.played(order.song)
  await tipped(world, show.artist.username, 20_000, 'Спасибо!')

  const files = await copied(show.as)
  const held = await copyOfAccount(world.sql, show.artist.id)
  for (const [table, rows] of held) {
    const stored = JSON.parse(
      strFromU8(files[`tables/${table}.json`] ?? new Uint8Array()),
    ) as unknown
    assert.deepEqual(stored, JSON.parse(JSON.stringify(rows)), table)
  }
  const expected = Object.keys(ACCOUNT_DATA).filter((table) => ACCOUNT_DATA[table]?.copied === true)
  assert.deepEqual([...held.keys()], expected)
  for (const table of ['artists', 'concerts', 'repertoire', 'payments', 'orders', 'login_tokens'])
    assert.ok((held.get(table)?.length ?? 0) > 0, table)
  assert.equal(strFromU8(files[`texts/${songId}.txt`] ?? new Uint8Array()), text)
  assert.equal(Object.keys(files).filter((name) => /^photos\/.+\.jpg$/u.test(name)).length, 1)
  assert.match(strFromU8(files['tables/artists.csv'] ?? new Uint8Array()), /Мирослава/u)
})

test('no secret and no device of a listener is in it', async () => {
  const show = await paidConcert(world)
  await show.paid()
  const whole = Object.entries(await copied(show.as))
    .filter(([name]) => name.startsWith('tables/'))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n')
  const { passwordHash } = await world.sql
    .selectFrom('artists')
    .select('passwordHash')
    .where('id', '=', show.artist.id)
    .executeTakeFirstOrThrow()
  const devices = await world.sql.selectFrom('orders').select('deviceId').execute()
  for (const secret of [passwordHash, ...devices.map(({ deviceId }) => deviceId)])
    assert.ok(!whole.includes(secret))
})

test('the owner is told by mail, downloads it for a day, and then may ask again', async () => {
  const artist = await world.artist()
  const as = { token: artist.token }
  assert.equal(await state(as), null)
  await world.ok(api.security.askCopy, {}, as)
  assert.deepEqual(await state(as), { until: null })
  assert.equal((await world.call(api.security.copy, {}, as)).status, 404)
  await world.refused('ILLEGAL_STEP', api.security.askCopy, {}, as)
  await makeCopies(world.app.ctx)
  await mailIdle(world.app.ctx)
  const told = world.sentMail.filter(({ subject }) => subject === 'Копия ваших данных готова')
  assert.equal(told.at(-1)?.to, `${artist.username}@example.org`)
  assert.equal((await world.call(api.security.copy, {}, as)).status, 200)
  world.advance(COPY_MS)
  await forgetCopies(world.app.ctx)
  assert.equal((await world.call(api.security.copy, {}, as)).status, 404)
  await world.ok(api.security.askCopy, {}, as)
})

test('nobody downloads the copy of another account', async () => {
  const [artist, stranger] = [await world.artist(), await world.artist()]
  await copied({ token: artist.token })
  assert.equal((await world.call(api.security.copy, {}, stranger)).status, 404)
  assert.equal((await world.call(api.security.copy)).status, 401)
})

test('one process makes it at a time, and another goes on where that one died', async () => {
  const artist = await world.artist()
  const as = { token: artist.token }
  await world.ok(api.security.askCopy, {}, as)
  const { ctx } = world.app
  let made = 0
  const put = () => {
    made += 1
    return Promise.reject(new Error('the process died'))
  }
  const dying = { ...ctx, files: { ...ctx.files, put } }
  await assert.rejects(makeCopies(dying))
  for (let process = 0; process < 5; process++) await makeCopies(dying)
  assert.equal(made, 1)
  world.advance(COPY_LEASE_MS)
  await makeCopies(ctx)
  assert.equal((await world.call(api.security.copy, {}, as)).status, 200)
})

const fileOf = async (artistId: string) => {
  const row = await world.sql
    .selectFrom('dataCopies')
    .select('id')
    .where('artistId', '=', artistId)
    .executeTakeFirstOrThrow()
  return `copy-${row.id}.zip`
}

/** The product in which something happens just before the file of a copy is stored. */
const beforePut = (happens: () => Promise<unknown>): Context => {
  const { ctx } = world.app
  const put: Context['files']['put'] = async (...file) => {
    await happens()
    await ctx.files.put(...file)
  }
  return { ...ctx, files: { ...ctx.files, put } }
}

test('a copy that is forgotten while it is made leaves no file', async () => {
  const artist = await world.artist()
  await world.ok(api.security.askCopy, {}, artist)
  const file = await fileOf(artist.id)
  const late = beforePut(async () => {
    world.advance(COPY_MS)
    await forgetCopies(world.app.ctx)
  })
  await makeCopies(late)
  assert.equal(await world.app.ctx.files.get(file), null)
})

test('the file of a copy that another process made meanwhile stays', async () => {
  const artist = await world.artist()
  await world.ok(api.security.askCopy, {}, artist)
  const slow = beforePut(async () => {
    world.advance(COPY_LEASE_MS)
    await makeCopies(world.app.ctx)
  })
  await makeCopies(slow)
  assert.equal((await world.call(api.security.copy, {}, artist)).status, 200)
})

test('an account that is erased takes the file of its copy with it', async () => {
  const artist = await world.artist()
  await copied(artist)
  const file = await fileOf(artist.id)
  assert.notEqual(await world.app.ctx.files.get(file), null)
  await world.ok(api.security.leave, { body: { currentPassword: ARTIST_PASSWORD } }, artist)
  world.advance(LEAVING_MS)
  await eraseLeft(world.app.ctx)
  assert.equal(await world.app.ctx.files.get(file), null)
})
