import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api, everyEndpoint } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { publishDue } from '#server/modules/concerts/publishing.service.ts'
import { notifyFollowers } from '#server/modules/notifications/news.service.ts'
import * as fc from '#test/support/inputs/fast-check.ts'
import { inputOf } from '#test/support/inputs/fuzz.ts'
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

/** Noon in Moscow. */
const noon = () => world.setNow(new Date('2026-11-02T09:00:00Z'))
const inDays = (days: number) => new Date(world.now().getTime() + days * DAY_MS).toISOString()
const typed = (startsAt: string) => ({
  dateTimeStart: startsAt,
  durationHours: 2,
  durationMinutes: 0,
  description: 'Тайный вечер',
  location: { name: 'Подвал', description: 'Москва, Арбат 1', longitude: 37.6, latitude: 55.75 },
})

/** A concert in five days, to be published in two. */
async function waitingOf(
  artist: TestArtist,
  more: { repeat?: { weekdays: number[]; until: string }; closedSession?: boolean } = {},
): Promise<string> {
  const body = { ...typed(inDays(5)), publishAt: inDays(2), ...more }
  return (await world.ok(api.session.create, { body }, artist)).id
}

async function followerOf(artist: TestArtist) {
  const { cookie } = await knownPhone(world)
  const name = randomUUID()
  const subscription = service.subscribe(name)
  const body = { artistUsername: artist.username, timeZone: 'Europe/Moscow', subscription }
  await world.ok(api.follows.byPush, { body }, { cookie })
  return () => service.receivedTitles(name)
}

/** Two processes look. */
async function look() {
  await Promise.all([publishDue(world.app.ctx), publishDue(world.app.ctx)])
  await notifyFollowers(world.app.ctx)
}

const own = (artist: TestArtist) =>
  world.ok(api.session.getSessions, { body: { artistUsername: artist.username } }, artist)
const byStrangers = (artist: TestArtist) =>
  world.ok(api.session.getSessions, { body: { artistUsername: artist.username } })
const page = async (path: string) => world.app.http.inject(path)

describe('a concert that is to be published later', () => {
  test('and was announced as closed stays closed once it is out', async () => {
    noon()
    const artist = await world.artist()
    const id = await waitingOf(artist, { closedSession: true })
    await world.ok(api.session.publish, { body: { sessionId: id, publishAt: null } }, artist)
    assert.deepEqual(await byStrangers(artist), [])
    const [mine] = await own(artist)
    assert.deepEqual([mine?.id, mine?.advancedSession.privacy.closedSession], [id, true])
  })

  test('is seen by nobody but its artist: to others it is as if it were not there', async () => {
    noon()
    const artist = await world.artist()
    const shown = (await world.ok(api.session.create, { body: typed(inDays(9)) }, artist)).id
    const id = await waitingOf(artist)
    const mine = (await own(artist)).find((one) => one.id === id)
    assert.equal(Date.parse(mine?.publishAt ?? ''), world.now().getTime() + 2 * DAY_MS)
    assert.equal(mine?.advancedSession.privacy.closedSession, false)
    assert.deepEqual(
      (await byStrangers(artist)).map((one) => one.id),
      [shown],
    )
    const calls = everyEndpoint().filter(
      ({ endpoint: { access, query, body } }) =>
        access === 'anyone' &&
        ('sessionId' in query['properties'] || 'sessionId' in body['properties']),
    )
    assert.ok(calls.length >= 10)
    const known = { ids: [shown], names: [artist.username] }
    for (const { name, endpoint } of calls)
      for (const input of fc.sample(inputOf(endpoint, known), { numRuns: 8, seed: 1 })) {
        const part = 'sessionId' in endpoint.query['properties'] ? input.query : input.body
        const answerTo = async (sessionId: string, address: string) => {
          part['sessionId'] = sessionId
          const { query, body } = input
          const { status, failure } = await world.call(endpoint, { query, body }, { address })
          return [status, failure.code, failure.message]
        }
        const last = Math.trunc(Math.random() * 60_000)
        const [one, other] = [`10.1.${last >> 8}.${last & 255}`, `10.2.${last >> 8}.${last & 255}`]
        assert.deepEqual(await answerTo(id, one), await answerTo(randomUUIDv7(), other), name)
      }
    const base = `/user/${artist.username}`
    for (const path of [`${base}/${id}.ics`, `/og/concert/${id}.jpg`])
      assert.equal((await page(path)).statusCode, 404, path)
    for (const path of [
      base,
      `${base}/feed.xml`,
      `${base}.ics`,
      `/embed/${artist.username}`,
      '/search',
    ]) {
      const { body } = await page(path)
      assert.equal(body.includes(id) || body.includes('Тайный вечер: '), false, path)
    }
  })

  test('comes out at its time, once with two processes, and followers are told as of an announcement', async () => {
    noon()
    const artist = await world.artist({ name: 'Аня' })
    const titles = await followerOf(artist)
    const id = await waitingOf(artist)
    world.advance(2 * DAY_MS - MINUTE_MS)
    await look()
    assert.deepEqual(await byStrangers(artist), [])
    world.advance(MINUTE_MS)
    await look()
    const [shown] = await byStrangers(artist)
    assert.deepEqual([shown?.id, shown?.publishAt], [id, undefined])
    assert.equal((await page(`/user/${artist.username}/${id}.ics`)).statusCode, 200)
    assert.deepEqual(titles(), [])
    world.advance(16 * MINUTE_MS)
    await look()
    await look()
    assert.deepEqual(titles(), ['Аня: новый концерт'])
    assert.match((await page(`/user/${artist.username}/feed.xml`)).body, new RegExp(id, 'u'))
  })

  test('comes out late where no process ran, and at once where it begins before', async () => {
    noon()
    const artist = await world.artist()
    const id = await waitingOf(artist)
    world.advance(3 * DAY_MS + 7 * HOUR_MS)
    await look()
    assert.equal((await byStrangers(artist)).length, 1)
    const begun = await waitingOf(artist)
    const body = { sessionId: begun, sessionStatus: 'NOW' as const }
    const running = await world.ok(api.artist.updateSessionStatus, { body }, artist)
    assert.equal(running.publishAt, undefined)
    assert.deepEqual(
      (await byStrangers(artist)).map((one) => one.id).toSorted(),
      [id, begun].toSorted(),
    )
  })

  test('can be corrected with nobody told, published at another time and now', async () => {
    noon()
    const artist = await world.artist({ name: 'Боря' })
    const titles = await followerOf(artist)
    const id = await waitingOf(artist)
    const { dateTimeStart, durationHours, durationMinutes, ...rest } = typed(inDays(6))
    const time = { dateTimeStart, durationHours, durationMinutes }
    const corrected = await world.ok(
      api.session.correct,
      { body: { ...rest, sessionId: id, time } },
      artist,
    )
    assert.deepEqual([corrected.corrections, corrected.dateTimeStartWas], [undefined, undefined])
    const early = { ...rest, sessionId: id, time: { ...time, dateTimeStart: inDays(1) } }
    const { fields } = await world.refused(
      'VALIDATION',
      api.session.correct,
      { body: early },
      artist,
    )
    assert.ok(fields?.['dateTimeStart'])
    const publish = (publishAt: string | null) =>
      world.call(api.session.publish, { body: { sessionId: id, publishAt } }, artist)
    for (const wrong of [inDays(-1), inDays(7), 'завтра'])
      assert.equal((await publish(wrong)).failure.code, 'VALIDATION')
    const later = inDays(3)
    assert.equal(Date.parse((await publish(later)).data.publishAt ?? ''), Date.parse(later))
    world.advance(2 * DAY_MS + HOUR_MS)
    await look()
    assert.deepEqual(await byStrangers(artist), [])
    assert.equal((await publish(null)).data.publishAt, undefined)
    assert.equal((await publish(null)).status, 200)
    assert.equal((await publish(inDays(1))).failure.code, 'ILLEGAL_STEP')
    world.advance(16 * MINUTE_MS)
    await look()
    assert.deepEqual(titles(), ['Боря: новый концерт'])
  })

  test('that is closed comes out closed, and what the artist closes meanwhile too', async () => {
    noon()
    const artist = await world.artist()
    const id = await waitingOf(artist)
    const privacy = {
      ableGetSongs: true,
      closedSession: true,
      showSongsOnPoster: true,
      autoRunSession: false,
    }
    const save = (closedSession: boolean) => {
      const advancedSessionDTO = {
        age: 18 as const,
        description: '',
        ticketLink: '',
        privacy: { ...privacy, closedSession },
      }
      return world.ok(api.session.update, { body: { sessionId: id, advancedSessionDTO } }, artist)
    }
    assert.equal((await save(true)).advancedSession.privacy.closedSession, true)
    assert.equal((await save(false)).advancedSession.privacy.closedSession, false)
    await save(true)
    world.advance(2 * DAY_MS)
    await look()
    assert.deepEqual(await byStrangers(artist), [])
    assert.equal((await page(`/user/${artist.username}/${id}.ics`)).statusCode, 200)
  })

  test('that was corrected while an operator hid its artist is public once both are over', async () => {
    noon()
    const artist = await world.artist()
    const admin = await world.artist({ role: 'ADMIN' })
    const id = await waitingOf(artist)
    const hide = (hidden: boolean) => {
      const body = { username: artist.username, hidden, reason: 'fraud', words: 'обман' }
      return world.ok(api.operator.hide, { body }, admin)
    }
    await hide(true)
    const advancedSessionDTO = { description: 'Вечер у печки' }
    await world.ok(api.session.update, { body: { sessionId: id, advancedSessionDTO } }, artist)
    await hide(false)
    world.advance(2 * DAY_MS)
    await look()
    assert.deepEqual(
      (await byStrangers(artist)).map((one) => one.id),
      [id],
    )
  })

  test('that is deleted leaves no trace for others', async () => {
    noon()
    const artist = await world.artist()
    const titles = await followerOf(artist)
    const id = await waitingOf(artist)
    await world.ok(api.session.remove, { query: { sessionId: id } }, artist)
    await world.refused('NOT_FOUND', api.session.cancelled, { query: { sessionId: id } })
    assert.equal((await page(`/user/${artist.username}/${id}.ics`)).statusCode, 404)
    world.advance(2 * DAY_MS)
    await look()
    assert.deepEqual(titles(), [])
  })

  test('of a series come out together and are told once', async () => {
    noon()
    const artist = await world.artist({ name: 'Вера' })
    const titles = await followerOf(artist)
    const id = await waitingOf(artist, { repeat: { weekdays: [6], until: '2026-11-28' } })
    assert.equal((await own(artist)).length, 4)
    assert.deepEqual(await byStrangers(artist), [])
    // What a question before their deletion says of listeners.
    const unseen = async () => {
      const report = await world.ok(api.session.report, { query: { sessionId: id } }, artist)
      return [report.unpublished, report.withFollowing?.unpublished]
    }
    assert.deepEqual(await unseen(), [true, true])
    const last = (await own(artist)).find((one) => one.id !== id)
    const alone = { sessionId: last?.id ?? '', publishAt: null }
    await world.ok(api.session.publish, { body: alone }, artist)
    assert.deepEqual(await unseen(), [true, undefined])
    const body = { sessionId: id, publishAt: null, following: true }
    await world.ok(api.session.publish, { body }, artist)
    assert.deepEqual(await unseen(), [undefined, undefined])
    assert.equal((await byStrangers(artist)).length, 4)
    world.advance(16 * MINUTE_MS)
    await look()
    assert.deepEqual(titles(), ['Вера: новый концерт'])
  })
})
