import { runToEnd, startProduct } from '#test/support/product/product.ts'
import { PLAIN } from '../harness/products.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const TIMES = { short: 1, long: 10 }
const MOST_MS = 1000
const WORDS = /уже работает другой процесс/u

/** Starts a second process beside a running one again and again; measures it from its start to its exit. */
async function run({ environment, short }: ScenarioContext): Promise<ScenarioFinding> {
  const first = await startProduct({ ...environment, ...PLAIN })
  const broken: string[] = []
  const took: number[] = []
  for (let time = 0; time < (short ? TIMES.short : TIMES.long); time++) {
    const { code, output, ms } = await runToEnd({ ...environment, ...PLAIN, PORT: '0' })
    took.push(ms)
    if (code !== 1 || !WORDS.test(output)) broken.push(`the second ended with ${code}: ${output}`)
    const { status } = await fetch(`${first.url}/readyz`)
    if (status !== 200) broken.push(`the first answered ${status} beside a second`)
  }
  const { code } = await first.kill('SIGTERM')
  if (code !== 0) broken.push(`the first ended with ${code}`)
  const slowest = Math.round(Math.max(...took))
  return {
    figures: { 'second processes': took.length, 'the slowest refused after, ms': slowest },
    broken,
    slow: slowest > MOST_MS ? [`refused only after ${slowest} ms`] : [],
  }
}

export const scenario: Scenario = {
  number: 27,
  title: 'Two processes on one PGlite directory',
  pass: 'the second refuses with a message ≤ 1 s, and the first goes on',
  engines: ['embedded'],
  // test/faults/start.test.ts tests the same once.
  inTests: [],
  run,
}
