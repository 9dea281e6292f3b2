import { pageLoads } from '../../../bench/page-loads.ts'
import type { PageLoadEnd } from '../../../bench/pages-load.ts'
import { startProduct } from '../../support/product.ts'
import type { Found, Scenario, Stage } from '../scenario.ts'

const PAGE = '/user/tretya-paradnaya'
const CONNECTIONS = 20
const LONG = { seconds: 60, rate: 150 }
const SHORT = { seconds: 2, rate: 50 }
/** Of a hundred visitors so many are known here, and get a page that is made for them. */
const OWN_OF_HUNDRED = 10
const OWN = { cookie: 'jwt_authentication=nobody' }
const BR = { 'accept-encoding': 'br' }
const LONGEST_MS = 100

function foundIn(shared: PageLoadEnd, own: PageLoadEnd, wanted: number): Found {
  const requests = shared.requests + own.requests
  const failed = shared.failed + own.failed
  const slowest = Math.max(shared.p97, own.p97)
  return {
    figures: {
      requests,
      'p97.5, ms': shared.p97,
      'p99, ms': shared.p99,
      'p97.5 of pages made anew, ms': own.p97,
      'failed or 5xx': failed,
    },
    broken: [
      ...(failed > 0 ? [`${failed} pages failed`] : []),
      ...(requests === 0 ? ['no page came at all'] : []),
    ],
    slow: [
      ...(slowest > LONGEST_MS ? [`p97.5 is ${slowest} ms, above ${LONGEST_MS}`] : []),
      ...(requests < wanted * 0.95 ? [`${requests} pages of ${wanted} came in time`] : []),
    ],
  }
}

async function run({ environment, short, say }: Stage): Promise<Found> {
  const { seconds, rate } = short ? SHORT : LONG
  const build = process.env['BUILD_DIR']
  const product = await startProduct({
    ...environment,
    ...(build === undefined ? {} : { BUILD_DIR: build }),
    DEMO: 'on',
  })
  const [many, few] = [pageLoads(), pageLoads()]
  try {
    const load = { url: `${product.url}${PAGE}`, connections: CONNECTIONS, seconds }
    // The server has drawn its first page before the hall comes.
    await many.bring({ ...load, headers: BR, seconds: 1, rate: 5 })
    say(`${rate} pages a second for ${seconds} s`)
    const own = (rate * OWN_OF_HUNDRED) / 100
    const ends = await Promise.all([
      many.bring({ ...load, headers: BR, rate: rate - own }),
      few.bring({ ...load, connections: 4, headers: { ...BR, ...OWN }, rate: own }),
    ])
    return foundIn(...ends, seconds * rate)
  } finally {
    many.end()
    few.end()
    await product.kill('SIGTERM')
  }
}

export const scenario: Scenario = {
  number: 10,
  title: 'An artist’s page 150 times a second for a minute',
  pass: 'p95 ≤ 100 ms, 0 × 5xx',
  engines: ['embedded', 'postgres'],
  inTests: false,
  run,
}
