import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { BEFORE_ALL } from '#domain/uuid.ts'
import { makeIndexBuilder } from '#packages/song-search/index-builder.ts'
import type { IndexedSong, PackedIndex } from '#packages/song-search/index-format.ts'
import { isTagged } from '#packages/song-search/query.ts'
import type { SongIndex } from '#packages/song-search/song-index.ts'
import { openIndex } from '#packages/song-search/song-index.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { songPage } from './songs.store.ts'

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
    // A version («минус», «live») is never before the song itself, which may have no orders yet.
    orders: names !== undefined && isTagged(names) ? 0 : Math.abs(Number(orders)) + 1,
    ...(orders.startsWith('-') && { hidden: true }),
    key: `${title}\n${artistName}`,
  }
}

/** Takes a page that is not empty. */
function lastIdOf(page: string): string {
  const start = page.lastIndexOf('\n') + 1
  return page.slice(start, start + ID_LENGTH)
}

/**
 * Yields pages of `most` songs whose ids are greater than `after`, up to `last` where it is given. The next page is
 * requested while the previous one is being read; between pages the event loop gets a turn.
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
      // A consumer that stops in the middle awaits neither the next page nor its error.
      coming.catch(() => {})
      yield page
      await yieldToLoop()
    }
  } finally {
    await coming.catch(() => {})
  }
}

/** The data for the thread: the server to read from; with null it is sent the songs. */
export type IndexSource = { url: string | null }

/** Lines of songs are short-lived: a large young generation would stay with the process after the thread has ended. */
const SMALL_YOUNG_GENERATION = { maxYoungGenerationSizeMb: 8 }

/** Small parts: the embedded database reads each in the thread that serves all requests. */
const PAGE = 1000

/**
 * Builds the index of a catalogue of at most `most` songs in this thread: some twenty milliseconds for five thousand.
 * Null where there are more.
 */
export async function buildInProcess(sql: Sql, most: number): Promise<SongIndex | null> {
  const lines: IndexedSong[] = []
  for await (const page of songPages(sql, { most: Math.min(PAGE, most + 1) })) {
    lines.push(...readPage(page))
    if (lines.length > most) return null
  }
  const builder = makeIndexBuilder()
  for (const line of lines) builder.add(line)
  return openIndex(builder.build())
}

/** Builds the index of a catalogue of any size in its own thread. Rejects where that fails, and when `signal` aborts. */
export async function buildInWorker(
  sql: Sql,
  source: IndexSource,
  signal: AbortSignal,
): Promise<SongIndex> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), {
    workerData: source,
    resourceLimits: SMALL_YOUNG_GENERATION,
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
    // From here on nothing of it reads the database or runs.
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
