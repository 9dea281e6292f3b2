import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { forgetOldFollows } from '#server/modules/notifications/follows.service.ts'
import { notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { knownPhone } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let service: Awaited<ReturnType<typeof startPushService>>
before(async () => {
  world = await makeWorld()
  service = await startPushService(async () => (await world.ok(api.songs.pushKey)).publicKey)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await world.close()
})

async function follower(artist: TestArtist) {
  const { cookie } = await knownPhone(world)
  const name = randomUUID()
  const body = {
    artistUsername: artist.username,
    timeZone: 'Europe/Moscow',
    subscription: service.subscribe(name),
  }
  await world.ok(api.follows.byPush, { body }, { cookie })
  return () => service.received.filter((one) => one.name === name).map(({ message }) => message)
}

const say = (artist: TestArtist, text: string, sessionId: string | null = null) =>
  world.ok(api.artistWords.send, { body: { text, sessionId } }, artist)
const list = (artist: TestArtist) => world.ok(api.artistWords.list, {}, artist)
/** Noon in Moscow of that day of November. */
const noon = (day: number) => world.setNow(new Date(`2026-11-${day}T09:00:00Z`))
async function later(minutes: number) {
  world.advance(minutes * MINUTE_MS)
  await notifyFollowers(world.app.ctx)
}

test('a word reaches who follows, once, with the concert that it calls to', async () => {
  noon(21)
  const artist = await world.artist({ name: 'Лада' })
  const received = await follower(artist)
  const other = await follower(await world.artist())
  const sessionId = await world.concert(artist, { startsIn: 3 * 24 * 60 })
  const id = await say(artist, ' В среду играем новое ', sessionId)
  assert.equal(await say(artist, 'В среду играем новое', sessionId), id)
  await later(5)
  assert.deepEqual(received(), [])
  const [waiting] = (await list(artist)).words
  assert.deepEqual([waiting?.waits, waiting?.told], [true, 0])
  await later(11)
  await later(60)
  assert.deepEqual(
    received().map(({ title, body, url }) => [title, body, url]),
    [['Лада', 'В среду играем новое', `/user/${artist.username}/${sessionId}`]],
  )
  assert.deepEqual(other(), [])
  const { followers, words } = await list(artist)
  assert.equal(followers, 1)
  assert.deepEqual(
    words.map(({ told, waits, concert }) => [told, waits, concert?.id]),
    [[1, false, sessionId]],
  )
})

test('a word that is said at night comes in the morning', async () => {
  world.setNow(new Date('2026-11-21T20:30:00Z'))
  const artist = await world.artist()
  const received = await follower(artist)
  await say(artist, 'Спасибо за вечер')
  await later(30)
  assert.deepEqual(received(), [])
  world.setNow(new Date('2026-11-22T06:01:00Z'))
  await later(1)
  assert.equal(received().length, 1)
})

test('a word that calls to a concert within a day is told the same day as other news, not at night', async () => {
  noon(21)
  const artist = await world.artist()
  const received = await follower(artist)
  const bodies = () => received().map(({ body }) => body)
  await say(artist, 'Доброе утро')
  await later(16)
  const sessionId = await world.concert(artist, { startsIn: 23 * 60 })
  await say(artist, 'Жду вас', sessionId)
  await later(16)
  assert.deepEqual(bodies(), ['Доброе утро', 'Жду вас'])
  world.advance(7 * DAY_MS)
  const night = await world.concert(artist, { startsIn: 12 * 60 })
  world.setNow(new Date('2026-11-28T20:30:00Z'))
  await say(artist, 'Мы в ночи', night)
  await later(20)
  assert.equal(bodies().length, 2)
})

test('a word that calls to a concert is told only while that can be visited', async () => {
  const admin = await world.artist({ role: 'ADMIN' })
  const why = { reason: 'fraud', words: 'обман' } as const
  const set = (to: { status?: 'PLAYED'; closedSession?: true }) => (id: string) =>
    world.sql.updateTable('concerts').set(to).where('id', '=', id).execute()
  const ends = {
    played: set({ status: 'PLAYED' }),
    closed: set({ closedSession: true }),
    hidden: (sessionId: string) =>
      world.ok(api.operator.hideConcert, { body: { sessionId, hidden: true, ...why } }, admin),
    cancelled: (sessionId: string, artist: TestArtist) =>
      world.ok(api.session.remove, { query: { sessionId } }, artist),
  }
  for (const [name, end] of Object.entries(ends)) {
    noon(25)
    const artist = await world.artist()
    const received = await follower(artist)
    const sessionId = await world.concert(artist, { startsIn: 600 })
    await say(artist, 'Жду вас', sessionId)
    await later(1)
    await end(sessionId, artist)
    await later(20)
    const bodies = received().map(({ body }) => body)
    assert.ok(!bodies.includes('Жду вас'), name)
    const [said] = (await list(artist)).words
    assert.deepEqual([said?.waits, said?.told], [false, 0], name)
    assert.equal(said?.concert?.id, name === 'cancelled' ? undefined : sessionId)
  }
})

test('a word can be taken back while it waits, and then does not count', async () => {
  noon(22)
  const artist = await world.artist()
  const received = await follower(artist)
  const id = await say(artist, 'Ой')
  const drop = { body: { id } }
  await world.refused('NOT_FOUND', api.artistWords.drop, drop, await world.artist())
  await world.ok(api.artistWords.drop, drop, artist)
  await later(30)
  assert.deepEqual(received(), [])
  await world.refused('NOT_FOUND', api.artistWords.drop, drop, artist)
  await say(artist, 'Раз')
  const second = await say(artist, 'Два')
  const { message } = await world.refused(
    'TOO_MANY',
    api.artistWords.send,
    { body: { text: 'Три', sessionId: null } },
    artist,
  )
  assert.match(message, /уже писали дважды/u)
  await later(20)
  await world.refused('ILLEGAL_STEP', api.artistWords.drop, { body: { id: second } }, artist)
  world.advance(7 * DAY_MS)
  await say(artist, 'Три')
})

test('a word of long ago does not say how many got it, which is forgotten', async () => {
  noon(21)
  const artist = await world.artist()
  await follower(artist)
  await say(artist, 'Давно')
  await later(16)
  const told = async () => (await list(artist)).words.map((word) => [word.told, word.waits])
  assert.deepEqual(await told(), [[1, false]])
  const monthOn = new Date(world.now().getTime() + 31 * DAY_MS)
  await forgetOldFollows({ ...world.app.ctx, now: () => monthOn })
  assert.deepEqual(await told(), [[null, false]])
})

test('a word calls only to one’s own open concert, and has words', async () => {
  noon(23)
  const artist = await world.artist()
  const closed = await world.concert(artist, { startsIn: 600, closedSession: true })
  const foreign = await world.concert(await world.artist(), { startsIn: 600 })
  for (const [code, sessionId] of [
    ['NOT_FOUND', closed],
    ['NOT_YOURS', foreign],
    ['NOT_FOUND', randomUUID()],
  ] as const)
    await world.refused(code, api.artistWords.send, { body: { text: 'Сюда', sessionId } }, artist)
  const { fields } = await world.refused(
    'VALIDATION',
    api.artistWords.send,
    { body: { text: 'я'.repeat(301), sessionId: null } },
    artist,
  )
  assert.deepEqual(fields, { text: 'Не длиннее 300 символов, сейчас 301' })
  assert.deepEqual((await list(artist)).words, [])
})

test('a page that an operator hid says nothing more', async () => {
  noon(24)
  const artist = await world.artist()
  const received = await follower(artist)
  await say(artist, 'Ко мне')
  const admin = await world.artist({ role: 'ADMIN' })
  const body = { username: artist.username, hidden: true, reason: 'fraud', words: 'обман' }
  await world.ok(api.operator.hide, { body }, admin)
  await later(20)
  assert.deepEqual(received(), [])
})
