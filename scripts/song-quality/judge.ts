import { foldSong } from '#packages/song-search/song-text.ts'
import type { Query } from './query.ts'

export type Sung = { key: string; orders: number }

export type QueryVerdict = {
  query: Query
  /** The position of the wanted song, from 1; null if it is not among the first. */
  place: number | null
  /** By the ranking rule all found songs come before it: they match better, or equally well and are ordered at least as often. */
  outranked: boolean
  found: readonly Sung[]
}

/**
 * How well a song matches, the best first: the typed text, as a whole or by word prefixes; the same of the meant text,
 * in its own alphabet; with a wrong letter; not at all.
 */
const FITS = { whole: 0, beginnings: 1, similar: 4, none: 6 } as const
const OF_MEANT = { whole: 2, beginnings: 3, similar: 5, none: 6 } as const

/**
 * Judges the first results of a query. If several songs have the wanted title, each of them counts as found, unless the
 * performer was typed too.
 */
export function judge(query: Query, found: readonly Sung[], wantedOrders: number): QueryVerdict {
  const title = titleOf(query.wanted.key)
  const at = found.findIndex(
    ({ key }) => key === query.wanted.key || (query.kind !== 'performer' && titleOf(key) === title),
  )
  if (at !== -1) return { query, place: at + 1, outranked: false, found }
  const wanted = fitOf(query, query.wanted.key)
  const before = ({ key, orders }: Sung) => {
    const fit = fitOf(query, key)
    return fit < wanted || (fit === wanted && fit < FITS.none && orders >= wantedOrders)
  }
  return { query, place: null, outranked: found.length > 0 && found.every(before), found }
}

const titleOf = (key: string) => key.slice(0, key.indexOf('\n'))

function fitOf({ typed, meant }: Query, key: string): number {
  return Math.min(FITS[fits(foldSong(typed), key)], OF_MEANT[fits(foldSong(meant), key)])
}

function fits(text: string, key: string): keyof typeof FITS {
  const [title = '', performer = ''] = key.split('\n')
  if ([title, `${title} ${performer}`, `${performer} ${title}`].includes(text)) return 'whole'
  const words = key.split(/[\n ]/u)
  const typed = text.split(' ')
  if (typed.every((one) => words.some((word) => word.startsWith(one)))) return 'beginnings'
  return typed.every((one) => words.some((word) => beginsLike(word, one))) ? 'similar' : 'none'
}

/** Whether some prefix of the word equals the typed text except for one letter: wrong, missing, extra, or swapped with its neighbour. */
function beginsLike(word: string, typed: string): boolean {
  const lengths = [typed.length - 1, typed.length, typed.length + 1]
  return lengths.some((length) => length > 0 && oneLetterOff(word.slice(0, length), typed))
}

function oneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  const rest = { short: short.slice(same), long: long.slice(same) }
  if (short.length !== long.length) return rest.long.slice(1) === rest.short
  const swapped = `${rest.long[1] ?? ''}${rest.long[0] ?? ''}${rest.long.slice(2)}`
  return rest.long.slice(1) === rest.short.slice(1) || swapped === rest.short
}
