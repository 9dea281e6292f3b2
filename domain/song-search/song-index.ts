import { foldSong } from '../song-text.ts'
import type { PackedIndex } from './packed-index.ts'
import type { SearchOptions, SongHit, SongLine, SongMatch } from './song-line.ts'
import { spellings } from './spellings.ts'

export type SongIndex = {
  /** How many songs. */
  size: number
  has(id: string): boolean
  search(input: string, options: SearchOptions): readonly SongHit[]
}

const RANK: Readonly<Record<SongMatch, number>> = { exact: 0, prefix: 1, similar: 2 }

export function openIndex({ lines }: PackedIndex): SongIndex {
  const ids = new Set(lines.map(({ id }) => id))
  return {
    size: lines.length,
    has: (id) => ids.has(id),
    search: (input, { limit, first, onlyFirst }) => {
      const wanted = new Set(first)
      const hits = lines.flatMap((line): SongHit[] => {
        const match = matchOf(input, line)
        return match === null ? [] : [{ id: line.id, match, first: wanted.has(line.id) }]
      })
      return hits
        .filter((hit) => hit.first || onlyFirst !== true)
        .toSorted((a, b) => Number(b.first) - Number(a.first) || RANK[a.match] - RANK[b.match])
        .slice(0, limit)
    },
  }
}

function matchOf(input: string, { key }: SongLine): SongMatch | null {
  const asked = foldSong(input)
  const [title = '', performer = ''] = key.split('\n')
  if (asked === '') return null
  if ([title, `${title} ${performer}`, `${performer} ${title}`].includes(asked)) return 'exact'
  const words = `${title} ${performer}`.split(' ')
  const asks = asked.split(' ')
  if (asks.every((ask) => words.some((word) => word.startsWith(ask)))) return 'prefix'
  if (asks.every((ask) => words.some((word) => near(ask, word)))) return 'similar'
  const others = spellings(input).map((spelling) => spelling.split(' '))
  return others.some((other) => other.every((ask) => words.some((word) => word.startsWith(ask))))
    ? 'similar'
    : null
}

function near(ask: string, word: string): boolean {
  if (word.startsWith(ask)) return true
  if (ask.length < 3) return false
  return [-1, 0, 1].some((more) => oneOff(ask, word.slice(0, ask.length + more)))
}

function oneOff(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [left, right] = [one.slice(at), other.slice(at)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}
