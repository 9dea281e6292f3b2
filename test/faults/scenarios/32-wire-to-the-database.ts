import { setTimeout as sleep } from 'node:timers/promises'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { playEvening } from '../harness/evening.ts'
import { failuresOf, worstOutside } from '../harness/outage.ts'
import type { Outage } from '../harness/outage.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const TIMES = { short: 1, long: 4 }
const TROUBLE_MS = { short: 600, long: 4000 }
const BETWEEN_MS = { short: 700, long: 4000 }
const SLOW_MS = 150
const AFTER_MS = 3000
const TIMEOUT_MS = 240_000

/** The connection to the database is cut, delivers no data, and is slow, by turns. */
async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const database = context.environment['DATABASE_URL'] ?? ''
  const wire = await openTcpProxy(database)
  const times = context.short ? TIMES.short : TIMES.long
  const form = context.short ? 'short' : 'long'
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String(wire.port)
  const outages: Outage[] = []
  try {
    const { figures, broken, load } = await playEvening(context, {
      products: 2,
      environment: { DATABASE_URL: url.href },
      scenes: times,
      timeoutMs: TIMEOUT_MS,
      async disrupt({ scene, unlessFailed }) {
        for (let time = 0; time < times; time++) {
          scene()
          for (const spoil of [wire.cut, wire.stall, () => wire.slowDown(SLOW_MS)]) {
            await unlessFailed(sleep(BETWEEN_MS[form]))
            const fromMs = performance.now()
            spoil()
            await unlessFailed(sleep(TROUBLE_MS[form]))
            wire.restore()
            outages.push({ fromMs, toMs: performance.now() })
          }
          context.logProgress(`cut, stalled and slow ${time + 1} of ${times} times`)
        }
        await unlessFailed(sleep(BETWEEN_MS[form]))
      },
    })
    const worst = worstOutside(failuresOf(load.history.operations), outages)
    return {
      figures: { failures: outages.length, ...figures, 'last error after, ms': Math.round(worst) },
      broken,
      slow: worst > AFTER_MS ? [`an error ${Math.round(worst)} ms after the wire was whole`] : [],
    }
  } finally {
    await wire.remove()
  }
}

export const scenario: Scenario = {
  number: 32,
  title: 'The wire between the product and its database is cut, swallows everything, and is slow',
  pass: '0 lost, nothing doubled, errors only while it lasts + 3 s',
  engines: ['postgres'],
  inTests: [],
  run,
}
