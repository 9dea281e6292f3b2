import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import { transaction } from '#server/context.ts'
import type { WebhookReply } from '#server/integrations/webhooks/webhook-sender.ts'
import { publishDue } from '#server/modules/concerts/publishing.service.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import {
  deliverEvents,
  forgetOldEvents,
} from '#server/modules/webhooks/webhook-delivery.service.ts'
import { noteEvents } from '#server/modules/webhooks/webhook-events.service.ts'
import { eventSamples } from '#web/features/texts/developers/event-samples.ts'
import { eventually } from '#test/support/eventually.ts'
import { paidConcert, tipped } from '#test/support/paid-concert.ts'
import { secondProcess } from '#test/support/product/second-process.ts'
import {
  addWebhookTo,
  signatureOf,
  startWebhookReceiver,
} from '#test/support/servers/webhook-receiver.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const deliver = () => deliverEvents(world.app.ctx)
const list = (artist: TestArtist) => world.ok(api.webhooks.list, {}, artist)

/** The names of the fields at every depth. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}

/** A stage whose artist has a webhook that took its first event. */
async function told(columns: Parameters<typeof makeStage>[1] = {}) {
  const receiver = await startWebhookReceiver()
  const stage = await makeStage(world, columns)
  const webhook = await addWebhookTo(world, stage.artist, receiver.url)
  await deliver()
  assert.deepEqual(receiver.types(), ['ping'])
  receiver.received.length = 0
  return { ...stage, receiver, webhook, [Symbol.asyncDispose]: receiver[Symbol.asyncDispose] }
}

describe('a webhook', () => {
  test('is told what happens in a concert, signed, in its order', async () => {
    await using stage = await told()
    const { receiver, webhook, ids, concertId } = stage
    const phone = makePhone(world)
    await phone.order(stage, ids.А, { name: 'Аня', words: 'для Пети' })
    await phone.order(stage, ids.Б)
    await stage.next()
    await stage.next()
    const over = { sessionId: concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body: over }, stage.as)
    await deliver()
    const events = receiver.received.map(({ event }) => event)
    assert.deepEqual(
      events.map(({ type, song, status, amount }) => [type, song?.title, status, amount]),
      [
        ['order', 'А', undefined, 0],
        ['order', 'Б', undefined, 0],
        ['song.started', 'А', undefined, undefined],
        ['song.ended', 'А', 'PLAYED', undefined],
        ['song.started', 'Б', undefined, undefined],
        ['song.ended', 'Б', 'SKIPPED', undefined],
        ['concert.ended', undefined, undefined, undefined],
      ],
    )
    for (const one of receiver.received) {
      assert.equal(one.headers['webhook-signature'], signatureOf(webhook.secret, one))
      assert.equal(one.headers['webhook-id'], one.event.id)
      assert.equal(one.headers['webhook-timestamp'], String(world.now().getTime() / 1000))
      assert.deepEqual(
        shapeOf(one.event),
        shapeOf(eventSamples('http://localhost')[one.event.type]),
      )
    }
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length)
    assert.doesNotMatch(receiver.received.map(({ body }) => body).join(), /Аня|Пети/u)
    const [shown] = await list(stage.artist)
    assert.equal(shown?.waiting, 0)
    assert.deepEqual(
      [shown?.answers.length, shown?.answers[0]?.type, shown?.answers[0]?.status],
      [8, 'concert.ended', 204],
    )
  })

  test('is told what is announced, moved, begun and cancelled, and of nobody else', async () => {
    await using stage = await told({ concert: { status: 'PLAYED', finishedAt: world.now() } })
    const { receiver, as } = stage
    const location = { name: 'Чердак', description: 'Улица', longitude: 37.62, latitude: 55.75 }
    const draft = (hours: number) => ({
      dateTimeStart: new Date(world.now().getTime() + hours * HOUR_MS).toISOString(),
      durationHours: 2,
      durationMinutes: 0,
    })
    const body = { ...draft(24), description: 'Громкий концерт', location }
    const { id } = await world.ok(api.session.create, { body }, as)
    const { id: other } = await world.ok(api.session.create, { body }, as)
    const moved = { sessionId: id, description: 'Громкий концерт', location, time: draft(26) }
    await world.ok(api.session.correct, { body: moved }, as)
    await world.ok(api.session.remove, { query: { sessionId: id } }, as)
    const begun = { sessionId: other, sessionStatus: 'NOW' as const }
    await world.ok(api.artist.updateSessionStatus, { body: begun }, as)
    await makeStage(world).then((stranger) => stranger.scheduled('А'))
    await deliver()
    const of = (concertId: string) =>
      receiver.received.flatMap(({ event }) => (event.concert?.id === concertId ? event.type : []))
    assert.deepEqual(of(id), ['concert.announced', 'concert.moved', 'concert.cancelled'])
    assert.deepEqual(of(other), ['concert.announced', 'concert.started'])
    assert.equal(receiver.received.length, 5)
    const cancelled = receiver.received.find(({ event }) => event.type === 'concert.cancelled')
    assert.equal(cancelled?.event.concert?.title, 'Громкий концерт')
  })

  test('is told of a concert that is published later once it is, or begins, and of a dropped one nothing', async () => {
    await using stage = await told({ concert: { status: 'PLAYED', finishedAt: world.now() } })
    const { receiver, as } = stage
    const location = { name: 'Чердак', description: 'Улица', longitude: 37.62, latitude: 55.75 }
    const inHours = (hours: number) => new Date(world.now().getTime() + hours * HOUR_MS)
    const time = (hours: number) => ({
      dateTimeStart: inHours(hours).toISOString(),
      durationHours: 2,
      durationMinutes: 0,
    })
    const body = { description: 'Тайный концерт', location }
    const publishAt = inHours(2).toISOString()
    const add = async () =>
      (await world.ok(api.session.create, { body: { ...body, ...time(24), publishAt } }, as)).id
    const [pressed, dropped, begun, due] = [await add(), await add(), await add(), await add()]
    const move = (hours: number) =>
      world.ok(
        api.session.correct,
        { body: { ...body, sessionId: pressed, time: time(hours) } },
        as,
      )
    await move(25)
    await world.ok(api.session.remove, { query: { sessionId: dropped } }, as)
    await deliver()
    assert.deepEqual(receiver.types(), [])
    for (let press = 0; press < 2; press += 1)
      await world.ok(api.session.publish, { body: { sessionId: pressed, publishAt: null } }, as)
    await move(26)
    const now = { sessionId: begun, sessionStatus: 'NOW' as const }
    await world.ok(api.artist.updateSessionStatus, { body: now }, as)
    world.advance(2 * HOUR_MS)
    await publishDue(world.app.ctx)
    await world.ok(api.session.remove, { query: { sessionId: due } }, as)
    await deliver()
    const of = (id: string) =>
      receiver.received.flatMap(({ event }) => (event.concert?.id === id ? event.type : []))
    assert.deepEqual(of(pressed), ['concert.announced', 'concert.moved'])
    assert.deepEqual(of(dropped), [])
    assert.deepEqual(of(begun), ['concert.announced', 'concert.started'])
    assert.deepEqual(of(due), ['concert.announced', 'concert.cancelled'])
  })

  test('is told nothing of an evening that is deleted after it', async () => {
    await using stage = await told()
    const over = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body: over }, stage.as)
    await world.ok(api.session.remove, { query: { sessionId: stage.concertId } }, stage.as)
    await deliver()
    assert.deepEqual(stage.receiver.types(), ['concert.ended'])
  })

  test('is told of money by its sum alone', async () => {
    await using receiver = await startWebhookReceiver()
    const show = await paidConcert(world)
    await addWebhookTo(world, show.artist, receiver.url)
    await show.paid()
    await tipped(world, show.artist.username, 20_000)
    await deliver()
    const paid = receiver.received.filter(({ event }) => event.amount !== undefined)
    assert.deepEqual(
      paid.map(({ event }) => [event.type, event.amount, event.concert?.id]),
      [
        ['order', 10_000, show.sessionId],
        ['tip', 20_000, show.sessionId],
      ],
    )
    for (const { event } of paid)
      assert.deepEqual(shapeOf(event), shapeOf(eventSamples('http://localhost')[event.type]))
  })

  test('sees a title that is held back as the hall does', async () => {
    await using stage = await told()
    const typed = { title: 'Позвони 8 900 123-45-67', artistName: 'Кто-то' }
    await makePhone(world).order(stage, null, typed)
    await deliver()
    assert.deepEqual(
      stage.receiver.received.map(({ event }) => event.song?.title),
      ['скрыто'],
    )
  })

  test('of a rolled back change is told nothing', async () => {
    await using stage = await told()
    const failed = transaction(world.app.ctx, async (inside) => {
      await noteEvents(inside, { id: stage.concertId }, [{ type: 'concert.started' }])
      throw new Error('rolled back')
    })
    await assert.rejects(failed, /rolled back/u)
    await deliver()
    assert.deepEqual(stage.receiver.types(), [])
    assert.equal((await list(stage.artist))[0]?.waiting, 0)
  })
})

describe('an address that does not accept', () => {
  test('gets everything once it does, in order, under the same ids', async () => {
    await using stage = await told()
    const { receiver, ids } = stage
    receiver.down = 500
    await stage.scheduled('А', 'Б', 'В')
    await stage.next()
    await deliver()
    const [first] = (await list(stage.artist))[0]?.answers ?? []
    assert.deepEqual([first?.status, first?.tries, first?.waits], [500, 1, true])
    receiver.down = 0
    for (let hour = 0; hour < 3; hour++) {
      world.advance(HOUR_MS)
      await stage.next()
      await deliver()
    }
    const [failing] = await list(stage.artist)
    assert.equal(failing?.waiting, 6)
    assert.ok(failing?.failingSince !== null && failing?.endedAt === null)
    const again = failing?.answers[0]
    assert.deepEqual([again?.id, again?.tries, again?.status], [first?.id, 4, null])
    assert.equal(again?.failure, 'не удалось соединиться')
    const query = { username: stage.artist.username }
    const support = await world.artist({ role: 'SUPPORT' })
    const { webhooks } = await world.ok(api.operator.account, { query }, support)
    assert.deepEqual(webhooks, [{ ...failing, url: new URL(receiver.url).host }])
    receiver.down = null
    world.advance(HOUR_MS)
    await deliver()
    assert.deepEqual(
      receiver.received.map(({ event: { type, song } }) => `${type} ${song?.songId}`),
      ['А', 'Б', 'В'].flatMap((title) => [
        `song.started ${ids[title as 'А']}`,
        `song.ended ${ids[title as 'А']}`,
      ]),
    )
    assert.equal(receiver.received[0]?.event.id, first?.id)
    const [well] = await list(stage.artist)
    assert.deepEqual([well?.failingSince, well?.waiting], [null, 0])
  })

  test('holds up no other address', async () => {
    await using down = await told()
    await using well = await told()
    down.receiver.down = 503
    await down.scheduled('А')
    await down.next()
    await well.scheduled('А')
    await well.next()
    await deliver()
    assert.deepEqual(well.receiver.types(), ['song.started'])
  })

  test('ends itself after a day, is said so and begins anew', async () => {
    await using stage = await told()
    stage.receiver.down = 500
    await stage.scheduled('А', 'Б')
    await stage.next()
    await deliver()
    for (let hour = 0; hour < 24; hour++) {
      world.advance(HOUR_MS)
      await deliver()
    }
    await mailIdle(world.app.ctx)
    const [ended] = await list(stage.artist)
    assert.ok(ended?.endedAt != null)
    const { email } = await world.sql
      .selectFrom('artists')
      .select('email')
      .where('id', '=', stage.artist.id)
      .executeTakeFirstOrThrow()
    const mails = world.sentMail.filter(({ to }) => to === email)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['Вебхук отключён: адрес сутки не отвечал'],
    )
    stage.receiver.down = null
    await stage.next()
    world.advance(HOUR_MS)
    await deliver()
    assert.deepEqual(stage.receiver.types(), [])
    const body = { id: stage.webhook.id }
    await world.refused('NOT_FOUND', api.webhooks.resume, { body }, await world.artist())
    await world.ok(api.webhooks.resume, { body }, stage.as)
    await stage.next()
    await deliver()
    assert.deepEqual(stage.receiver.types(), ['song.ended'])
  })

  test('ends with the logins, and an honest one begins anew', async () => {
    await using stage = await told()
    const { receiver, webhook } = stage
    await stage.scheduled('А', 'Б')
    receiver.down = 500
    await stage.next()
    await deliver()
    receiver.down = null
    await world.ok(api.auth.logoutOthers, {}, stage.as)
    const [ended] = await list(stage.artist)
    assert.deepEqual([ended?.endedAt, ended?.failingSince], [world.now().toISOString(), null])
    world.advance(HOUR_MS)
    await stage.next()
    await deliver()
    assert.deepEqual(receiver.types(), [])
    await world.ok(api.webhooks.resume, { body: { id: webhook.id } }, stage.as)
    await stage.next()
    await deliver()
    assert.deepEqual(receiver.types(), ['song.ended'])
  })

  test('is removed with all that waits for it, by its artist alone', async () => {
    await using stage = await told()
    const body = { id: stage.webhook.id }
    await world.refused('NOT_FOUND', api.webhooks.end, { body }, await world.artist())
    await stage.scheduled('А')
    await stage.next()
    await world.ok(api.webhooks.end, { body }, stage.as)
    await deliver()
    assert.deepEqual(stage.receiver.types(), [])
    assert.deepEqual(await list(stage.artist), [])
  })
})

test('two processes, of which one dies in the middle, lose nothing and keep the order of each concert', async () => {
  await using receiver = await startWebhookReceiver()
  const stages = await Promise.all(Array.from({ length: 4 }, () => makeStage(world)))
  for (const stage of stages) await addWebhookTo(world, stage.artist, receiver.url)
  for (const stage of stages) {
    await stage.scheduled('А', 'Б', 'В', 'Г', 'Д')
    for (let song = 0; song < 6; song++) await stage.next()
  }
  const second = await secondProcess(world)
  let sent = 0
  const dying = {
    ...second.ctx,
    webhooks: {
      async post(...of: Parameters<typeof second.ctx.webhooks.post>) {
        const reply = await second.ctx.webhooks.post(...of)
        sent += 1
        if (sent >= 2) throw new Error('killed')
        return reply
      },
    },
  }
  const died = deliverEvents(dying).catch(() => undefined)
  await eventually(async () => sent >= 2, true)
  await Promise.all([died, deliver()])
  world.advance(2 * MINUTE_MS)
  await deliver()
  await second.close()
  for (const { artist, ids } of stages) {
    const events = receiver.received.flatMap(({ event }) =>
      event.artist === artist.username && event.type !== 'ping' ? event : [],
    )
    const once: WebhookEvent[] = [...new Map(events.map((one) => [one.id, one])).values()]
    assert.deepEqual(
      once.map(({ type, song }) => `${type} ${song?.songId}`),
      (['А', 'Б', 'В', 'Г', 'Д'] as const).flatMap((title) => [
        `song.started ${ids[title]}`,
        `song.ended ${ids[title]}`,
      ]),
    )
  }
  const repeated =
    receiver.received.length - new Set(receiver.received.map(({ event }) => event.id)).size
  assert.ok(repeated >= 1, 'what the dead process was sending came again under its id')
})

test('a process that was frozen in the middle takes back nothing that another has delivered', async () => {
  await using stage = await told()
  await stage.scheduled('А')
  await stage.next()
  const [asked, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<WebhookReply>()]
  const post = () => {
    asked.resolve()
    return failed.promise
  }
  const frozen = deliverEvents({ ...world.app.ctx, webhooks: { post } })
  await asked.promise
  world.advance(2 * MINUTE_MS)
  await deliver()
  failed.resolve({ status: null, failure: 'нет ответа за 5 секунд' })
  await frozen
  const [shown] = await list(stage.artist)
  assert.deepEqual([shown?.waiting, shown?.failingSince, shown?.answers[0]?.status], [0, null, 204])
  world.advance(HOUR_MS)
  await deliver()
  assert.deepEqual(stage.receiver.types(), ['song.started'])
})

test('an address of digits, of an inner name or without https is taken by nobody', async () => {
  const artist = await world.artist()
  for (const url of ['http://hooks.example/', 'https://127.0.0.1/', 'https://localhost/', 'нет'])
    await world.refused('VALIDATION', api.webhooks.add, { body: { url } }, artist)
  const body = { url: 'https://hooks.example/' }
  const all = await Promise.all(
    Array.from({ length: 7 }, () => world.call(api.webhooks.add, { body }, artist)),
  )
  assert.equal(all.filter(({ status }) => status === 201).length, 5)
})

test('adding and removing addresses does not make a hammer of the service', async () => {
  const artist = await world.artist()
  const body = { url: 'https://hooks.example/' }
  for (let at = 0; at < 30; at++) {
    const { id } = await world.ok(api.webhooks.add, { body }, artist)
    await world.ok(api.webhooks.end, { body: { id } }, artist)
  }
  await world.refused('TOO_MANY', api.webhooks.add, { body }, artist)
})

test('events are erased after a week', async () => {
  await using stage = await told()
  await stage.scheduled('А')
  await stage.next()
  await deliver()
  world.advance(8 * DAY_MS)
  await forgetOldEvents(world.app.ctx)
  assert.deepEqual((await list(stage.artist))[0]?.answers, [])
})
