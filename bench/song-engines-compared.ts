import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Percentiles } from './percentiles.ts'
import { percentilesOf, ratiosTo, rounded } from './percentiles.ts'
import type { EngineName } from './song-engines.ts'
import { readSongs } from './song-lines.ts'
import type { SongQueryRequest, BenchFound, SongMeasurement } from './song-process.ts'
import { WAYS } from './song-queries.ts'
import type { BenchQuery, SongQueryWay } from './song-queries.ts'

const PROCESS = fileURLToPath(new URL('./song-process.ts', import.meta.url))
const HEAP = '--max-old-space-size=6144'

/** Measures one engine over the songs of a file in a process of its own, so that its memory is its own. */
export async function measureEngine(asked: SongQueryRequest): Promise<SongMeasurement> {
  // As deploy/ starts the product: without it malloc retains the memory that the index builder freed.
  const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '131072' }
  const child = fork(PROCESS, [], { env, execArgv: ['--expose-gc', HEAP] })
  child.send(asked)
  const answer = Promise.race([
    once(child, 'message') as Promise<[SongMeasurement]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`${asked.engine} ended with ${String(code)}`)
    }),
  ])
  const [measured] = await answer
  if (child.exitCode === null) await once(child, 'exit')
  return measured
}

/** The figures of each way of typing. */
type ByWay = Map<
  SongQueryWay,
  { times: Percentiles; first5: number; first20: number; queries: number }
>

/** Groups the results by way of typing; `wordsAt` maps file positions to the words of the found songs. */
export function byWay(
  queries: readonly BenchQuery[],
  found: readonly BenchFound[],
  wordsAt: ReadonlyMap<number, ReadonlySet<string>>,
): ByWay {
  const answered = queries.flatMap(({ way, words }, at) => {
    const own = found[at]
    if (own === undefined) return []
    const has = (place: number) => words.every((word) => wordsAt.get(place)?.has(word))
    return [{ way, ms: own.ms, place: own.hits.findIndex(has) }]
  })
  return new Map(
    WAYS.map((way) => {
      const own = answered.filter((one) => one.way === way)
      const within = (most: number) =>
        own.filter(({ place }) => place !== -1 && place < most).length / own.length
      const times = percentilesOf(own.map(({ ms }) => ms))
      return [way, { times, first5: within(5), first20: within(20), queries: own.length }]
    }),
  )
}

/** Reads the words of all found songs from their file. */
export async function wordsOfFound(
  file: string,
  all: readonly BenchFound[],
): Promise<Map<number, Set<string>>> {
  const places = new Set(all.flatMap(({ hits }) => hits))
  const words = new Map<number, Set<string>>()
  let at = 0
  for await (const { key } of readSongs(file)) {
    if (places.has(at)) words.set(at, new Set(key.split(/[\n ]/u)))
    at++
  }
  return words
}

/** A table: our times with each way of typing, and those of the reference with their ratio to ours. */
export function comparison(ours: ByWay, theirs: ByWay | null): object {
  const rows = [...ours].map(([way, { times, first5, first20, queries }]) => {
    const other = theirs?.get(way)
    const beside =
      other === undefined
        ? {}
        : {
            'MiniSearch p50/95/99': three(other.times),
            'to ours': ratiosTo(times, other.times),
            'MiniSearch in 20, %': percent(other.first20),
          }
    return [
      way,
      {
        queries,
        'p50/95/99, ms': three(times),
        'in 5, %': percent(first5),
        'in 20, %': percent(first20),
        ...beside,
      },
    ]
  })
  return Object.fromEntries(rows) as object
}

/** The time until the process was ready, and its memory. */
export function cost(
  name: EngineName,
  songs: number,
  { readySeconds, cpuSeconds, megabytes }: SongMeasurement,
): object {
  return {
    engine: name,
    songs,
    'ready, s': rounded(readySeconds),
    'of processors, s': rounded(cpuSeconds),
    'rss, MB': megabytes.rss,
    'heap, MB': megabytes.heap,
    'highest, MB': megabytes.highest,
  }
}

export const three = ({ p50, p95, p99 }: Percentiles) => `${p50} / ${p95} / ${p99}`
const percent = (share: number) => Number((share * 100).toFixed(1))
