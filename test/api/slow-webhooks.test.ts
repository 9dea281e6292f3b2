import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '#server/context.ts'
import { deliverEvents } from '#server/modules/webhooks/webhook-delivery.service.ts'
import { noteEvents } from '#server/modules/webhooks/webhook-events.service.ts'
import { eventually } from '#test/support/eventually.ts'
import { addWebhookTo, startWebhookReceiver } from '#test/support/servers/webhook-receiver.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** An artist whose program answers so late, with so many events in each of so many concerts. */
async function told({ slowMs = 0, concerts = 1, events = 1 }) {
  const receiver = Object.assign(await startWebhookReceiver(), { slowMs })
  const artist = await world.artist()
  await addWebhookTo(world, artist, receiver.url)
  await deliverEvents(world.app.ctx)
  receiver.received.length = 0
  for (let at = 0; at < concerts; at += 1) await happens(artist, events)
  return Object.assign(receiver, { happens: () => happens(artist, 1) })
}

async function happens(artist: TestArtist, times: number): Promise<void> {
  const id = await world.concert(artist)
  const events = Array.from({ length: times }, () => ({ type: 'concert.moved' as const }))
  await transaction(world.app.ctx, (inside) => noteEvents(inside, { id }, events))
}

test('a program that takes each event slowly delays no event of others', async () => {
  await using other = await told({ events: 0 })
  await using slow = await told({ slowMs: 300, events: 30 })
  const delivered = deliverEvents(world.app.ctx)
  await sleep(100)
  await other.happens()
  await eventually(async () => other.received.length, 1)
  assert.ok(slow.received.length < 15, `${slow.received.length} of the slow one before`)
  slow.slowMs = 0
  await delivered
  assert.equal(slow.received.length, 30)
})

test('nor do many concerts of one artist', async () => {
  await using other = await told({ events: 0 })
  await using slow = await told({ slowMs: 300, concerts: 40 })
  await other.happens()
  const delivered = deliverEvents(world.app.ctx)
  await eventually(async () => other.received.length, 1)
  assert.ok(slow.received.length < 8, `${slow.received.length} of the slow one before`)
  slow.slowMs = 0
  await delivered
  assert.equal(slow.received.length, 40)
})
