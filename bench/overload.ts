import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ownFolder, startProduct } from '#test/support/product.ts'
import type { Flood, FloodEnd } from './overload-load.ts'
import { rounded } from './percentiles.ts'
import { SHORT } from './short.ts'

const BUILD = process.env['BUILD_DIR'] ?? fileURLToPath(new URL('../build', import.meta.url))
const PAGE = '/user/tretya-paradnaya?tab=profile'
const WELL = { connections: 8, seconds: SHORT ? 0.5 : 8 }
const CROWD = { connections: SHORT ? 60 : 800, seconds: SHORT ? 0.6 : 15 }
/** So many times what the machine can do. */
const TIMES = 5
const TARGET = 0.8

async function flooded(shed: 'on' | 'off', load: (url: string) => Promise<void>): Promise<void> {
  const ground = ownFolder()
  const product = await startProduct({
    DATA_DIR: ground.path,
    BUILD_DIR: BUILD,
    DEMO: 'on',
    // Each page is made for its own visitor: the dearest that anybody may ask for.
    PAGES_KEPT_MB: '0',
    LOG_LEVEL: 'error',
    SHED: shed,
  })
  try {
    await load(product.url)
  } finally {
    await product.kill('SIGTERM')
    ground.remove()
  }
}

/**
 * Far more visitors than this machine can make pages for, with and without sending some of them away;
 * the reference is what it does when as many come as it can well serve.
 */
export async function bench(): Promise<void> {
  const child = fork(fileURLToPath(new URL('./overload-load.ts', import.meta.url)))
  const bring = async (url: string, load: Pick<Flood, 'connections' | 'seconds' | 'rate'>) => {
    const ended = once(child, 'message')
    const asked: Flood = {
      url: `${url}${PAGE}`,
      probe: `${url}/healthz`,
      headers: { accept: 'text/html' },
      ...load,
    }
    child.send(asked)
    const [end] = (await ended) as [FloodEnd]
    return end
  }
  const rows: Record<string, FloodEnd> = {}
  try {
    for (const shed of ['off', 'on'] as const)
      await flooded(shed, async (url) => {
        await bring(url, WELL)
        const best = await bring(url, WELL)
        if (shed === 'off') rows['as many as it serves well (reference)'] = best
        const rate = Math.ceil(best.accepted * TIMES)
        const name = shed === 'on' ? 'some are sent away' : 'nobody is sent away'
        rows[`${TIMES} times as many, ${name}`] = await bring(url, { ...CROWD, rate })
      })
  } finally {
    child.kill()
  }
  const best = Object.values(rows)[0]?.accepted ?? 0
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [
        name,
        {
          'pages a second': Math.round(row.accepted),
          'sent away a second': Math.round(row.shed),
          'p50, ms': row.p50,
          'p99, ms': row.p99,
          'never sent away, p99, ms': row.probeP99,
          failed: row.failed,
          ratio: rounded(row.accepted / best),
        },
      ]),
    ),
  )
  console.log(`Target: with some sent away, pages a second ≥ ${TARGET} of the reference.`)
}
