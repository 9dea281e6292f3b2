import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import type { AppDeps } from '#server/app.ts'
import { localBus } from '#server/live/bus.local.ts'
import type { Bank } from '#server/outside/bank.ts'
import { kopecks } from '#domain/money.ts'
import { demoBank } from './demo-bank.ts'
import type { World } from './world.ts'

export type Process = Awaited<ReturnType<typeof secondProcess>>

/**
 * Another process of the product on a world's database, with the same demo bank behind it. `bank`
 * stands between the two; `money` changes how it handles money.
 */
export async function secondProcess(
  world: World,
  changes: { bank?: (real: Bank) => Bank; money?: Partial<AppDeps['money']> } = {},
) {
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const { bank: real } = demoBank({
    sql: world.sql,
    now: world.now,
    publicUrl: 'http://localhost',
    log,
    http: () => world.app.http,
  })
  const bus = localBus()
  const app = await buildApp({
    database: world.database,
    bus,
    mail: { send: async () => {} },
    now: world.now,
    publicUrl: 'http://localhost',
    endGraceMinutes: 60,
    money: {
      bank: changes.bank?.(real) ?? real,
      publicUrl: 'http://localhost',
      notificationUrl: () => 'http://localhost/api/v1/payment/notification',
      receipts: null,
      captureGraceSeconds: 20,
      payoutFloat: kopecks(100_000_000),
      ...changes.money,
    },
    maxWatchers: 1000,
    trustProxy: false,
    testCalls: true,
    mailbox: false,
    log,
  })
  return {
    app,
    services: app.services,
    /** As the world's own: all that is due at this process and at the bank, until nothing is. */
    async settle() {
      for (;;) {
        const done = (await world.bank.tick()) + (await app.services.payments.sweep())
        await world.bank.idle()
        if (done === 0) break
      }
    },
    async close() {
      await app.close()
      await bus.close()
    },
  }
}

/** A bank that dies on its caller: the named call is made (`after`) or not (`before`), and no answer ever comes back. Once. */
export function dyingAt(call: keyof Bank, when: 'before' | 'after') {
  let armed = true
  const calls: string[] = []
  return {
    calls,
    wrap: (real: Bank): Bank =>
      new Proxy(real, {
        get(bank, name, receiver) {
          const value: unknown = Reflect.get(bank, name, receiver)
          if (typeof value !== 'function' || name === 'readNotice') return value
          return async (...given: unknown[]) => {
            calls.push(String(name))
            const dies = armed && name === call
            if (dies) armed = false
            if (dies && when === 'before') throw new Error(`killed before ${call}`)
            const answer: unknown = await Reflect.apply(value, bank, given)
            if (dies) throw new Error(`killed after ${call}`)
            return answer
          }
        },
      }),
  }
}
