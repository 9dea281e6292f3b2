import { randomUUID } from 'node:crypto'
import { songKey } from './song-text.ts'
import { makeIndexBuilder } from './index-builder.ts'
import type { IndexSearchOptions, IndexedSong } from './index-format.ts'
import type { PerformerNames } from './performer-names.ts'
import { openIndex } from './song-index.ts'
import type { SongIndex } from './song-index.ts'
import { makeSongSearch } from './song-search.ts'
import type { SongSearch } from './song-search.ts'

/** «Title — Performer», with its number of orders. */
export function line(text: string, orders = 0): IndexedSong {
  const [title = '', performer = ''] = text.split(' — ')
  return { id: randomUUID(), key: songKey(title, performer), orders }
}

export function indexOf(lines: readonly IndexedSong[]): SongIndex {
  const builder = makeIndexBuilder()
  for (const one of lines) builder.add(one)
  return openIndex(builder.build())
}

type SongSearchWorld = {
  search: SongSearch
  /** The texts of the found songs, the best first. */
  found(input: string, options?: Partial<IndexSearchOptions>): string[]
  /** How the first found song matches. */
  match(input: string): string | undefined
  /** The ids of songs by their texts. */
  ids(...texts: readonly string[]): string[]
}

/** A search over «Title — Performer», or over such texts with their numbers of orders. */
export function worldOf(
  songs: readonly string[] | Readonly<Record<string, number>>,
  names?: PerformerNames,
): SongSearchWorld {
  const lines = Object.entries<string | number>(songs).map(([name, value]) => {
    const [text, orders] = typeof value === 'string' ? [value, 0] : [name, value]
    return { text, ...line(text, orders) }
  })
  const texts = new Map(lines.map(({ id, text }) => [id, text]))
  const search = makeSongSearch(names)
  search.replace(indexOf(lines))
  return {
    search,
    found: (input, options = {}) =>
      search.search(input, { limit: 30, ...options }).map(({ id }) => texts.get(id) ?? id),
    match: (input) => search.search(input, { limit: 1 })[0]?.match,
    ids: (...asked) =>
      asked.map((text) => lines.find((one) => one.text === text)?.id ?? 'no such song'),
  }
}
