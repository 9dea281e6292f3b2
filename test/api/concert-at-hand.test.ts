import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const DAY = 24 * 60
const OVER = { status: 'PLAYED', startsIn: -300 } as const

describe('the concert that runs', () => {
  const current = (artistUsername: string) =>
    world.ok(api.page.getCurrentSessionInfo, { query: { artistUsername } })

  test('is told with its songs, also by another spelling of the nickname', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const session = await current(stage.artist.username.toUpperCase())
    assert.ok(session.id !== null)
    assert.deepEqual([session.id, session.active], [stage.concertId, true])
    assert.deepEqual(
      session.songs.map(({ title }) => title),
      ['А', 'Б'],
    )
  })

  test('is told with its songs even where the poster hides them, since the hall orders into them', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    await world.sql
      .updateTable('concerts')
      .set({ showSongsOnPoster: false })
      .where('id', '=', stage.concertId)
      .execute()
    const session = await current(stage.artist.username)
    assert.ok(session.id !== null)
    assert.equal(session.songs.length, 1)
    const { songs } = await world.ok(api.session.byId, { query: { sessionId: stage.concertId } })
    assert.deepEqual(songs, [])
  })

  test('is none where all concerts are ahead or over', async () => {
    const artist = await world.artist()
    await world.concert(artist)
    await world.concert(artist, OVER)
    assert.deepEqual(await current(artist.username), {
      id: null,
      active: false,
      sessionStatus: null,
    })
  })

  test('is told even if closed, since its hall comes by the artist’s page', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { status: 'NOW', startsIn: -5, closedSession: true })
    assert.equal((await current(artist.username)).id, id)
  })

  test('of an unknown artist is not found', async () => {
    for (const artistUsername of ['nobody-here', 'не ник'])
      for (const endpoint of [api.page.getCurrentSessionInfo, api.page.getNextSession])
        await world.refused('NOT_FOUND', endpoint, { query: { artistUsername } })
  })
})

describe('the next concert', () => {
  const next = async (artistUsername: string, as: { token?: string } = {}) =>
    (await world.ok(api.page.getNextSession, { query: { artistUsername } }, as))?.id ?? null

  test('is the nearest that may still be started', async () => {
    const artist = await world.artist()
    await world.concert(artist, { status: 'NOW', startsIn: -200 })
    await world.concert(artist, OVER)
    await world.concert(artist, { startsIn: -120 })
    assert.equal(await next(artist.username), null)
    await world.concert(artist, { startsIn: 3 * DAY })
    const late = await world.concert(artist, { startsIn: -119 })
    assert.equal(await next(artist.username), late)
  })

  test('is a closed one for its own artist alone', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const closed = await world.concert(artist, { closedSession: true })
    const open = await world.concert(artist, { startsIn: DAY })
    assert.equal(await next(artist.username), open)
    assert.equal(await next(artist.username, other), open)
    assert.equal(await next(artist.username, { token: 'a dead one' }), open)
    assert.equal(await next(artist.username, artist), closed)
  })
})
