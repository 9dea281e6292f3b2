import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCatalogue } from '../server/modules/songs/catalogue.ts'
import { queriesOf } from '../scripts/song-quality/quality.ts'
import { LABELS } from '../scripts/song-quality/query.ts'
import { onBothDatabases } from './databases.ts'
import { percentilesOf } from './percentiles.ts'
import {
  byWay,
  comparison,
  cost,
  measureEngine,
  three,
  wordsOfFound,
} from './song-engines-compared.ts'
import { writeSongs } from './song-lines.ts'
import { benchQueries } from './song-queries.ts'
import type { BenchQuery } from './song-queries.ts'
import { queriesOfEachWay, queriesOfReference, songsAtMost } from './song-sizes.ts'
import { startsCompared } from './song-start.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const ROUNDS = 3

/** A smaller sample of each way, evenly from the whole list. */
function fewer(queries: readonly BenchQuery[]): BenchQuery[] {
  const step = Math.ceil(queriesOfEachWay / queriesOfReference)
  // One letter takes MiniSearch seconds where ours takes a tenth of a millisecond: a few are enough.
  return queries.filter(({ way }, at) => at % (way === 'first letters' ? step * 10 : step) === 0)
}

/** One size: our index and MiniSearch over the same songs, each in a process of its own. */
async function atSize(folder: string, songs: number): Promise<{ costs: object[]; file: string }> {
  const file = join(folder, `${songs}.tsv`)
  await writeSongs(file, songs)
  const queries = await benchQueries(file, songs, queriesOfEachWay)
  const few = fewer(queries)
  const ours = await measureEngine({ engine: 'own', file, queries, rounds: ROUNDS })
  const theirs = await measureEngine({ engine: 'miniSearch', file, queries: few, rounds: 1 })
  const words = await wordsOfFound(file, [...ours.found, ...theirs.found])
  console.log(`\n${songs} songs in the process, beside MiniSearch`)
  console.table(comparison(byWay(queries, ours.found, words), byWay(few, theirs.found, words)))
  return { costs: [cost('own', songs, ours), cost('miniSearch', songs, theirs)], file }
}

/** What people type, over the largest catalogue: milliseconds by kind. */
async function printQuality(file: string): Promise<void> {
  const asked = await queriesOf(await readCatalogue(), 'all')
  const queries = asked.map(({ typed }) => ({ way: 'prefix' as const, typed, words: [] }))
  const { found } = await measureEngine({ engine: 'own', file, queries, rounds: ROUNDS })
  const times = new Map<string, number[]>()
  for (const [at, { kind }] of asked.entries()) {
    const ms = found[at]?.ms
    if (ms !== undefined) times.set(LABELS[kind], [...(times.get(LABELS[kind]) ?? []), ms])
  }
  const rows = [...times].map(([label, own]) => [
    label,
    { queries: own.length, 'p50/95/99, ms': three(percentilesOf(own)) },
  ])
  console.log(`\nWhat people type, over ${songsAtMost} songs (hit rates: npm run songs -- quality)`)
  console.table(Object.fromEntries(rows))
}

/** Song search: in the process beside MiniSearch at growing sizes, the whole call on both databases beside SQL, memory, starts. */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bis-songs-'))
  try {
    const costs: object[] = []
    let file = ''
    for (const songs of SIZES.filter((size) => size <= songsAtMost)) {
      const size = await atSize(folder, songs)
      costs.push(...size.costs)
      ;({ file } = size)
    }
    await printQuality(file)
    console.log('\nUntil ready, and memory of the whole process')
    console.table(costs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log('\nThe whole call')
  console.table(await onBothDatabases('song-calls'))
  console.log('\nStart of the product')
  console.table(await startsCompared())
}
