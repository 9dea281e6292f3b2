import { Worker } from 'node:worker_threads'
import { makeIndexBuilder } from '#packages/song-search/index-builder.ts'
import type { IndexedSong, PackedIndex } from '#packages/song-search/index-format.ts'
import type { SongIndex } from '#packages/song-search/song-index.ts'
import { openIndex } from '#packages/song-search/song-index.ts'
import type { Sql } from '../../platform/db/open.ts'
import { readPage, songPages } from './song-pages.ts'

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
