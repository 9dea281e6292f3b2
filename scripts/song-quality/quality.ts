import { makeIndexBuilder } from '#packages/song-search/index-builder.ts'
import { openIndex } from '#packages/song-search/song-index.ts'
import { makeSongSearch } from '#packages/song-search/song-search.ts'
import { songKey } from '#packages/song-search/song-text.ts'
import type { SongText } from '#server/modules/songs/catalogue.ts'
import { PERFORMER_NAMES } from '#server/modules/songs/performer-names.ts'
import { ofHalf } from './half.ts'
import type { Half } from './half.ts'
import { handWritten } from './hand-written.ts'
import { judge } from './judge.ts'
import type { Sung, QueryVerdict } from './judge.ts'
import { madeQueries } from './made-queries.ts'
import type { Query } from './query.ts'

/** The number of first places that count as found. */
const PLACES = 5
const MOST_OF_KIND = 80

/** Returns the numbers of the songs that match an input, the best first. */
type Finder = (input: string, limit: number) => readonly number[]

type QualitySongs = {
  songs: readonly Sung[]
  numbers: ReadonlyMap<string, number>
  find: Finder
}

/** The queries for the songs of this half: first the generated ones, then those written by hand. */
export async function queriesOf(catalogue: readonly SongText[], half: Half): Promise<Query[]> {
  const wanted = catalogue
    .map(({ title, artistName }) => ({ title, artistName, key: songKey(title, artistName) }))
    .filter(({ key }) => ofHalf(key, half))
  const byHand = (await handWritten()).filter((query) => ofHalf(query.wanted.key, half))
  return [...madeQueries(wanted, MOST_OF_KIND), ...byHand]
}

/** The project's own search over these songs. */
export async function searchOver(
  lines: AsyncIterable<Sung> | Iterable<Sung>,
): Promise<QualitySongs> {
  const builder = makeIndexBuilder()
  const songs: Sung[] = []
  const numbers = new Map<string, number>()
  for await (const { key, orders } of lines) {
    builder.add({ id: idOf(songs.length), key, orders })
    numbers.set(key, songs.length)
    songs.push({ key, orders })
  }
  const search = makeSongSearch(PERFORMER_NAMES)
  search.replace(openIndex(builder.build()))
  const find: Finder = (input, limit) =>
    search.search(input, { limit }).map(({ id }) => numberOf(id))
  return { songs, numbers, find }
}

/** The verdict on each query. Throws for a query whose song is not among the songs. */
export function verdictsOn(
  queries: readonly Query[],
  { songs, numbers, find }: QualitySongs,
): QueryVerdict[] {
  return queries.map((query) => {
    const own = songs[numbers.get(query.wanted.key) ?? -1]
    if (own === undefined) throw new Error(`no song «${query.wanted.title}» to be found`)
    const found = find(query.typed, PLACES).flatMap((number) => songs[number] ?? [])
    return judge(query, found, own.orders)
  })
}

const idOf = (number: number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const numberOf = (id: string) => Number.parseInt(id.slice(-12), 16)
