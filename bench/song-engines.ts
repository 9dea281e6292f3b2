import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import MiniSearch from 'minisearch'
import type { PackedIndex } from '../packages/song-search/index-format.ts'
import { openIndex } from '../packages/song-search/song-index.ts'
import { makeSongSearch } from '../packages/song-search/song-search.ts'
import { foldSong } from '../packages/song-search/song-text.ts'
import { PERFORMER_NAMES } from '../server/modules/songs/performer-names.ts'
import { placeOfId, readSongs } from './song-lines.ts'

/** Returns the file positions of the songs that match an input, best first. */
export type SongEngine = (input: string, limit: number) => number[]

const FUZZY_FROM = 4

/** Our own index, built by a thread as in the product. */
async function own(file: string): Promise<SongEngine> {
  const worker = new Worker(new URL('./song-index-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const [packed] = (await once(worker, 'message')) as [PackedIndex]
  const search = makeSongSearch(PERFORMER_NAMES)
  search.replace(openIndex(packed))
  await worker.terminate()
  return (input, limit) => search.search(input, { limit }).map(({ id }) => placeOfId(id))
}

/** The best that npm has for this: prefixes, one wrong letter, popular songs first. */
async function miniSearch(file: string): Promise<SongEngine> {
  const engine = new MiniSearch<{ id: number; title: string; performer: string; orders: number }>({
    fields: ['title', 'performer'],
    storeFields: ['orders'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length >= FUZZY_FROM ? 1 : false),
      boostDocument: (_id, _term, stored) => 1 + Math.log10(1 + Number(stored?.['orders'] ?? 0)),
    },
  })
  let id = 0
  for await (const { key, orders } of readSongs(file)) {
    const [title = '', performer = ''] = key.split('\n')
    engine.add({ id: id++, title, performer, orders })
  }
  return (input, limit) =>
    engine
      .search(foldSong(input))
      .slice(0, limit)
      .map((hit) => Number(hit.id))
}

export const ENGINES = { own, miniSearch }
export type EngineName = keyof typeof ENGINES
