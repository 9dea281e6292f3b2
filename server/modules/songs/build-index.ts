import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { makeIndexBuilder } from '#packages/song-search/index-builder.ts'
import type { IndexedSong, PackedIndex } from '#packages/song-search/index-format.ts'
import { isTagged } from '#packages/song-search/query.ts'
import type { SongIndex } from '#packages/song-search/song-index.ts'
import { openIndex } from '#packages/song-search/song-index.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { songPage } from './songs.store.ts'

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const ID_LENGTH = 36
const BETWEEN = '\u001F'

/** The songs of a page as the store wrote it. */
export function readPage(page: string): IndexedSong[] {
  return page === '' ? [] : page.split('\n').map(readLine)
}

function readLine(line: string): IndexedSong {
  const [id = '', orders = '', title = '', artistName = '', names] = line.split(BETWEEN)
  return {
    id,
    // A version («минус», «live») is never before the song itself, which nobody may have ordered yet.
    orders: names !== undefined && isTagged(names) ? 0 : Number(orders) + 1,
    key: `${title}\n${artistName}`,
  }
}

/** Takes a page that is not empty. */
function lastIdOf(page: string): string {
  const start = page.lastIndexOf('\n') + 1
  return page.slice(start, start + ID_LENGTH)
}

/**
 * Pages of `most` songs whose ids are greater than `after`, up to `last` where one is named. The next one is asked for
 * while the one before is being read; whoever else works in this thread gets a turn between them.
 */
export async function* songPages(
  sql: Sql,
  { after = BEFORE_ALL, last, most }: { after?: string; last?: string; most: number },
): AsyncGenerator<string> {
  let coming = songPage(sql, { after, last, most })
  try {
    for (;;) {
      const page = await coming
      if (page === '') return
      coming = songPage(sql, { after: lastIdOf(page), last, most })
      // A consumer that stops in the middle takes neither the next page nor its error.
      coming.catch(() => {})
      yield page
      await yieldToLoop()
    }
  } finally {
    await coming.catch(() => {})
  }
}

/** What the thread is started with: the server to read from; with null it is sent the songs. */
export type IndexSource = { url: string | null }

/** Lines of songs die young: room for many of them would stay with the process when the thread is gone. */
const LITTLE_YOUNG = { maxYoungGenerationSizeMb: 8 }

/** Small parts: the embedded database reads each in the thread that answers everybody. */
const PAGE = 1000

/**
 * The index of a catalogue of at most `most` songs, built here and now: some twenty milliseconds for
 * five thousand. Null where there are more.
 */
export async function buildHere(sql: Sql, most: number): Promise<SongIndex | null> {
  const lines: IndexedSong[] = []
  for await (const page of songPages(sql, { most: Math.min(PAGE, most + 1) })) {
    lines.push(...readPage(page))
    if (lines.length > most) return null
  }
  const builder = makeIndexBuilder()
  for (const line of lines) builder.add(line)
  return openIndex(builder.build())
}

/** The index of a catalogue of any size, built in a thread of its own. Rejects where that dies, and when `signal` aborts. */
export async function buildElsewhere(
  sql: Sql,
  source: IndexSource,
  signal: AbortSignal,
): Promise<SongIndex> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), {
    workerData: source,
    resourceLimits: LITTLE_YOUNG,
  })
  const over = new AbortController()
  const built = Promise.withResolvers<PackedIndex>()
  worker.once('message', built.resolve)
  worker.once('error', built.reject)
  worker.once('exit', (code) => built.reject(new Error(`the builder ended with ${code}`)))
  const giveUp = () => built.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  const sent =
    source.url === null
      ? send(sql, worker, AbortSignal.any([signal, over.signal])).catch(built.reject)
      : null
  try {
    return openIndex(await built.promise)
  } finally {
    signal.removeEventListener('abort', giveUp)
    over.abort()
    // Nothing of it reads the database or runs any more.
    await Promise.all([sent, worker.terminate()])
  }
}

async function send(sql: Sql, worker: Worker, signal: AbortSignal): Promise<void> {
  for await (const page of songPages(sql, { most: PAGE })) {
    if (signal.aborted) return
    worker.postMessage(page, [])
  }
  worker.postMessage(null, [])
}
