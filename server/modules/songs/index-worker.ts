import { parentPort, workerData } from 'node:worker_threads'
import { makeIndexBuilder } from '#packages/song-search/index-builder.ts'
import { buffersOf } from '#packages/song-search/index-format.ts'
import { openPostgres } from '#server/platform/db/open.ts'
import type { IndexSource } from './build-index.ts'
import { readPage, songPages } from './build-index.ts'

const PAGE = 20_000

/** A thread that builds one index, posts it and ends. */
async function work({ url }: IndexSource): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('the index is built in a thread of its own')
  const builder = makeIndexBuilder()
  const take = (page: string) => {
    for (const line of readPage(page)) builder.add(line)
  }

  async function fromServer(address: string): Promise<void> {
    const database = await openPostgres(address, 1)
    try {
      for await (const page of songPages(database.sql, { most: PAGE })) take(page)
    } finally {
      await database.close()
    }
  }

  /** The one connection of an embedded database belongs to the main thread, which sends the pages and then null. */
  async function fromMain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    port?.on('message', (page: string | null) => (page === null ? resolve() : take(page)))
    await promise
    port?.removeAllListeners('message')
    port?.unref()
  }

  await (url === null ? fromMain() : fromServer(url))
  const packed = builder.build()
  port.postMessage(packed, buffersOf(packed))
}

await work(workerData as IndexSource)
