import type { AddressInfo } from 'node:net'
import { Type } from '@sinclair/typebox'
import Fastify from 'fastify'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { api } from '../contract/index.ts'
import { pathOf } from '../contract/path.ts'
import { foldSong, wordsOf } from '../packages/song-search/song-text.ts'
import { readArtistByUsername } from '../server/modules/artists/artists.store.ts'
import { queueView } from '../server/modules/queue/queue-view.store.ts'
import {
  idsInRepertoire,
  readSongsByIds,
  searchSongs,
} from '../server/modules/songs/songs.store.ts'
import { concertFacts } from '../server/platform/db/concert-facts.ts'
import { openEmbedded, openPostgres } from '../server/platform/db/open.ts'
import { serveParent } from './forked-child.ts'
import { bareOrder } from './bare-orders.ts'
import type { ApiDataset } from './api-dataset.ts'

/** Where the database is, and the dataset in it. */
export type BareAsk = {
  readonly directory?: string
  readonly url?: string
  readonly dataset: ApiDataset
}

type Answer = (input: { query: Record<string, string>; body: Record<string, never> }) => unknown

/**
 * The same calls as bare Fastify routes with the same schemas, which send the same bytes after the
 * same reads and writes of the database: nothing is searched, checked or decided.
 */
async function serve({ directory, url, dataset }: BareAsk): Promise<number> {
  const { sql } = url === undefined ? await openEmbedded(directory) : await openPostgres(url)
  const app = Fastify()
  const hits = new Map<string, readonly string[]>()
  for (const typed of dataset.typed) {
    const words = wordsOf(typed)
    if (words.length === 0) continue
    const found = await searchSongs(sql, {
      phrase: foldSong(typed),
      words,
      artistId: null,
      onlyRepertoire: false,
      withoutClosed: false,
      among: null,
      limit: 30,
    })
    hits.set(
      typed,
      found.map(({ id }) => id),
    )
  }
  const order = bareOrder(sql, { concertId: dataset.concertId, songs: [...dataset.songIds] })
  const liveQueue = await queueView(sql, dataset.concertId)
  order.addEntries(liveQueue.map(({ id }) => id))
  let turn = 0

  const wired = (songs: Awaited<ReturnType<typeof readSongsByIds>>) =>
    songs.map(({ id, title, artistName, imageUrl }) => ({
      songId: id,
      title,
      artistName,
      imageUrl,
      isFavorite: false,
    }))

  function mount(endpoint: AnyEndpoint, answer: Answer) {
    app.route({
      method: endpoint.method,
      url: pathOf(endpoint),
      schema: {
        querystring: endpoint.query,
        ...(endpoint.method === 'GET' ? {} : { body: endpoint.body }),
        response: { 200: Type.Object({ data: endpoint.answer }) },
      },
      handler: async (request) => ({ data: await answer(request as Parameters<Answer>[0]) }),
    })
  }

  mount(api.features.check, () => true)
  mount(api.songs.byIds, async ({ body }) =>
    wired(await readSongsByIds(sql, body['songIds'] ?? [])),
  )
  mount(api.songs.findSong, async ({ query }) => {
    const artist = await readArtistByUsername(sql, query['username'] ?? '')
    await idsInRepertoire(sql, artist?.id ?? null, true)
    return wired(await readSongsByIds(sql, hits.get(query['input'] ?? '') ?? []))
  })
  mount(api.test.getQueueBySession, async ({ body }) => {
    await concertFacts(sql, body['sessionId'] ?? '')
    return queueView(sql, body['sessionId'] ?? '')
  })
  mount(api.songs.orderSong, async () => {
    await order.place(turn++)
    return { orderId: dataset.concertId }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

serveParent(serve)
