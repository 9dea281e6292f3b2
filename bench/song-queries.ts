import { stableHash } from '#domain/stable-hash.ts'
import { slipped, SLIPS } from '../scripts/song-quality/slips.ts'
import { below, pick, randomOf } from './random.ts'
import type { Random } from './random.ts'
import { readSongs } from './song-lines.ts'

export const WAYS = [
  'first letters',
  'prefix',
  'wrong letter',
  'two words',
  'wrong letter in a prefix',
] as const
export type Way = (typeof WAYS)[number]

/** What is typed, and the place of the wanted song in the file. */
export type BenchQuery = { way: Way; typed: string; wanted: number }

const LONG = 5

/** So many queries of each way, about songs from anywhere in the file: as many who look for a rare song as there are rare songs. */
export async function benchQueries(
  file: string,
  songs: number,
  ofEachWay: number,
): Promise<BenchQuery[]> {
  const wanted = Math.min(songs, ofEachWay * 20)
  const step = Math.max(1, Math.floor(songs / wanted))
  const queries = Object.fromEntries(WAYS.map((way) => [way, [] as BenchQuery[]]))
  const random = randomOf(songs)
  let at = -1
  for await (const { key } of readSongs(file)) {
    at++
    if (at % step !== 0) continue
    for (const way of WAYS) {
      const own = queries[way] ?? []
      const typed = own.length < ofEachWay ? typedFor(way, key, random) : null
      // Not one after another: songs that stand beside each other in the file are of one kind.
      if (typed !== null && stableHash(`${way} ${key}`) % 3 === 0)
        own.push({ way, typed, wanted: at })
    }
  }
  return Object.values(queries).flat()
}

function typedFor(way: Way, key: string, random: Random): string | null {
  const [title = ''] = key.split('\n')
  const words = title.split(' ')
  const long = words.filter((word) => word.length >= LONG)
  if (way === 'first letters') return title.slice(0, 1 + below(random, 2)).trim() || null
  if (way === 'two words') return words.length < 2 ? null : twoOf(words, random)
  if (long.length === 0) return null
  const word = pick(random, long)
  const prefix = word.slice(0, 3 + below(random, 4))
  if (way === 'prefix') return prefix
  const typed = way === 'wrong letter' ? word : word.slice(0, 4 + below(random, 3))
  return slipped(typed, below(random, typed.length), pick(random, SLIPS))
}

function twoOf(words: readonly string[], random: Random): string {
  const at = below(random, words.length - 1)
  const two = [words[at] ?? '', words[at + 1] ?? '']
  return (random() < 0.5 ? two : two.toReversed()).join(' ')
}
