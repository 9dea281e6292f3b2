import { stableHash } from '../domain/hash.ts'
import { withTypo, TYPOS } from '../scripts/song-quality/typos.ts'
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
export type SongQueryWay = (typeof WAYS)[number]

/** The typed text, and the intended words: a song that has all of them counts as found. */
export type BenchQuery = { way: SongQueryWay; typed: string; words: readonly string[] }

const LONG = 5

/** `ofEachWay` queries of each way, about songs from the whole file, so that rare songs are searched in proportion to their number. */
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
      // Not consecutive ones: neighbouring songs of the file are of one kind.
      if (typed !== null && stableHash(`${way} ${key}`) % 3 === 0) own.push({ way, ...typed })
    }
  }
  return Object.values(queries).flat()
}

type Typed = Pick<BenchQuery, 'typed' | 'words'>

function typedFor(way: SongQueryWay, key: string, random: Random): Typed | null {
  const [title = ''] = key.split('\n')
  const all = title.split(' ')
  if (way === 'first letters') {
    const typed = title.slice(0, 1 + below(random, 2)).trim()
    return typed === '' ? null : { typed, words: all.slice(0, 1) }
  }
  if (way === 'two words') return all.length < 2 ? null : twoOf(all, random)
  const long = all.filter((word) => word.length >= LONG)
  if (long.length === 0) return null
  const word = pick(random, long)
  const prefix = word.slice(0, 3 + below(random, 4))
  if (way === 'prefix') return { typed: prefix, words: [word] }
  const right = way === 'wrong letter' ? word : word.slice(0, 4 + below(random, 3))
  const typed = withTypo(right, below(random, right.length), pick(random, TYPOS))
  return typed === null ? null : { typed, words: [word] }
}

function twoOf(words: readonly string[], random: Random): Typed {
  const at = below(random, words.length - 1)
  const two = [words[at] ?? '', words[at + 1] ?? '']
  return { typed: (random() < 0.5 ? two : two.toReversed()).join(' '), words: two }
}
