import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../server/platform/db/migrate.ts'
import { openEmbedded, openPostgres } from '../server/platform/db/open.ts'
import type { Database } from '../server/platform/db/open.ts'
import { ownPostgres } from '../test/support/database/database.ts'
import { startProduct } from '../test/support/product/product.ts'
import { startPostgres } from '../scripts/test-postgres.ts'
import {
  flagRequest,
  insertApiDataset,
  mixedRequest,
  oneSongRequest,
  orderRequest,
  queueRequest,
  searchRequest,
} from './api-dataset.ts'
import type { ApiDataset } from './api-dataset.ts'
import { forkChild } from './forked-child.ts'
import type { BareAsk } from './bare-api.ts'
import { cpuOf } from './cpu-of.ts'
import { startLoadProcess } from './load.ts'
import type { BenchLoad } from './load.ts'
import { percentilesOf } from './percentiles.ts'
import { SHORT } from './short.ts'

const REQUESTS = SHORT ? 100 : 400
/** The number of cheap calls a round: the CPU clock is too coarse to measure fewer. */
const QUICK = SHORT ? 200 : 20_000
const ROUNDS = SHORT ? 1 : 3
const AT_ONCE = 16

/** Each kind of call, and how many times the CPU of the bare route it may take; null: the bare route leaves out the call's own work. */
const CALLS: readonly {
  readonly name: string
  readonly target: number | null
  readonly times: number
  readonly request: (dataset: ApiDataset, turn: number) => string
}[] = [
  { name: 'GET, no row (features)', target: 2, times: QUICK, request: flagRequest },
  { name: 'POST, one row (songs/by-ids)', target: 2, times: QUICK / 2, request: oneSongRequest },
  { name: 'search', target: null, times: REQUESTS, request: searchRequest },
  { name: 'queue', target: null, times: REQUESTS, request: queueRequest },
  { name: 'order', target: null, times: REQUESTS, request: orderRequest },
  { name: 'mix 70/20/10', target: null, times: REQUESTS, request: mixedRequest },
]

/** A server process and the dataset in its database. */
type Side = { readonly port: number; readonly pid: number; readonly dataset: ApiDataset }
type Took = {
  readonly perSecond: number
  readonly cpuMs: number
  readonly ms: readonly number[]
  /** Answered 503: the machine had too little capacity left for all requests. */
  readonly shed: number
}
type Sides = { readonly ours: Side; readonly bare: Side }

async function measured(
  load: BenchLoad,
  { port, pid, dataset }: Side,
  { request, times }: (typeof CALLS)[number],
): Promise<Took> {
  const requests = Array.from({ length: times }, (_, turn) => request(dataset, turn))
  const began = cpuOf(pid)
  const report = await load.run({ port, requests, atOnce: AT_ONCE })
  const cpu = cpuOf(pid) - began
  const answered = report.statuses['200'] ?? 0
  const shed = report.statuses['503'] ?? 0
  if (answered + shed !== requests.length)
    throw new Error(JSON.stringify([report.statuses, report.wrong]))
  const perSecond = answered / report.wall
  return { perSecond, cpuMs: (cpu / requests.length) * 1000, ms: report.ms, shed }
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const micro = (ms: number) => Math.round(ms * 1000)

async function rowsOf(database: string, load: BenchLoad, sides: Sides): Promise<object[]> {
  const rows: object[] = []
  for (const call of CALLS) {
    const { name, target } = call
    const [took, reference]: [Took[], Took[]] = [[], []]
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      const one = await measured(load, sides.bare, call)
      const other = await measured(load, sides.ours, call)
      if (round === 0) continue
      reference.push(one)
      took.push(other)
    }
    const speed = middle(took.map(({ perSecond }) => perSecond))
    const bareSpeed = middle(reference.map(({ perSecond }) => perSecond))
    const cpu = middle(took.map(({ cpuMs }) => cpuMs))
    const bareCpu = middle(reference.map(({ cpuMs }) => cpuMs))
    const { p50, p95, p99 } = percentilesOf(took.flatMap(({ ms }) => ms))
    rows.push({
      database,
      call: name,
      'bare/s': Math.round(bareSpeed),
      'ours/s': Math.round(speed),
      'speed ratio': Number((speed / bareSpeed).toFixed(2)),
      'p50 / p95 / p99, ms': `${p50} / ${p95} / ${p99}`,
      'bare CPU, µs': micro(bareCpu),
      'our CPU, µs': micro(cpu),
      'CPU ratio': bareCpu > 0 ? Number((cpu / bareCpu).toFixed(2)) : '',
      target: target === null ? '' : `≤ ${target}`,
      shed: took.reduce((sum, { shed }) => sum + shed, 0),
    })
  }
  return rows
}

/** Environment of a product under load. */
export const VARIABLES = {
  TRUST_PROXY: 'on',
  TEST_CALLS: 'on',
  MAILBOX: 'off',
  SANDBOX_BANK: 'off',
  LOG_LEVEL: 'error',
}

async function ours(
  ends: AsyncDisposableStack,
  dataset: ApiDataset,
  variables: Record<string, string>,
): Promise<Side> {
  const product = await startProduct({ ...VARIABLES, ...variables })
  ends.defer(async () => {
    await product.kill('SIGTERM')
  })
  return { port: Number(new URL(product.url).port), pid: product.pid, dataset }
}

async function bare(ends: AsyncDisposableStack, asked: BareAsk): Promise<Side> {
  const child = await forkChild(new URL('./bare-api.ts', import.meta.url))
  ends.defer(() => child.close())
  return { port: Number(await child.ask(asked)), pid: child.pid, dataset: asked.dataset }
}

async function laid(database: Database): Promise<ApiDataset> {
  try {
    await migrate(database)
    return await insertApiDataset(database.sql)
  } finally {
    await database.close()
  }
}

async function onEmbedded(load: BenchLoad, folder: string): Promise<object[]> {
  await using ends = new AsyncDisposableStack()
  const dataset = await laid(await openEmbedded(join(folder, 'database')))
  const directory = join(folder, 'bare')
  cpSync(join(folder, 'database'), directory, { recursive: true })
  return await rowsOf('embedded', load, {
    ours: await ours(ends, dataset, { DATA_DIR: folder }),
    bare: await bare(ends, { directory, dataset }),
  })
}

async function onPostgres(load: BenchLoad, folder: string): Promise<object[]> {
  await using ends = new AsyncDisposableStack()
  const server = await startPostgres()
  ends.defer(() => server.stop())
  const own = async () => {
    const { url, drop } = await ownPostgres(server.url)
    ends.defer(async () => {
      await drop()
    })
    return { url, dataset: await laid(await openPostgres(url)) }
  }
  const [mine, other] = [await own(), await own()]
  return await rowsOf('postgres', load, {
    ours: await ours(ends, mine.dataset, { DATABASE_URL: mine.url, DATA_DIR: folder }),
    bare: await bare(ends, other),
  })
}

/**
 * The API calls of a concert against server/main.ts as a process, on both databases, and against bare Fastify routes
 * with the same schemas that send the same bytes after the same reads and writes. CPU is that of the answering process,
 * which has the embedded database in it.
 */
export async function bench(): Promise<void> {
  const load = await startLoadProcess()
  const folder = mkdtempSync(join(tmpdir(), 'bis-api-'))
  try {
    const rows = [...(await onEmbedded(load, folder)), ...(await onPostgres(load, folder))]
    console.table(rows)
  } finally {
    load.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
