import { resourceUsage } from 'node:process'
import { ENGINES } from './song-engines.ts'
import type { Engine, EngineName } from './song-engines.ts'
import type { BenchQuery } from './song-queries.ts'

const MEGABYTE = 1024 * 1024
const LIMIT = 20
/** The middle of them is what a query takes: whatever else the machine does falls on one. */
const ROUNDS = 3

export type Asked = { engine: EngineName; file: string; queries: readonly BenchQuery[] }
export type Found = { ms: number; place: number | null }
export type Measured = {
  readyMs: number
  megabytes: { rss: number; heap: number; arrays: number; highest: number }
  /** For each query in turn. */
  found: Found[]
}

function measure(engine: Engine, queries: readonly BenchQuery[]): Found[] {
  // The first time is the compiler's.
  for (const { typed } of queries.slice(0, 200)) engine(typed, LIMIT)
  const rounds = Array.from({ length: ROUNDS }, () => round(engine, queries))
  return (rounds[0] ?? []).map(({ place }, at) => {
    const times = rounds.map((found) => found[at]?.ms ?? Number.NaN)
    return { place, ms: times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN }
  })
}

function round(engine: Engine, queries: readonly BenchQuery[]): Found[] {
  return queries.map(({ typed, wanted }) => {
    const began = performance.now()
    const hits = engine(typed, LIMIT)
    const ms = performance.now() - began
    const at = hits.indexOf(wanted)
    return { ms, place: at === -1 ? null : at + 1 }
  })
}

process.once('message', (asked: Asked) => void answer(asked))

/** Builds one engine, asks it everything, tells what that took and ends. */
async function answer({ engine: name, file, queries }: Asked): Promise<void> {
  const began = performance.now()
  const engine = await ENGINES[name](file)
  const readyMs = performance.now() - began
  const found = measure(engine, queries)
  globalThis.gc?.()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  const measured: Measured = {
    readyMs,
    megabytes: {
      rss: Math.round(rss / MEGABYTE),
      heap: Math.round(heapUsed / MEGABYTE),
      arrays: Math.round(arrayBuffers / MEGABYTE),
      highest: Math.round(resourceUsage().maxRSS / 1024),
    },
    found,
  }
  process.send?.(measured, () => process.disconnect?.())
}
