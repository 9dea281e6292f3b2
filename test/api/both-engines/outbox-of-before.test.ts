import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { fanOutNews, notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const MIGRATION = '0082-one-outbox-of-notifications.sql'
/** The tables as the version before left them, with all that waits here. */
const BACK = `
  drop trigger push_messages_are_notifications on push_messages;
  drop trigger follow_notices_are_notifications on follow_notices;
  drop function push_messages_are_notifications; drop function follow_notices_are_notifications;
  insert into push_messages (order_id, about, made_at, due_at)
    select order_id, kind, made_at, due_at from notifications where order_id is not null;
  insert into follow_notices (follower_id, artist_id, subject_id, about, follow_id, made_at, due_at)
    select recipient_id, artist_id, subject_id, kind, follow_id, made_at, due_at
    from notifications where follow_id is not null;
  drop table notifications;
  delete from migrations where name = '${MIGRATION}'`

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

test('what waited in both outboxes of the version before is sent from the one', async () => {
  world.setNow(new Date('2026-11-02T09:00:00Z'))
  const stage = await makeStage(world)
  await stage.scheduled('А')
  const phone = makePhone(world)
  const { orderId } = (await phone.order(stage, stage.ids.Б)).data
  const as = { cookie: phone.cookie ?? '' }
  const body = { orderId, subscription: service.subscribe('orders') }
  await world.ok(api.songs.pushSubscription, { body }, as)
  const followed = {
    artistUsername: stage.artist.username,
    subscription: service.subscribe('follows'),
  }
  await world.ok(api.follows.byPush, { body: followed }, as)
  const location = { name: 'Подвал', description: 'Арбат', longitude: 37.6, latitude: 55.75 }
  const draft = { dateTimeStart: '2026-11-07T19:00:00+03:00', description: 'Вечер', location }
  const length = { durationHours: 2, durationMinutes: 0 }
  await world.ok(api.session.create, { body: { ...draft, ...length } }, stage.artist)
  world.advance(16 * MINUTE_MS)
  const { ctx } = world.app
  await fanOutNews(ctx)
  await stage.next()
  service.answers(503)
  await notifyListeners(ctx)
  await world.database.script(BACK)
  assert.deepEqual(await migrate(world.database), [MIGRATION])
  world.advance(3000)
  await notifyListeners(ctx)
  await notifyFollowers(ctx)
  assert.deepEqual(service.receivedTitles('orders'), ['Ваша песня следующая'])
  assert.deepEqual(service.receivedTitles('follows'), [
    `Артист ${stage.artist.username}: новый концерт`,
  ])
})
