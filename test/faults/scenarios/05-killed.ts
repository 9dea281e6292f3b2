import { setTimeout as sleep } from 'node:timers/promises'
import { playEvening } from '../harness/evening.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const CYCLES = { short: 1, long: 25 }
const LIVES_LEAST_MS = 300
const LIVES_MORE_MS = 1500
const READY_MS = 5000
const TIMEOUT_MS = 240_000

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const cycles = context.short ? CYCLES.short : CYCLES.long
  const ready: number[] = []
  const { figures, broken, errors } = await playEvening(context, {
    products: 2,
    scenes: cycles,
    timeoutMs: TIMEOUT_MS,
    async disrupt({ products, scene, freeLeases, unlessFailed }) {
      for (let cycle = 0; cycle < cycles; cycle++) {
        scene()
        await unlessFailed(sleep(LIVES_LEAST_MS + Math.random() * LIVES_MORE_MS))
        const product = products[cycle % products.length]
        await product?.die()
        // After the last kill nothing has to wait a minute for a lease to expire.
        if (cycle === cycles - 1) await freeLeases()
        const began = performance.now()
        await product?.start()
        ready.push(performance.now() - began)
        context.logProgress(`${cycle + 1} of ${cycles} times`)
      }
    },
  })
  const slowest = Math.round(Math.max(...ready))
  return {
    figures: { kills: cycles, ...figures, 'ready after at most, ms': slowest },
    broken: [...broken, ...errors],
    slow: slowest > READY_MS ? [`ready only after ${slowest} ms`] : [],
  }
}

export const scenario: Scenario = {
  number: 5,
  title: '`kill -9` of the app at random, 25 cycles under load, both engines',
  pass: '0 acknowledged writes lost, 0 double charges, ready ≤ 5 s',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}
