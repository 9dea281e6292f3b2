import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { TEXTS } from '#domain/notifications.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { SECOND_MS } from '#domain/time.ts'
import { webPushOf } from '#server/integrations/push/push.web.ts'
import { forgetOld } from '#server/jobs.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { instanceSecret } from '#server/platform/db/secrets.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { knownPhone, makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const NEXT = 'Ваша песня следующая'
const PLAYING = 'Сейчас играет ваша песня'

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

const run = () => notifyListeners(world.app.ctx)

/** A phone with an order for this song and a push subscription, under a name of its own. */
async function subscribed(stage: TestStage, title: Title) {
  const phone = makePhone(world)
  const { data } = await phone.order(stage, stage.ids[title])
  const name = randomUUID()
  const body = { orderId: data.orderId, subscription: service.subscribe(name) }
  const as = { ...(phone.cookie !== undefined && { cookie: phone.cookie }) }
  await world.ok(api.songs.pushSubscription, { body }, as)
  return {
    name,
    as,
    body,
    receivedTitles: () => service.receivedTitles(name),
    /** Another order of this phone, with the same subscription or a new one; returns its id. */
    async order(other: Title, subscription = body.subscription): Promise<string> {
      const { orderId } = (await phone.order(stage, stage.ids[other])).data
      await world.ok(api.songs.pushSubscription, { body: { orderId, subscription } }, as)
      return orderId
    },
  }
}

test('each kind of notification can be stored, and no other', async () => {
  const { rows } = await raw<{ check: string }>`
    select pg_get_constraintdef(oid) as check from pg_constraint
    where conname = 'notifications_kind_check'`.execute(world.sql)
  const stored = (rows[0]?.check.match(/'\w+'/gu) ?? []).map((kind) => kind.slice(1, -1))
  assert.deepEqual(stored.toSorted(), Object.keys(TEXTS).toSorted())
})

describe('push messages about an order', () => {
  test('tell once that it is next and once that it plays, and nothing after', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const phone = await subscribed(stage, 'В')
    await makePhone(world).order(stage, stage.ids.Д)
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    await stage.next()
    await stage.next()
    await run()
    await run()
    assert.deepEqual(phone.receivedTitles(), [NEXT])
    const { message, headers } = service.received.find(({ name }) => name === phone.name) ?? {}
    assert.deepEqual(message, {
      title: NEXT,
      body: `«В», ${stage.artist.username}`,
      url: `/user/${stage.artist.username}?tab=order`,
    })
    assert.equal(headers?.['urgency'], 'high')
    await stage.next()
    await run()
    await stage.next('Д')
    await run()
    assert.deepEqual(phone.receivedTitles(), [NEXT, PLAYING])
  })

  test('are woken by each change that the hall is told of', async (t) => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    let woken = 0
    const count = () => void (woken += 1)
    world.app.ctx.wakes.push.on('due', count)
    t.after(() => world.app.ctx.wakes.push.off('due', count))
    await stage.next()
    assert.equal(woken, 1)
  })

  test('do not repeat what the page said when its listener agreed', async () => {
    const stage = await makeStage(world)
    const phone = await subscribed(stage, 'А')
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    await stage.next()
    await run()
    assert.deepEqual(phone.receivedTitles(), [PLAYING])
  })

  test('say nothing that is not true any more, and say it once it is', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phone = await subscribed(stage, 'Б')
    await stage.next()
    // Found to be next, and moved back before the message was sent.
    service.answers(503)
    await run()
    await makePhone(world).order(stage, stage.ids.В)
    await stage.queued('В')
    world.advance(3 * SECOND_MS)
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    await stage.next()
    await run()
    assert.deepEqual(phone.receivedTitles(), [NEXT])
  })

  test('wait while the concert stands still', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phone = await subscribed(stage, 'Б')
    await stage.next()
    await world.ok(api.artist.pause, {}, stage.as)
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    await world.ok(api.artist.resume, {}, stage.as)
    await run()
    assert.deepEqual(phone.receivedTitles(), [NEXT])
  })

  test('are told once by processes that look at the same time', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phones = [await subscribed(stage, 'Б'), await subscribed(stage, 'Б')]
    const privateKey = await instanceSecret(world.sql, 'push')
    const log = { warn: () => undefined }
    const push = webPushOf({ privateKey, subject: 'mailto:a@b.example', local: true, log })
    const other = () => notifyListeners({ ...world.app.ctx, push })
    await stage.next()
    await Promise.all([run(), other(), run(), other()])
    for (const { receivedTitles } of phones) assert.deepEqual(receivedTitles(), [NEXT])
  })

  test('are tried again with longer and longer rests, and given up when the song is over', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phone = await subscribed(stage, 'Б')
    await stage.next()
    service.answers(500, 429, 503)
    await run()
    world.advance(1 * SECOND_MS)
    await run()
    assert.equal(service.asked(phone.name), 1)
    for (const seconds of [1, 5]) {
      world.advance(seconds * SECOND_MS)
      await run()
    }
    assert.equal(service.asked(phone.name), 3)
    assert.deepEqual(phone.receivedTitles(), [])
    world.advance(5 * 60 * SECOND_MS)
    await run()
    world.advance(60 * SECOND_MS)
    await run()
    assert.equal(service.asked(phone.name), 3)
    assert.deepEqual(phone.receivedTitles(), [])
  })

  test('wait for as long as the push service asks', async (t) => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phone = await subscribed(stage, 'Б')
    await stage.next()
    service.answers(429)
    service.rests(60)
    t.after(() => service.rests(null))
    await run()
    for (const seconds of [5, 54]) {
      world.advance(seconds * SECOND_MS)
      await run()
      assert.equal(service.asked(phone.name), 1)
    }
    world.advance(2 * SECOND_MS)
    await run()
    assert.deepEqual(phone.receivedTitles(), [NEXT])
  })

  test('are not sent again where no answer came, and the others of that host wait for the next run', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phones = await Promise.all([subscribed(stage, 'Б'), subscribed(stage, 'Б')])
    const asked: string[] = []
    const silent = {
      publicKey: '',
      admit: () => undefined,
      async send({ endpoint }: { endpoint: string }) {
        asked.push(endpoint)
        return 'silent' as const
      },
    }
    const other = () => notifyListeners({ ...world.app.ctx, push: silent }, undefined, 1)
    await stage.next()
    await other()
    assert.equal(asked.length, 1)
    await other()
    assert.equal(asked.length, 2)
    world.advance(60 * SECOND_MS)
    await other()
    assert.deepEqual(
      asked.toSorted(),
      phones.map(({ body }) => body.subscription.endpoint).toSorted(),
    )
  })

  test('are not tried again where the push service refuses them', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phone = await subscribed(stage, 'Б')
    await stage.next()
    service.answers(403)
    await run()
    world.advance(60 * SECOND_MS)
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    await stage.next()
    await run()
    assert.deepEqual(phone.receivedTitles(), [PLAYING])
  })

  test('forget a subscription that is gone at every order that has it', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phone = await subscribed(stage, 'Б')
    const later = await phone.order('В')
    const other = await subscribed(stage, 'В')
    service.unsubscribe(phone.name)
    await stage.next()
    await run()
    assert.equal(await subscriptions(phone.body.orderId), 0)
    assert.equal(await subscriptions(later), 0)
    assert.equal(await subscriptions(other.body.orderId), 1)
    const pushLost = async () =>
      (await myOrders(world, stage.concertId, phone.as.cookie)).map((one) => one.pushLost)
    assert.deepEqual(await pushLost(), [true, true])
  })

  test('are told to the subscription that the phone makes anew, for all its orders', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phone = await subscribed(stage, 'Б')
    const later = await phone.order('В')
    service.unsubscribe(phone.name)
    await stage.next()
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    const fresh = randomUUID()
    const body = { orderId: later, subscription: service.subscribe(fresh) }
    await world.ok(api.songs.pushSubscription, { body }, phone.as)
    await run()
    assert.deepEqual(service.receivedTitles(fresh), [NEXT])
    await stage.next()
    await run()
    assert.deepEqual(service.receivedTitles(fresh).toSorted(), [NEXT, NEXT, PLAYING].toSorted())
  })
})

async function subscriptions(orderId: string): Promise<number> {
  const rows = await world.sql
    .selectFrom('pushSubscriptions')
    .select('orderId')
    .where('orderId', '=', orderId)
    .where('endpoint', '<>', '')
    .execute()
  return rows.length
}

describe('a subscription', () => {
  test('is shown at the order, and taken back', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const { as, body, receivedTitles } = await subscribed(stage, 'Б')
    const [order] = await myOrders(world, stage.concertId, as.cookie)
    assert.equal(order?.pushed, true)
    const off = { body: { ...body, subscription: null } }
    await world.ok(api.songs.pushSubscription, off, as)
    const [after_] = await myOrders(world, stage.concertId, as.cookie)
    assert.equal(after_ !== undefined && 'pushed' in after_, false)
    await stage.next()
    await run()
    assert.deepEqual(receivedTitles(), [])
  })

  test('taken back and made again tells nothing twice', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const { as, body, receivedTitles } = await subscribed(stage, 'Б')
    await stage.next()
    await run()
    await world.ok(api.songs.pushSubscription, { body: { ...body, subscription: null } }, as)
    await makePhone(world).order(stage, stage.ids.В)
    await stage.queued('В')
    await world.ok(api.songs.pushSubscription, { body }, as)
    await stage.next('В')
    await run()
    assert.deepEqual(receivedTitles(), [NEXT])
  })

  test('made anew is that of all orders of the phone', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const phone = await subscribed(stage, 'Б')
    const other = await subscribed(stage, 'Б')
    const fresh = randomUUID()
    await phone.order('В', service.subscribe(fresh))
    await stage.next()
    await run()
    assert.deepEqual(
      [service.receivedTitles(fresh), phone.receivedTitles(), other.receivedTitles()],
      [[NEXT], [], [NEXT]],
    )
  })

  test('is refused for another device’s order and for a song that does not wait', async () => {
    const stage = await makeStage(world)
    const { as, body } = await subscribed(stage, 'А')
    const stranger = await knownPhone(world)
    const refused = (code: RefusalCode, who: object) =>
      world.refused(code, api.songs.pushSubscription, { body }, who)
    await refused('NOT_FOUND', { cookie: stranger.cookie })
    await refused('NOT_FOUND', {})
    await stage.next()
    await refused('ILLEGAL_STEP', as)
  })

  test('is refused where its address or keys are no browser’s', async () => {
    const stage = await makeStage(world)
    const { as, body } = await subscribed(stage, 'А')
    const { subscription } = body
    const wrong = [
      { endpoint: 'ftp://push.example/1' },
      { endpoint: 'push.example' },
      { endpoint: `${subscription.endpoint}/${'a'.repeat(1024)}` },
      { p256dh: 'AAAA' },
      { p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { auth: '' },
      { auth: `${subscription.auth}AA` },
    ]
    for (const part of wrong)
      await world.refused(
        'VALIDATION',
        api.songs.pushSubscription,
        { body: { ...body, subscription: { ...subscription, ...part } } },
        as,
      )
  })

  test('is forgotten once the concert is over', async () => {
    const stage = await makeStage(world)
    const { body } = await subscribed(stage, 'А')
    await forgetOld(world.app.ctx)
    assert.equal(await subscriptions(body.orderId), 1)
    const over = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body: over }, stage.as)
    await forgetOld(world.app.ctx)
    assert.equal(await subscriptions(body.orderId), 0)
  })
})
