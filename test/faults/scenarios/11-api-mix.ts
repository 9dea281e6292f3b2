import { mixedRequest, insertApiDataset } from '../../../bench/api-dataset.ts'
import { startLoadProcess } from '../../../bench/load.ts'
import { percentilesOf } from '../../../bench/percentiles.ts'
import { PLAIN, startProducts } from '../harness/products.ts'
import { inDatabase } from '../harness/dataset.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const PER_SECOND = { short: 50, long: 200 }
const SECONDS = { short: 2, long: 60 }
const ORDERS_OF_TEN = 1
const AT_ONCE = 32
const P95_MS = 80
const P99_MS = 250

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const form = context.short ? 'short' : 'long'
  const dataset = await inDatabase(context, insertApiDataset)
  const { products, stop } = await startProducts(context, 1, { ...PLAIN, TEST_CALLS: 'on' })
  const port = Number(new URL(products[0]?.url ?? '').port)
  const load = await startLoadProcess()
  const mix = (count: number) =>
    Array.from({ length: count }, (_, turn) => mixedRequest(dataset, turn))
  // Warm-up: an artist who starts a concert has had the page open before.
  const warm = await load.run({ port, requests: mix(PER_SECOND[form]), atOnce: 4 })
  const requests = mix(PER_SECOND[form] * SECONDS[form])
  const report = await load.run({
    port,
    requests,
    atOnce: AT_ONCE,
    perSecond: PER_SECOND[form],
  })
  load.close()
  const errors = await stop()
  const orders = await inDatabase(context, (sql) =>
    sql.selectFrom('orders').select('id').where('concertId', '=', dataset.concertId).execute(),
  )
  const { p50, p95, p99 } = percentilesOf(report.ms)
  const broken: string[] = []
  const asked = requests.length + PER_SECOND[form]
  const answered = (report.statuses['200'] ?? 0) + (warm.statuses['200'] ?? 0)
  if (answered !== asked)
    broken.push(`not all were answered 200: ${JSON.stringify(report.statuses)} ${report.wrong[0]}`)
  if (orders.length !== (asked / 10) * ORDERS_OF_TEN)
    broken.push(`${orders.length} orders of ${asked / 10} that were acknowledged`)
  const slow: string[] = []
  if (p95 > P95_MS) slow.push(`p95 ${p95} ms`)
  if (p99 > P99_MS) slow.push(`p99 ${p99} ms`)
  return {
    figures: {
      requests: requests.length,
      'a second': Math.round(requests.length / report.wall),
      'p50, ms': p50,
      'p95, ms': p95,
      'p99, ms': p99,
      orders: orders.length,
    },
    broken: [...broken, ...errors],
    slow,
  }
}

export const scenario: Scenario = {
  number: 11,
  title: 'API mix 200 req/s: 70 % search, 20 % queue, 10 % orders',
  pass: 'p95 ≤ 80 ms, p99 ≤ 250 ms',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}
