import { startLoadProcess } from '../../../bench/load.ts'
import type { LoadReport } from '../../../bench/load.ts'
import { percentilesOf } from '../../../bench/percentiles.ts'
import { requestText } from '../../../bench/raw-http.ts'
import { startProduct } from '#test/support/product/product.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const PAGE = '/user/tretya-paradnaya'
const CONNECTIONS = 20
const LONG = { seconds: 60, rate: 150 }
const SHORT = { seconds: 2, rate: 50 }
/** Every tenth visitor is known to the site and gets a page rendered for him. */
const OWN_EVERY = 10
const OWN = { cookie: 'jwt_authentication=nobody' }
const LONGEST_MS = 100

const asks = (headers: Record<string, string>) =>
  requestText({ method: 'GET', path: PAGE, headers: { 'accept-encoding': 'br', ...headers } })

function foundIn({ ms, statuses }: LoadReport, wanted: number): ScenarioFinding {
  const all = percentilesOf(ms)
  const own = percentilesOf(ms.filter((_, nth) => nth % OWN_EVERY === 0))
  const failed = ms.length - (statuses[200] ?? 0)
  return {
    figures: {
      requests: ms.length,
      'p50, ms': all.p50,
      'p95, ms': all.p95,
      'p99, ms': all.p99,
      'p95 of pages made anew, ms': own.p95,
      'not 200': failed,
    },
    broken: [
      ...(failed > 0 ? [`${failed} pages failed: ${JSON.stringify(statuses)}`] : []),
      ...(ms.length < wanted ? [`${ms.length} pages of ${wanted} came`] : []),
    ],
    slow: all.p95 > LONGEST_MS ? [`p95 is ${all.p95} ms, above ${LONGEST_MS}`] : [],
  }
}

async function run({ environment, short, logProgress }: ScenarioContext): Promise<ScenarioFinding> {
  const { seconds, rate } = short ? SHORT : LONG
  const build = process.env['BUILD_DIR']
  const product = await startProduct({
    ...environment,
    ...(build === undefined ? {} : { BUILD_DIR: build }),
    DEMO: 'on',
  })
  const load = await startLoadProcess()
  try {
    const port = Number(new URL(product.url).port)
    const [shared, own] = [asks({}), asks(OWN)]
    // The server has rendered its first page before the listeners come.
    await load.run({ port, requests: [shared, shared, own], atOnce: 1 })
    logProgress(`${rate} pages a second for ${seconds} s`)
    const requests = Array.from({ length: seconds * rate }, (_, nth) =>
      nth % OWN_EVERY === 0 ? own : shared,
    )
    const report = await load.run({ port, requests, atOnce: CONNECTIONS, perSecond: rate })
    return foundIn(report, requests.length)
  } finally {
    load.close()
    await product.kill('SIGTERM')
  }
}

export const scenario: Scenario = {
  number: 10,
  title: 'An artist’s page 150 times a second for a minute',
  pass: 'p95 ≤ 100 ms, 0 × 5xx',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}
