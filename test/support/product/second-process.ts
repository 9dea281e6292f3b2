import { runDueMoney, runUnpaidLinks } from '#server/modules/payment-worker/due-money.service.ts'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { buildApp } from '#server/app.ts'
import type { AppOptions } from '#server/providers.ts'
import { SILENT_SITE } from '#server/config/site.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import { webhookSender } from '#server/integrations/webhooks/webhook-sender.ts'
import { kopecks } from '#domain/money.ts'
import { demoBank } from '../servers/demo-bank.ts'
import type { World } from '../world.ts'

/**
 * Starts another process of the product on a world's database, with the same demo bank. `bank` wraps the bank for it;
 * `money` changes how it handles money.
 */
export async function secondProcess(
  world: World,
  changes: {
    messengers?: AppOptions['messengers']
    bank?: (real: Bank) => Bank
    money?: Partial<AppOptions['money']>
    log?: Logger
  } = {},
) {
  const log = changes.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const { bank: real } = demoBank({
    now: world.now,
    publicUrl: 'http://localhost',
    log,
    http: () => world.app.http,
  })
  const app = await buildApp({
    database: world.database,
    // Processes of one installation share the bus.
    bus: world.bus,
    mail: { send: async () => {}, ready: async () => {} },
    webhooks: webhookSender({ local: true }),
    files: world.files,
    ...(changes.messengers && { messengers: changes.messengers }),
    ipLocation: { locationOf: async () => null },
    now: world.now,
    publicUrl: 'http://localhost',
    site: SILENT_SITE,
    endGraceMinutes: 60,
    money: {
      bank: changes.bank?.(real) ?? real,
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
    ctx: app.ctx,
    /** Like the world's own: processes all that is due in this process and at the bank, until nothing is. */
    async settle() {
      for (;;) {
        const done =
          (await world.bank.tick()) + (await runDueMoney(app.ctx)) + (await runUnpaidLinks(app.ctx))
        await world.bank.idle()
        if (done === 0) break
      }
    },
    async close() {
      await app.close()
    },
  }
}

/** Runs `work` with another process, in whose bank a call or two are replaced, and closes it. */
export async function withBank<T>(
  world: World,
  otherwise: (real: Bank) => Partial<Bank>,
  work: (process: Awaited<ReturnType<typeof secondProcess>>) => Promise<T>,
): Promise<T> {
  const process = await secondProcess(world, { bank: (real) => ({ ...real, ...otherwise(real) }) })
  try {
    return await work(process)
  } finally {
    await process.close()
  }
}

type Call = (name: string, ask: () => Promise<unknown>) => Promise<unknown>

/** The same bank with every call going through `call`. Notifications are read unchanged. */
function through(real: Bank, call: Call): Bank {
  return new Proxy(real, {
    get(bank, name, receiver) {
      const value: unknown = Reflect.get(bank, name, receiver)
      if (typeof value !== 'function' || name === 'readNotice') return value
      return (...given: unknown[]) =>
        call(String(name), () => Reflect.apply(value, bank, given) as Promise<unknown>)
    },
  })
}

/** Records the names of the calls to the bank. */
export function counting(calls: string[]) {
  return (real: Bank) =>
    through(real, (name, ask) => {
      calls.push(name)
      return ask()
    })
}

/** Simulates a crash once, at the first call of this name: `before` it reaches the bank, or `after` the bank has done it. */
export function crashAt(fatal: keyof Bank, when: 'before' | 'after') {
  let alive = true
  return (real: Bank) =>
    through(real, async (name, ask) => {
      if (!alive || name !== fatal) return ask()
      alive = false
      if (when === 'after') await ask()
      throw new Error(`killed ${when} ${fatal}`)
    })
}
