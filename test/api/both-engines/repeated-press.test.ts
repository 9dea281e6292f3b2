import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

async function playing() {
  const stage = await makeStage(world)
  await stage.scheduled('А', 'Б', 'В')
  await stage.queued('А', 'Б', 'В')
  await stage.next()
  const [now] = await stage.queue()
  assert.ok(now)
  const body = { songId: null, expectedNowId: now.id }
  const press = (key: string) => world.call(api.artist.nextSong, { body }, { ...stage.as, key })
  return { stage, now, press }
}

test('a «next» that comes again with its key plays nothing through, even after «Вернуть» on another device', async () => {
  const { stage, now, press } = await playing()
  assert.equal((await press('foot-1')).status, 200)
  const body = { sessionId: stage.concertId, entryId: now.id }
  await world.ok(api.artist.undoPlayed, { body }, stage.as)
  assert.deepEqual(await stage.list(), ['А NOW', 'Б QUEUED', 'В QUEUED'])

  const again = await press('foot-1')
  assert.equal(again.status, 200)
  assert.deepEqual(await stage.list(), ['А NOW', 'Б QUEUED', 'В QUEUED'])
  assert.equal((await press('foot-2')).status, 200)
  assert.deepEqual(await stage.list(), ['Б NOW', 'В QUEUED'])
})

test('the same press sent several times at once is one step', async () => {
  const { stage, press } = await playing()
  const answers = await Promise.all([press('foot'), press('foot'), press('foot')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.deepEqual(await stage.list(), ['Б NOW', 'В QUEUED'])
})

test('a press that was refused may come again with its key', async () => {
  const { stage, now, press } = await playing()
  await stage.next()
  assert.equal((await press('early')).status, 409)
  const last = await world.ok(
    api.artist.lastPlayed,
    { query: { sessionId: stage.concertId } },
    stage.as,
  )
  assert.equal(last?.id, now.id)
  const body = { sessionId: stage.concertId, entryId: now.id }
  await world.ok(api.artist.undoPlayed, { body }, stage.as)
  assert.equal((await press('early')).status, 200)
  assert.deepEqual(await stage.list(), ['Б NOW', 'В QUEUED'])
})

test('a key is its artist’s own: two stages with one key both move', async () => {
  const [first, second] = [await playing(), await playing()]
  for (const { stage, press } of [first, second]) {
    assert.equal((await press('foot')).status, 200)
    const wish = { songId: null, title: 'Своя', artistName: 'Мы' }
    const body = { sessionId: stage.concertId, entryId: randomUUID(), ...wish }
    await world.ok(api.artist.addSong, { body }, { ...stage.as, key: 'own' })
    const items = [{ kind: 'song' as const, songId: stage.ids.А }]
    const set = { id: null, title: 'Сет', targetMinutes: null, items }
    const { id } = await world.ok(api.artist.saveSet, { body: set }, { ...stage.as, key: 'set' })
    const lay = { id, sessionId: stage.concertId }
    await world.ok(api.artist.laySet, { body: lay }, { ...stage.as, key: 'lay' })
    assert.deepEqual(await stage.list(), ['Б NOW', 'В QUEUED', 'Своя QUEUED', 'А QUEUED'])
  }
})
