import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownFolder, startProduct } from '../test/support/product/product.ts'
import type { Product } from '../test/support/product/product.ts'
import type { BareEnd } from './pages-bare.ts'
import { pageLoads } from './page-loads.ts'
import { rounded } from './percentiles.ts'
import { SHORT } from './short.ts'

const SECONDS = SHORT ? 0.4 : 8
const CONNECTIONS = 16
const PAGE = '/user/tretya-paradnaya?tab=profile'
/** Its loader makes no calls: what is left is the path of a request through the server and the router. */
const TEXT = '/privacy'
const BUILD = process.env['BUILD_DIR'] ?? fileURLToPath(new URL('../build', import.meta.url))
const TARGET = { cached: 0.8, own: 0.5 }
/** Linux reports a process's CPU time in hundredths of a second. */
const TICK_US = 10_000

/** A request that seems to be signed in never gets a shared page; data that is the same for all visitors is fetched once. */
const OWN = { cookie: 'jwt_authentication=nobody' }
const BR = { 'accept-encoding': 'br' }

type Row = { perSecond: number; p99: number | null; cpuUs: number; bytes: number; failed: number }

/** CPU time of the process so far, in µs, all threads together. */
function workedUs(pid: number): number {
  const [, ticks = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = ticks.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

/** The built file whose size, as sent, is nearest to `bytes`. */
export async function fileLike(bytes: number): Promise<string> {
  const folder = join(BUILD, 'client', 'assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js.br'))
  const far = (name: string) => Math.abs(statSync(join(folder, name)).size - bytes)
  const [nearest] = names.toSorted((a, b) => far(a) - far(b))
  if (nearest === undefined) throw new Error('the build has no compressed files')
  return `/assets/${nearest.slice(0, -'.br'.length)}`
}

async function bare(url: string, brotli = false): Promise<Row> {
  const child = fork(fileURLToPath(new URL('./pages-bare.ts', import.meta.url)), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = once(child, 'message')
  child.send({ url, folder: BUILD, seconds: SECONDS, brotli })
  const [end] = (await ended) as [BareEnd]
  child.kill()
  return { ...end, p99: null, failed: 0 }
}

export async function answered(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers })
  const length = (await answer.arrayBuffer()).byteLength
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return { sent: Number(answer.headers.get('content-length') ?? length), headers: answer.headers }
}

async function measured(product: Product): Promise<Record<string, Row>> {
  const url = `${product.url}${PAGE}`
  const loads = pageLoads()
  const under = async (address: string, headers: Record<string, string>): Promise<Row> => {
    const load = { url: address, headers, connections: CONNECTIONS }
    await loads.bring({ ...load, seconds: SECONDS / 4 })
    const before = workedUs(product.pid)
    const { perSecond, p99, bytes, requests, failed } = await loads.bring({
      ...load,
      seconds: SECONDS,
    })
    return { perSecond, p99, bytes, failed, cpuUs: (workedUs(product.pid) - before) / requests }
  }
  try {
    const page = await answered(url, BR)
    const file = `${product.url}${await fileLike(page.sent)}`
    return {
      'a static file': await under(file, BR),
      'kept page': await under(url, BR),
      'kept page, held (304)': await under(url, {
        ...BR,
        'if-none-match': page.headers.get('etag') ?? '',
      }),
      'bare React': await bare(url),
      'page made anew': await under(url, OWN),
      'bare React, Brotli': await bare(url, true),
      'page made anew, Brotli': await under(url, { ...OWN, ...BR }),
      'bare React, a page without calls': await bare(`${product.url}${TEXT}`),
      'a page without calls, made anew': await under(`${product.url}${TEXT}`, OWN),
    }
  } finally {
    loads.end()
  }
}

const REFERENCE: Readonly<Record<string, string>> = {
  'kept page': 'a static file',
  'kept page, held (304)': 'a static file',
  'page made anew': 'bare React',
  'page made anew, Brotli': 'bare React, Brotli',
  'a page without calls, made anew': 'bare React, a page without calls',
}

/**
 * An artist's page of the demo, against a file of the same size from the same server and against React rendering the
 * same tree into the same bytes in a process of its own, compressed where the page is. By CPU as well as by pages a
 * second: where the load has to share a core with the server, CPU says more.
 */
export async function bench(): Promise<void> {
  const dataset = ownFolder()
  const product = await startProduct({
    DATA_DIR: dataset.path,
    BUILD_DIR: BUILD,
    DEMO: 'on',
    LOG_LEVEL: 'error',
  })
  try {
    const rows = await measured(product)
    const ratio = (name: string, of: (row: Row) => number) => {
      const [row, reference] = [rows[name], rows[REFERENCE[name] ?? '']]
      return row === undefined || reference === undefined ? '' : rounded(of(row) / of(reference))
    }
    console.table(
      Object.fromEntries(
        Object.entries(rows).map(([name, row]) => [
          name,
          {
            'a second': Math.round(row.perSecond),
            'p99, ms': row.p99 ?? '',
            'CPU, µs': Math.round(row.cpuUs),
            bytes: row.bytes,
            against: REFERENCE[name] ?? '',
            ratio: ratio(name, ({ perSecond }) => perSecond),
            'ratio by CPU': ratio(name, ({ cpuUs }) => 1 / cpuUs),
          },
        ]),
      ),
    )
    console.log(`Targets: kept ≥ ${TARGET.cached}, made anew ≥ ${TARGET.own} of its reference.`)
    const failed = Object.values(rows).reduce((sum, row) => sum + row.failed, 0)
    if (failed > 0) throw new Error(`${failed} answers failed`)
  } finally {
    await product.kill('SIGTERM')
    dataset.remove()
  }
}
