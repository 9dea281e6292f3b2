import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '../server/platform/db/migrate.ts'
import { openEmbedded, openPostgres } from '../server/platform/db/open.ts'
import type { Database } from '../server/platform/db/open.ts'
import { copySeed } from '../server/seed.ts'
import { ownPostgres } from '../test/support/database/database.ts'
import { ownFolder, startProduct } from '../test/support/product/product.ts'
import { VARIABLES } from './api.ts'
import { forkChild } from './forked-child.ts'
import type { BareAsk } from './bare-api.ts'
import { bareOrder } from './bare-orders.ts'
import { cpuOf } from './cpu-of.ts'
import type { Figure } from './growth-figure.ts'
import { bareScreenMs, lastScreenMs, watch } from './growth-fanout.ts'
import { callFigures, orderFigure, pageFigures } from './growth-load.ts'
import type { Answering, Walked } from './growth-load.ts'
import { PLAN } from './growth-plan.ts'
import { startFigures } from './growth-start.ts'
import { walkedSince, walksOf } from './growth-walks.ts'
import { insertGrowth } from './growth-world.ts'
import type { GrowthDataset, GrowthConcert, GrowthSize } from './growth-world.ts'
import { secondsOf } from './seconds-of.ts'
import type { BenchLoad } from './load.ts'
import { SHORT } from './short.ts'
import { memoryOf } from './start.ts'

const AT_ONCE = 16
const BUILD = process.env['BUILD_DIR'] ?? fileURLToPath(new URL('../build', import.meta.url))

/** A PostgreSQL server to create databases on; null: the embedded database. */
type Where = { readonly server: string | null; readonly load: BenchLoad }
type StageFound = {
  readonly figures: readonly Figure[]
  /** Seconds that the inserts of the data took. */
  readonly laid: number
  /** Sequentially scanned tables and the number of rows read, all loads together. */
  readonly walks: readonly [table: string, rows: number][]
}

/** Bare transactions of an order's writes a second, over the concerts in turn; the better rate of concurrent and sequential ones. */
async function bareTransactions(
  { sql }: Database,
  runningConcerts: readonly GrowthConcert[],
): Promise<number> {
  const places = runningConcerts.map(({ concertId, songIds, entryIds }) => {
    const bareConcert = bareOrder(sql, { concertId, songs: songIds })
    bareConcert.addEntries(entryIds)
    return bareConcert
  })
  const one = (turn: number) =>
    places[turn % places.length]?.place(Math.floor(turn / places.length)) ?? Promise.resolve()
  const rates: number[] = []
  for (let round = 0; round <= PLAN.rounds; round++)
    for (const concurrency of [AT_ONCE, 1]) {
      const { wall } = await secondsOf(PLAN.orders, concurrency, one)
      rates.push(PLAN.orders / wall)
    }
  return Math.max(...rates)
}

async function laid(database: Database, size: GrowthSize) {
  try {
    await migrate(database)
    const began = performance.now()
    const dataset = await insertGrowth(database.sql, size, new Date())
    const seconds = (performance.now() - began) / 1000
    return { dataset, seconds, bareTx: await bareTransactions(database, dataset.bare) }
  } finally {
    await database.close()
  }
}

/** Creates the data of the product and of its reference. */
async function placeOf(ends: AsyncDisposableStack, { server }: Where, size: GrowthSize) {
  const folder = ownFolder()
  ends.defer(() => folder.remove())
  const productVariables = { DATA_DIR: folder.path, BUILD_DIR: BUILD, BACKUPS: 'off' }
  if (server === null) {
    const directory = join(folder.path, 'database')
    // With the tables from the build; creating them would take seconds.
    await copySeed(BUILD, directory)
    const data = await laid(await openEmbedded(directory), size)
    const copy = join(folder.path, 'bare')
    if (!SHORT) cpSync(directory, copy, { recursive: true })
    return { data, environment: productVariables, bare: { directory: copy }, database: null }
  }
  const { url, drop } = await ownPostgres(server)
  ends.defer(async () => {
    await drop()
  })
  const data = await laid(await openPostgres(url), size)
  const database = await openPostgres(url, 2)
  ends.defer(() => database.close())
  return { data, environment: { ...productVariables, DATABASE_URL: url }, bare: { url }, database }
}

async function bareSide(ends: AsyncDisposableStack, asked: BareAsk): Promise<Answering | null> {
  if (SHORT) return null
  const child = await forkChild(new URL('./bare-api.ts', import.meta.url))
  ends.defer(() => child.close())
  return { port: Number(await child.ask(asked)), pid: child.pid }
}

function walkedOn(database: Database | null): Walked {
  return async (requests, work) => {
    if (database === null) return [await work(), null]
    const before = await walksOf(database.sql)
    const done = await work()
    const rows = walkedSince(before, await walksOf(database.sql))
    return [done, rows.reduce((sum, [, read]) => sum + read, 0) / requests]
  }
}

/** CPU of the process while its concerts run without any requests. */
async function restFigure(pid: number, walked: Walked): Promise<Figure> {
  const began = cpuOf(pid)
  const from = performance.now()
  const [, rows] = await walked(PLAN.restMs / 1000, () => sleep(PLAN.restMs))
  const seconds = (performance.now() - from) / 1000
  return {
    bench: `at rest, ${PLAN.listeners} watch`,
    unit: 'CPU, ms a second',
    ours: ((cpuOf(pid) - began) / seconds) * 1000,
    rate: false,
    reference: null,
    ...(rows === null ? {} : { walked: rows }),
  }
}

async function watched(
  { dataset, bareTx }: { dataset: GrowthDataset; bareTx: number },
  ours: Answering,
  { database, load, walked }: { database: Database | null; load: BenchLoad; walked: Walked },
): Promise<Figure[]> {
  const watchers = await watch(ours.port, PLAN.listeners, dataset.runningConcerts)
  try {
    const orders = await orderFigure(load, ours, dataset, { bareTx, walked })
    const rest = await restFigure(ours.pid, walked)
    if (database === null) return [orders, rest]
    const began = cpuOf(ours.pid)
    const ms = await lastScreenMs(database.sql, dataset.runningConcerts, watchers, PLAN.turns)
    const cpuMs = ((cpuOf(ours.pid) - began) / PLAN.turns) * 1000
    const reference = {
      name: 'bare ws',
      value: await bareScreenMs(PLAN.listeners, PLAN.turns),
    }
    const bench = `fanout, ${PLAN.listeners} watch`
    const fanout: Figure = {
      bench,
      unit: 'ms to the last',
      ours: ms,
      rate: false,
      reference,
      cpuMs,
    }
    return [fanout, orders, rest]
  } finally {
    watchers.end()
  }
}

/** Every bench at one size on one database, against references measured in the same minutes. */
export async function measureSize(where: Where, size: GrowthSize): Promise<StageFound> {
  await using ends = new AsyncDisposableStack()
  const { data, environment, bare, database } = await placeOf(ends, where, size)
  const starts = await startFigures(environment)
  const [reference, product] = await Promise.all([
    bareSide(ends, { ...bare, dataset: data.dataset.bare[0] ?? never() }),
    // A busy machine is measured too: its answers then come late instead of being shed.
    startProduct({ ...VARIABLES, ...environment, SHED: 'off' }),
  ])
  ends.defer(async () => {
    await product.kill('SIGTERM')
  })
  const ours = { port: Number(new URL(product.url).port), pid: product.pid }
  const walked = walkedOn(database)
  const before = database === null ? {} : await walksOf(database.sql)
  const { load } = where
  const figures = [
    ...(await watched(data, ours, { database, load, walked })),
    ...(await callFigures(load, { ours, bare: reference }, data.dataset, walked)),
    ...(SHORT ? [] : await pageFigures(product.url, product.pid, data.dataset, walked)),
    ...starts,
    {
      bench: 'memory after all loads',
      unit: 'MB',
      ours: memoryOf(product.pid),
      rate: false,
      reference: null,
    },
  ]
  const walks = database === null ? [] : walkedSince(before, await walksOf(database.sql))
  return { figures, laid: data.seconds, walks }
}

function never(): never {
  throw new Error('no concert is under way')
}
