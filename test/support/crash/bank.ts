import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { pino } from 'pino'
import { runClock } from '#server/platform/jobs/clock.ts'
import { makeSandboxBank, deliverByHttp } from '#packages/tbank-sandbox/bank.ts'
import type { SandboxBank } from '#packages/tbank-sandbox/bank.ts'
import { FAULT_METHODS } from '#packages/tbank-sandbox/fault.ts'
import type { FaultMethod } from '#packages/tbank-sandbox/fault.ts'
import { memoryStore } from '#packages/tbank-sandbox/store.ts'
import { serveSandboxBank } from '#packages/tbank-sandbox/serve.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { bankKeys } from '../servers/demo-bank.ts'
import type { CrashTrigger } from './crash-trigger.ts'

const TICK_MS = 500

const DEAD = { status: 500, type: 'text/plain', text: 'nobody hears this' } as const

function methodOf(product: 'v2' | 'cashbox' | 'a2c', method: string): FaultMethod | undefined {
  const name = product === 'a2c' ? `Payout${method.replace('v2/', '')}` : method
  return FAULT_METHODS.find((known) => known === name)
}

/** The method in the last segment of a bank URL. */
function methodAt(url: string): FaultMethod | undefined {
  return methodOf(url.includes('/a2c/') ? 'a2c' : 'v2', url.split('/').at(-1) ?? '')
}

/** Starts an evening's bank in a process that keeps running while the product is killed at its calls and notices. */
export async function openCrashBank(trigger: CrashTrigger) {
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const now = () => new Date()
  const keys = bankKeys()
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const bank = makeSandboxBank({
    store: memoryStore(),
    now,
    keys,
    shop: 'Бис',
    url: `${publicUrl}/sandbox-bank`,
    payoutNoticesUrl: () => '',
    log,
    async deliver(url, body) {
      if (trigger.passes('notice coming')) throw new Error('the product is dead')
      const answer = deliverByHttp(url, body)
      const reads = wait(trigger.later()).then(() => trigger.passes('notice read'))
      const [{ status, text }] = await Promise.all([answer, reads])
      if (text === 'OK') trigger.passes('notice accepted')
      return { status, text }
    },
  })

  const crashing: SandboxBank = {
    ...bank,
    call(product, method, body) {
      const name = methodOf(product, method)
      return name === undefined ? bank.call(product, method, body) : asked(name)

      async function asked(known: FaultMethod) {
        await trigger.opened()
        if (trigger.passes(`${known} asked`)) return DEAD
        const answer = await (bank.call(product, method, body) ?? DEAD)
        return trigger.passes(`${known} done`) ? DEAD : answer
      }
    },
  }

  const http = Fastify()
  http.addHook('onResponse', async ({ url }) => {
    const method = methodAt(url)
    if (method === undefined) return
    await wait(trigger.later())
    trigger.passes(`${method} answered`)
  })
  await serveSandboxBank(http, crashing)
  await http.listen({ port: Number(new URL(publicUrl).port), host: '127.0.0.1' })
  const clock = runClock({ tick: bank.tick, everyMs: TICK_MS, log })

  return {
    ...bank,
    keys,
    /** The environment variables that point the product at this bank; the payouts' key is in `keyFile`. */
    variables: (keyFile: string): Record<string, string> => ({
      TBANK_URL: `${publicUrl}/sandbox-bank`,
      TBANK_TERMINAL_KEY: keys.terminalKey,
      TBANK_PASSWORD: keys.password,
      TBANK_PAYOUT_TERMINAL_KEY: keys.payouts.terminalKey,
      TBANK_PAYOUT_KEY_FILE: keyFile,
      TBANK_PAYOUT_SERIAL: keys.payouts.serial,
      TBANK_REGISTRY_URL: `${publicUrl}/sandbox-bank/registry`,
    }),
    async close() {
      await clock.stop()
      await bank.idle()
      await http.close()
    },
  }
}

export type CrashBank = Awaited<ReturnType<typeof openCrashBank>>
