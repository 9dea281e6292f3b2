import { foldSong } from '#domain/song-text.ts'
import type { Query } from './query.ts'

export type Sung = { key: string; orders: number }

export type Verdict = {
  query: Query
  /** Where the wanted song stands, from 1; null where it is not among the first. */
  place: number | null
  /** All that stand in its place answer the query as well and are ordered as often: nobody could tell which is wanted. */
  open: boolean
  found: readonly Sung[]
}

/** As a whole, by the beginnings of words, with a wrong letter, or not at all. */
const FITS = { whole: 0, beginnings: 1, similar: 2, none: 3 } as const

/**
 * Judges what was found first for a query. Where several songs have the wanted title, each of them
 * counts as found, unless the performer was typed too.
 */
export function judge(query: Query, found: readonly Sung[], wantedOrders: number): Verdict {
  const title = titleOf(query.wanted.key)
  const at = found.findIndex(
    ({ key }) => key === query.wanted.key || (query.kind !== 'performer' && titleOf(key) === title),
  )
  if (at !== -1) return { query, place: at + 1, open: false, found }
  const wanted = fitOf(query, query.wanted.key)
  const asGood = ({ key, orders }: Sung) =>
    orders >= wantedOrders && fitOf(query, key) <= Math.min(wanted, FITS.similar)
  const open = found.length > 0 && found.every(asGood)
  return { query, place: null, open, found }
}

const titleOf = (key: string) => key.slice(0, key.indexOf('\n'))

function fitOf({ typed, meant }: Query, key: string): number {
  return Math.min(fits(foldSong(typed), key), fits(foldSong(meant), key))
}

function fits(text: string, key: string): number {
  const [title = '', performer = ''] = key.split('\n')
  if ([title, `${title} ${performer}`, `${performer} ${title}`].includes(text)) return FITS.whole
  const words = key.split(/[\n ]/u)
  const typed = text.split(' ')
  if (typed.every((one) => words.some((word) => word.startsWith(one)))) return FITS.beginnings
  const similar = typed.every((one) => words.some((word) => beginsLike(word, one)))
  return similar ? FITS.similar : FITS.none
}

/** Whether some beginning of the word is what was typed but for one letter: wrong, missing, too many, or two changed about. */
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
