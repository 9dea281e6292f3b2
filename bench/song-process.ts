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
  /** The middle of so many times is what a query takes: whatever else the machine does falls on one. */
  rounds: number
}
/** What a query took, and the places in the file of what was found. */
export type BenchFound = { ms: number; hits: number[] }
export type SongMeasurement = {
  /** From the file to the first answer; on a busy machine what the processors did says more. */
  readySeconds: number
  cpuSeconds: number
  /** With the index and before the many questions; `highest`: while it was built too. */
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

/** Builds one engine, asks it everything, tells what that took and ends. */
async function answer(asked: SongQueryRequest): Promise<void> {
  const began = performance.now()
  const engine = await ENGINES[asked.engine](asked.file)
  const readySeconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage()
  // The first time is the compiler's.
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
