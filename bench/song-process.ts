import { resourceUsage } from 'node:process'
import { ENGINES } from './song-engines.ts'
import type { SongEngine, EngineName } from './song-engines.ts'
import type { BenchQuery } from './song-queries.ts'

const MEGABYTE = 1024 * 1024
const LIMIT = 20
const WARM_UP = 200

export type SongQueryRequest = {
  engine: EngineName
  file: string
  queries: readonly BenchQuery[]
  /** The number of runs of each query; its time is their median, because other load on the machine affects single runs. */
  rounds: number
}
/** A query's time, and the file positions of the found songs. */
export type BenchFound = { ms: number; hits: number[] }
export type SongMeasurement = {
  /** From the file to the first answer; on a busy machine the CPU time says more. */
  readySeconds: number
  cpuSeconds: number
  /** With the index and before the many queries; `highest`: the peak, the build included. */
  megabytes: { rss: number; heap: number; highest: number }
  /** For each query in turn. */
  found: BenchFound[]
}

function measure(engine: SongEngine, { queries, rounds }: SongQueryRequest): BenchFound[] {
  const all = Array.from({ length: rounds }, () => round(engine, queries))
  return (all[0] ?? []).map(({ hits }, at) => {
    const times = all.map((found) => found[at]?.ms ?? Number.NaN)
    return { hits, ms: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN }
  })
}

function round(engine: SongEngine, queries: readonly BenchQuery[]): BenchFound[] {
  return queries.map(({ typed }) => {
    const began = performance.now()
    const hits = engine(typed, LIMIT)
    return { hits, ms: performance.now() - began }
  })
}

process.once('message', (asked: SongQueryRequest) => void answer(asked))

/** Builds one engine, runs all queries, reports the figures and ends. */
async function answer(asked: SongQueryRequest): Promise<void> {
  const began = performance.now()
  const engine = await ENGINES[asked.engine](asked.file)
  const readySeconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage()
  // Warm-up for the JIT compiler.
  for (const { typed } of asked.queries.slice(0, WARM_UP)) engine(typed, LIMIT)
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const found = measure(engine, asked)
  const measured: SongMeasurement = {
    readySeconds,
    cpuSeconds: (user + system) / 1_000_000,
    megabytes: {
      rss: Math.round(rss / MEGABYTE),
      heap: Math.round(heapUsed / MEGABYTE),
      highest: Math.round(resourceUsage().maxRSS / 1024),
    },
    found,
  }
  process.send?.(measured, () => process.disconnect?.())
}
