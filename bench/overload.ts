import { fileURLToPath } from 'node:url'
import { ownFolder, startProduct } from '../test/support/product/product.ts'
import { forkChild } from './forked-child.ts'
import type { Flood, FloodEnd } from './overload-load.ts'
import { rounded } from './percentiles.ts'
import { SHORT } from './short.ts'

const BUILD = process.env['BUILD_DIR'] ?? fileURLToPath(new URL('../build', import.meta.url))
const PAGE = '/user/tretya-paradnaya?tab=profile'
const WARM_SECONDS = SHORT ? 0.3 : 4
const WELL = { come: { visitors: 8 }, seconds: SHORT ? 0.5 : 8 }
const BURST_SECONDS = SHORT ? 0.6 : 10
/** The load as a multiple of what the machine can serve. */
const TIMES = 5
const TIMEOUT_MS = SHORT ? 2_000 : 10_000
const TARGET = { ratio: 0.8, p99Ms: 2_000 }

type Row = { name: string; end: FloodEnd }

async function onProduct<T>(shed: 'on' | 'off', load: (url: string) => Promise<T>): Promise<T> {
  const dataset = ownFolder()
  const product = await startProduct({
    DATA_DIR: dataset.path,
    BUILD_DIR: BUILD,
    DEMO: 'on',
    // Each page is rendered for its own visitor: the most expensive request there is.
    PAGES_KEPT_MB: '0',
    LOG_LEVEL: 'error',
    SHED: shed,
  })
  try {
    return await load(product.url)
  } finally {
    await product.kill('SIGTERM')
    dataset.remove()
  }
}

/** Measures the product at a load that it serves well, and at a far higher one whose requests come at scheduled times. */
async function flooded(shed: 'on' | 'off'): Promise<{ well: FloodEnd; burst: FloodEnd }> {
  const load = await forkChild(new URL('./overload-load.ts', import.meta.url))
  try {
    return await onProduct(shed, async (url) => {
      const bring = async (asked: Pick<Flood, 'come' | 'seconds'>) =>
        (await load.ask({
          url: `${url}${PAGE}`,
          probe: `${url}/healthz`,
          headers: { accept: 'text/html' },
          timeoutMs: TIMEOUT_MS,
          ...asked,
        })) as FloodEnd
      await bring({ ...WELL, seconds: WARM_SECONDS })
      const well = await bring(WELL)
      const come = { perSecond: Math.ceil(well.accepted * TIMES) }
      return { well, burst: await bring({ come, seconds: BURST_SECONDS }) }
    })
  } finally {
    load.close()
  }
}

const rowOf = ({ name, end }: Row, best: number) => ({
  who: name,
  'pages a second': Math.round(end.accepted),
  'ratio to reference': rounded(end.accepted / best),
  'p50, ms': end.p50,
  'p99, ms': end.p99,
  'sent away a second': Math.round(end.shed),
  'their p99, ms': end.shedP99,
  'gave up a second': Math.round(end.gaveUp),
  'never sent away, p99, ms': end.probeP99,
  'generator late, p99, ms': end.lateP99,
  failed: end.failed,
})

/**
 * Far more visitors than this machine can render pages for, with and without load shedding; the reference is the
 * product's throughput at a load that it serves well. Time runs from the scheduled start of a request, and no request
 * waits for the earlier ones.
 */
export async function bench(): Promise<void> {
  const off = SHORT ? null : await flooded('off')
  const on = await flooded('on')
  // Each burst is five times what its own process had just served, so it is compared with that.
  const ratio = on.burst.accepted / on.well.accepted
  const reference = (end: FloodEnd) =>
    rowOf({ name: 'as many as it serves well (reference)', end }, end.accepted)
  const burst = (words: string, { well, burst: end }: { well: FloodEnd; burst: FloodEnd }) =>
    rowOf({ name: `${TIMES} × as many, ${words} sent away`, end }, well.accepted)
  console.table([
    ...(off === null ? [] : [reference(off.well), burst('nobody', off)]),
    reference(on.well),
    burst('some', on),
  ])
  const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
  console.log(
    `\nWho waits longer than ${TIMEOUT_MS / 1000} s gives up. With some sent away:\n` +
      `- pages a second / reference: ${rounded(ratio)}, target ≥ ${TARGET.ratio}: ${verdict(ratio >= TARGET.ratio)}\n` +
      `- p99 of what is accepted: ${on.burst.p99} ms, target ≤ ${TARGET.p99Ms}: ${verdict(on.burst.p99 <= TARGET.p99Ms)}`,
  )
  if (SHORT) console.log('Left out of the short form: nobody sent away.')
}
