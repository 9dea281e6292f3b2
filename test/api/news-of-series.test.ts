import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { messengersOf } from '#server/integrations/messengers/messengers.ts'
import { postInChannels } from '#server/modules/messengers/channels.service.ts'
import { notifyGuests } from '#server/modules/notifications/guests.service.ts'
import { notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { startTelegram, TELEGRAM_TOKEN } from '#test/support/servers/telegram-server.ts'
import { someChannel } from '#test/support/steps/channels.ts'
import { knownPhone } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
let telegram: Awaited<ReturnType<typeof startTelegram>>
let service: Awaited<ReturnType<typeof startPushService>>

before(async () => {
  telegram = await startTelegram()
  const bot = { url: telegram.url, token: TELEGRAM_TOKEN, bot: 'bis_bot' }
  world = await makeWorld({ messengers: messengersOf({ telegram: bot }) })
  service = await startPushService(async () => (await world.ok(api.songs.pushKey)).publicKey)
})
after(async () => {
  await telegram[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await world.close()
})

async function later(minutes: number) {
  world.advance(minutes * MINUTE_MS)
  await notifyGuests(world.app.ctx)
  await notifyFollowers(world.app.ctx)
  await postInChannels(world.app.ctx)
}

const LOCATION = { name: 'Подвал', description: '', longitude: 37.62, latitude: 55.75 }

/** Four Wednesdays, with a follower by push and a channel of their artist. */
async function series() {
  const artist = await world.artist({ name: 'Аня' })
  const chat = `-${randomUUID()}`
  await someChannel(world, artist, { chat })
  const phone = await knownPhone(world)
  const name = randomUUID()
  const followed = { artistUsername: artist.username, timeZone: 'Europe/Moscow' }
  await world.ok(
    api.follows.byPush,
    { body: { ...followed, subscription: service.subscribe(name) } },
    { cookie: phone.cookie ?? '' },
  )
  const body = {
    dateTimeStart: '2026-12-02T20:00:00+03:00',
    durationHours: 2,
    durationMinutes: 0,
    description: 'Среда в подвале',
    location: LOCATION,
    repeat: { weekdays: [3], until: '2026-12-23' },
  }
  const { id: first } = await world.ok(api.session.create, { body }, artist)
  return {
    artist,
    first,
    pushed: () => service.received.filter((one) => one.name === name).map(({ message }) => message),
    posted: () => telegram.textsTo(chat).map((text) => text.replaceAll('\u00A0', ' ')),
    remove: (sessionId: string, following: boolean) =>
      world.ok(api.session.remove, { query: { sessionId, following } }, artist),
  }
}

/** 18:00 in Moscow. */
const evening = () => world.setNow(new Date('2026-11-21T15:00:00Z'))

describe('news of a series', () => {
  test('is none where all its concerts are deleted before the first is told', async () => {
    evening()
    const { first, remove, pushed, posted } = await series()
    world.advance(3 * MINUTE_MS)
    await remove(first, true)
    for (const minutes of [0, 16, 24 * 60]) await later(minutes)
    assert.deepEqual([pushed(), posted()], [[], []])
  })

  test('is that it is new alone where it is corrected before that', async () => {
    evening()
    const { artist, first, pushed, posted } = await series()
    world.advance(3 * MINUTE_MS)
    const time = {
      dateTimeStart: '2026-12-02T21:00:00+03:00',
      durationHours: 2,
      durationMinutes: 0,
    }
    const typed = { sessionId: first, description: 'Среда в подвале', location: LOCATION }
    await world.ok(api.session.correct, { body: { ...typed, time, following: true } }, artist)
    for (const minutes of [12, 4, 24 * 60]) await later(minutes)
    assert.deepEqual(
      pushed().map(({ title }) => title),
      ['Аня: новый концерт'],
    )
    assert.equal(posted().length, 1)
    assert.match(posted()[0] ?? '', /^Аня: новый концерт\n.*2 дек\., 21:00/u)
  })

  test('is of its next concert where the first is deleted before it is told', async () => {
    evening()
    const { first, remove, pushed, posted } = await series()
    world.advance(3 * MINUTE_MS)
    await remove(first, false)
    for (const minutes of [0, 16, 24 * 60]) await later(minutes)
    assert.deepEqual(
      pushed().map(({ title }) => title),
      ['Аня: новый концерт'],
    )
    assert.match(pushed()[0]?.body ?? '', /9 дек\., 20:00/u)
    assert.equal(posted().length, 1)
    assert.match(posted()[0] ?? '', /^Аня: новый концерт\n.*9 дек\., 20:00/u)
  })

  test('is none for a follower whose announcement waits for the morning when all are deleted', async () => {
    world.setNow(new Date('2026-11-21T19:30:00Z'))
    const { first, remove, pushed } = await series()
    await later(16)
    await remove(first, true)
    await later(11 * 60)
    assert.deepEqual(pushed(), [])
  })

  test('is that it is new alone for a follower whose announcement waits when a later one is moved', async () => {
    world.setNow(new Date('2026-11-21T19:30:00Z'))
    const { artist, first, pushed } = await series()
    await later(16)
    const { id: sessionId } = await world.sql
      .selectFrom('concerts')
      .select('id')
      .where('artistId', '=', artist.id)
      .where('id', '!=', first)
      .orderBy('startsAt')
      .executeTakeFirstOrThrow()
    const moveTo = (hour: number) => {
      const dateTimeStart = `2026-12-09T${hour}:00:00+03:00`
      const time = { dateTimeStart, durationHours: 2, durationMinutes: 0 }
      const typed = { sessionId, description: 'Среда в подвале', location: LOCATION }
      return world.ok(api.session.correct, { body: { ...typed, time } }, artist)
    }
    await moveTo(21)
    for (const minutes of [16, 11 * 60, 24 * 60]) await later(minutes)
    assert.deepEqual(
      pushed().map(({ title }) => title),
      ['Аня: новый концерт'],
    )
    await moveTo(19)
    await later(16)
    assert.equal(pushed()[1]?.title, 'Аня: концерт перенесён')
  })

  test('is of its next concert for a follower whose announcement waits for the morning', async () => {
    world.setNow(new Date('2026-11-21T19:30:00Z'))
    const { first, remove, pushed } = await series()
    await later(16)
    await remove(first, false)
    await later(11 * 60)
    assert.deepEqual(
      pushed().map(({ title }) => title),
      ['Аня: новый концерт'],
    )
    assert.match(pushed()[0]?.body ?? '', /9 дек\., 20:00[^.]*$/u)
  })

  test('is that all are cancelled where they are deleted once it was told', async () => {
    evening()
    const { first, remove, posted } = await series()
    await later(16)
    await remove(first, true)
    await later(1)
    assert.equal(posted().filter((text) => /концерт отменён/u.test(text)).length, 4)
  })
})
