import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { tbankBank } from '#server/integrations/bank/bank.tbank.ts'
import { webPushOf } from '#server/integrations/push/push.web.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { bankKeys } from '#test/support/servers/demo-bank.ts'
import { eventually } from '#test/support/eventually.ts'
import { startNameServer } from '#test/support/servers/name-server.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const PHONES = 100
/** As many messages are sent at once. */
const AT_ONCE = 16

const browser = createECDH('prime256v1')
browser.generateKeys()
const keys = {
  p256dh: browser.getPublicKey('base64url'),
  auth: randomBytes(16).toString('base64url'),
}

let world: World
let names: Awaited<ReturnType<typeof startNameServer>>
let port = 0

before(async () => {
  names = await startNameServer(() => null)
  const log = { warn: () => undefined }
  const privateKey = randomBytes(32).toString('base64url')
  const deps = { privateKey, subject: 'mailto:a@b.example', log, nameServers: names.nameServers }
  world = await makeWorld({
    push: webPushOf({ ...deps, services: ['*.slow.example'] }),
    money: {
      // Behind a name, as a real bank is.
      bank: tbankBank({
        ...bankKeys(),
        url: () => `http://localhost:${port}/sandbox-bank`,
        payouts: null,
        now: () => world.now(),
      }),
      notificationUrl: () => `http://localhost:${port}/api/v1/payment/notification`,
      receipts: null,
      needsStatus: false,
      captureGraceSeconds: 20,
      payoutFloat: kopecks(0),
      reserve: null,
    },
  })
  await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = world.app.http.server.address() as AddressInfo)
})
after(async () => {
  await world.close()
  await names[Symbol.asyncDispose]()
})

/** A stage whose second song these phones have ordered; the first one plays. */
async function phonesOnStage(count: number) {
  const stage = await makeStage(world)
  await stage.scheduled('А')
  const phones: { orderId: string; cookie: string | undefined }[] = []
  for (let at = 0; at < count; at++) {
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.Б)
    phones.push({ orderId: data.orderId, cookie: phone.cookie })
  }
  return { stage, phones }
}

const subscription = (host: string) => ({ endpoint: `https://${host}/a`, ...keys })

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
    const { stage, phones } = await phonesOnStage(PHONES)
    for (const [at, { orderId, cookie = '' }] of phones.entries())
      await world.ok(
        api.songs.pushSubscription,
        { body: { orderId, subscription: subscription(`p${at}.slow.example`) } },
        { cookie },
      )
    const concert = await paidConcert(world)
    await stage.next()
    const stopping = new AbortController()
    const sent = notifyListeners(world.app.ctx, stopping.signal)
    await eventually(async () => new Set(names.asked).size >= AT_ONCE, true)
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
    const { stage, phones } = await phonesOnStage(2)
    const [first] = phones
    assert.ok(first?.cookie !== undefined)
    const { orderId, cookie } = first
    const target = subscription('stranger.example')
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
    assert.ok(!names.asked.includes('stranger.example'))
  })
})
