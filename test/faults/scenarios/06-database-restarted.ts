import { setTimeout as sleep } from 'node:timers/promises'
import { ownPostgres } from '#test/support/database/database.ts'
import { ownPostgresServer } from '../../../scripts/test-postgres.ts'
import { playEvening } from '../harness/evening.ts'
import { failuresOf, worstOutside } from '../harness/outage.ts'
import type { Outage } from '../harness/outage.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const TIMES = { short: 1, long: 5 }
const BETWEEN_MS = { short: 1500, long: 6000 }
const DOWN_MS = 1000
const TIMEOUT_MS = 240_000
/** An error later than this after the server is up again fails the pass line. */
const AFTER_MS = 3000

async function run(given: ScenarioContext): Promise<ScenarioFinding> {
  const server = await ownPostgresServer()
  try {
    const own = await ownPostgres(server.url)
    const context = { ...given, environment: { ...given.environment, DATABASE_URL: own.url } }
    const times = context.short ? TIMES.short : TIMES.long
    const between = context.short ? BETWEEN_MS.short : BETWEEN_MS.long
    const outages: Outage[] = []
    const { figures, broken, load } = await playEvening(context, {
      products: 2,
      scenes: times,
      timeoutMs: TIMEOUT_MS,
      async disrupt({ scene, unlessFailed }) {
        for (let time = 0; time < times; time++) {
          scene()
          await unlessFailed(sleep(between))
          const fromMs = performance.now()
          await server.crash()
          await sleep(DOWN_MS)
          await server.restart()
          outages.push({ fromMs, toMs: performance.now() })
          context.logProgress(`restarted ${time + 1} of ${times} times`)
        }
        await unlessFailed(sleep(between))
      },
    })
    const failures = failuresOf(load.history.operations)
    const worst = worstOutside(failures, outages)
    return {
      figures: { restarts: times, ...figures, 'last error after it was up, ms': Math.round(worst) },
      broken,
      slow: worst > AFTER_MS ? [`an error ${Math.round(worst)} ms after the server was up`] : [],
    }
  } finally {
    await server.stop()
  }
}

export const scenario: Scenario = {
  number: 6,
  title: '`pg_ctl restart -m immediate` ×5 under load',
  pass: '0 lost, errors only while down + 3 s, pool recovers by itself',
  engines: ['postgres'],
  inTests: [],
  run,
}
