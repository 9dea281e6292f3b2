import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { eventually } from '#test/support/eventually.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { openSilentNames, subscriptionAt } from '#test/support/servers/silent-names.ts'
import type { World } from '#test/support/world.ts'

const PHONES = 100
/** As many messages are sent at once. */
const AT_ONCE = 16

let silent: Awaited<ReturnType<typeof openSilentNames>>
let world: World

before(async () => {
  silent = await openSilentNames()
  ;({ world } = silent)
})
after(() => silent.close())

function endpoints(orderIds: readonly string[]) {
  return world.sql
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('orderId', 'in', orderIds)
    .where('endpoint', '<>', '')
    .execute()
}

describe('push services whose names are not found', () => {
  test('keep no paid order waiting', async () => {
    const stage = await silent.subscribedPhones(PHONES)
    const concert = await paidConcert(world)
    await stage.next()
    const stopping = new AbortController()
    const sent = notifyListeners(world.app.ctx, stopping.signal)
    await eventually(async () => new Set(silent.asked).size >= AT_ONCE, true)
    for (let order = 0; order < 3; order++) {
      const began = performance.now()
      await concert.ordered()
      const ms = Math.round(performance.now() - began)
      assert.ok(ms < 1000, `${ms} ms`)
    }
    stopping.abort()
    await sent
  })

  test('are refused at the field, and dropped where they were taken before', async () => {
    const { stage, phones } = await silent.phonesOnStage(2)
    const [first] = phones
    assert.ok(first?.cookie !== undefined)
    const { orderId, cookie } = first
    const target = subscriptionAt('stranger.example')
    const input = { body: { orderId, subscription: target } }
    const { fields } = await world.refused('VALIDATION', api.songs.pushSubscription, input, {
      cookie,
    })
    assert.match(fields?.['subscription.endpoint'] ?? '', /Chrome, Firefox или Safari/u)

    const orderIds = phones.map((phone) => phone.orderId)
    await world.sql
      .insertInto('pushSubscriptions')
      .values(orderIds.map((id) => ({ orderId: id, ...target })))
      .execute()
    await stage.next()
    await notifyListeners(world.app.ctx)
    assert.deepEqual(await endpoints(orderIds), [])
    assert.ok(!silent.asked.includes('stranger.example'))
  })
})
