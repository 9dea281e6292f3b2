import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { ADDRESS_MAX } from '#domain/concerts/announcement.ts'
import { HOUR_MS } from '#domain/time.ts'
import { takeDueSteps } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { assertSound, outcomeOf, pageOf } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const HERE = { latitude: 55.79, longitude: 49.12 }

const play = (
  artist: TestArtist,
  body: typeof HERE & { description?: string } = HERE,
  key = randomUUID(),
) => world.call(api.session.playHere, { body }, { token: artist.token, key })

const statusOf = async (sessionId: string) =>
  (await world.ok(api.session.byId, { query: { sessionId } })).sessionStatus

async function afterHours(hours: number) {
  world.advance(hours * HOUR_MS)
  await takeDueSteps(world.app.ctx)
}

describe('A concert on the street', () => {
  test('runs from one call on, where its artist is, and tells no end', async () => {
    const artist = await world.artist()
    const key = randomUUID()
    const { status, data } = await play(artist, HERE, key)
    assert.equal(status, 201)
    assert.deepEqual((await play(artist, HERE, key)).data, data, 'the same key, the same concert')
    const query = { artistUsername: artist.username }
    const current = await world.ok(api.page.getCurrentSessionInfo, { query })
    assert.ok(current.id !== null)
    assert.deepEqual(
      [current.id, current.sessionStatus, current.active, current.street],
      [data.id, 'NOW', true, true],
    )
    const { latitude, longitude, timeZone } = current.location
    assert.deepEqual({ latitude, longitude }, HERE)
    assert.equal(timeZone, 'Europe/Moscow')
    const onMap = await world.ok(api.session.searchLocations, { body: {} })
    assert.ok(onMap.some(({ sessionId }) => sessionId === data.id))
    for (const path of [`${data.id}.ics`, 'feed.xml']) {
      const { body } = await world.app.http.inject({ url: `/user/${artist.username}/${path}` })
      assert.doesNotMatch(body, /Играем на улице/u, path)
    }
  })

  test('keeps where it is in the words of its artist', async () => {
    const artist = await world.artist()
    const description = '  у фонтана на площади '
    assert.equal((await play(artist, { ...HERE, description })).status, 201)
    const query = { artistUsername: artist.username }
    const current = await world.ok(api.page.getCurrentSessionInfo, { query })
    assert.equal(current.id !== null && current.location.address, 'у фонтана на площади')
  })

  test('is refused outside of the earth, and beside another concert that runs', async () => {
    const artist = await world.artist()
    for (const [body, field] of [
      [{ latitude: 90.01, longitude: 0 }, 'latitude'],
      [{ latitude: 0, longitude: -180.5 }, 'longitude'],
      [{ ...HERE, description: 'у'.repeat(ADDRESS_MAX + 1) }, 'description'],
    ] as const)
      assert.deepEqual(Object.keys((await play(artist, body)).failure.fields ?? {}), [field])
    assert.equal((await play(artist)).status, 201)
    assert.equal((await play(artist)).failure.code, 'ANOTHER_CONCERT_IS_ON')
    const { concerts } = await world.sql
      .selectFrom('concerts')
      .select((row) => row.fn.countAll<number>().as('concerts'))
      .where('artistId', '=', artist.id)
      .executeTakeFirstOrThrow()
    assert.equal(concerts, 1, 'the refused one is not left announced')
  })

  test('ends three hours after the last command of its artist, and what waits goes back', async () => {
    const artist = await world.artist()
    const { id } = (await play(artist)).data
    const songId = await world.song('Группа крови', artist.username)
    const order = { songId, title: '', artistName: '', imageUrl: '', name: 'Аня' }
    const ordered = () =>
      world.ok(api.songs.orderSong, {
        body: { ...order, artistUsername: artist.username, sessionId: id },
      })
    await afterHours(2.9)
    await world.ok(api.artist.pause, {}, artist)
    await afterHours(2.9)
    const closing = { sessionId: id, rules: { lastCall: 'last_call' } } as const
    await world.ok(api.artist.changeRules, { body: closing }, artist)
    await afterHours(2.9)
    await ordered()
    const [asked] = await world.ok(api.artist.queue, { query: { sessionId: id } }, artist)
    const askId = asked?.asks?.[0]?.id ?? ''
    await world.ok(api.artist.muteListener, { body: { sessionId: id, askId, muted: true } }, artist)
    await world.ok(
      api.artist.muteListener,
      { body: { sessionId: id, askId, muted: false } },
      artist,
    )
    await afterHours(2.9)
    assert.equal(await statusOf(id), 'NOW')
    await world.ok(api.artist.nextSong, { body: { songId: null } }, artist)
    await afterHours(2.9)
    await ordered()
    assert.equal(await statusOf(id), 'NOW')
    await afterHours(0.2)
    assert.equal(await statusOf(id), 'PLAYED', 'an order is no command')
    const entries = await world.sql
      .selectFrom('queueEntries')
      .select('status')
      .where('concertId', '=', id)
      .execute()
    assert.deepEqual([...new Set(entries.map(({ status }) => status))], ['SKIPPED'])
  })

  test('takes paid orders, and money that nothing was played for goes back with its end', async () => {
    const artist = await world.artist({ paidSongsEnabled: true, minSongRubles: 10 })
    const { id } = (await play(artist)).data
    async function paid(title: string) {
      const songId = await world.song(title, artist.username)
      const { data, failure } = await world.listener().order(artist, id, songId, undefined, 10_000)
      assert.ok(data, JSON.stringify(failure))
      await world.bank.pay(pageOf(data.paymentURL), { method: 'sbp', action: 'pay' })
      await world.settle()
      return { songId, orderId: data.orderId }
    }
    const [sung, left] = [await paid('Группа крови'), await paid('Перемен')]
    await world.ok(api.artist.nextSong, { body: { songId: sung.songId } }, artist)
    await world.ok(api.payment.confirm, { body: { sessionId: id, songId: sung.songId } }, artist)
    await afterHours(3.1)
    await world.settle()
    await afterHours(1)
    await world.settle()
    assert.equal(await statusOf(id), 'PLAYED')
    assert.equal(await outcomeOf(world, sung.orderId), 'released')
    assert.match(await outcomeOf(world, left.orderId), /^returned/u)
    await assertSound(world)
  })

  test('cannot be played longer, and ends by hand', async () => {
    const artist = await world.artist()
    const { id } = (await play(artist)).data
    const longer = await world.call(
      api.artist.playLonger,
      { body: { sessionId: id, minutes: 30 } },
      artist,
    )
    assert.equal(longer.failure.code, 'ILLEGAL_STEP')
    const body = { sessionId: id, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body }, artist)
    assert.equal(await statusOf(id), 'PLAYED')
  })
})
