import { createECDH, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { tbankBank } from '#server/integrations/bank/bank.tbank.ts'
import { webPushOf } from '#server/integrations/push/push.web.ts'
import { makePhone, makeStage } from '../steps/stage.ts'
import { makeWorld } from '../world.ts'
import { bankKeys } from './demo-bank.ts'
import { startNameServer } from './name-server.ts'

const browser = createECDH('prime256v1')
browser.generateKeys()
const keys = {
  p256dh: browser.getPublicKey('base64url'),
  auth: randomBytes(16).toString('base64url'),
}

/** A browser's subscription at a push service of this name. */
export const subscriptionAt = (host: string) => ({ endpoint: `https://${host}/a`, ...keys })

/** A world whose push services may be anything under slow.example, whose name server never answers. */
export async function openSilentNames() {
  const names = await startNameServer(() => null)
  const log = { warn: () => undefined }
  const privateKey = randomBytes(32).toString('base64url')
  const deps = { privateKey, subject: 'mailto:a@b.example', log, nameServers: names.nameServers }
  let port = 0
  const world = await makeWorld({
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

  return {
    world,
    /** The names that were asked for. */
    asked: names.asked,
    phonesOnStage,
    /** A stage whose next song is to be told to these phones, each at a silent name of its own. */
    async subscribedPhones(count: number) {
      const { stage, phones } = await phonesOnStage(count)
      for (const [at, { orderId, cookie = '' }] of phones.entries())
        await world.ok(
          api.songs.pushSubscription,
          { body: { orderId, subscription: subscriptionAt(`p${at}.slow.example`) } },
          { cookie },
        )
      return stage
    },
    async close() {
      await world.close()
      await names[Symbol.asyncDispose]()
    },
  }
}
