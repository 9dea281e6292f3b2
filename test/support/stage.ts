import type { Insertable } from 'kysely'
import { api } from '#contract/index.ts'
import type { SongStatus } from '#domain/queue.ts'
import type { Schema } from '#server/db/schema.ts'
import type { World } from './world.ts'

const TITLES = ['А', 'Б', 'В', 'Г', 'Д'] as const

export type Title = (typeof TITLES)[number]
export type Stage = Awaited<ReturnType<typeof makeStage>>

/** A musician on stage with five songs to order, each by its one-letter title; what is done here goes over HTTP. */
export async function makeStage(
  world: World,
  columns: {
    artist?: Partial<Insertable<Schema['artists']>>
    concert?: Partial<Insertable<Schema['concerts']>>
  } = {},
) {
  const artist = await world.artist(columns.artist)
  const concertId = await world.concert(artist, { status: 'NOW', startsIn: -10, ...columns.concert })
  const as = { token: artist.token }
  const ids: Record<Title, string> = { А: '', Б: '', В: '', Г: '', Д: '' }
  for (const title of TITLES) ids[title] = await world.song(title, artist.username)

  async function queue() {
    return world.ok(api.artist.queue, { query: { sessionId: concertId } }, as)
  }

  async function setStatus(title: Title, statusSong: SongStatus) {
    return world.ok(
      api.artist.changeSongStatus,
      { body: { songId: ids[title], statusSong, sessionId: concertId } },
      as,
    )
  }

  return {
    artist,
    as,
    concertId,
    ids,
    queue,
    /** The queue in a few letters: «А NOW», «Б QUEUED». */
    list: async () => (await queue()).map(({ title, status }) => `${title} ${status}`),
    /** Makes these the ordered songs, in this order. */
    scheduled: (...titles: Title[]) =>
      world.ok(
        api.artist.updateSessionSongList,
        { body: { sessionId: concertId, idList: titles.map((title) => ids[title]) } },
        as,
      ),
    async queued(...titles: Title[]) {
      for (const title of titles) await setStatus(title, 'QUEUED')
    },
    skip: (title: Title) => setStatus(title, 'SKIPPED'),
    next: (title?: Title) =>
      world.ok(
        api.artist.nextSong,
        { body: { songId: title === undefined ? null : ids[title] } },
        as,
      ),
    /** What the table says of every entry of this concert, oldest first: «А PLAYED». */
    async history() {
      const rows = await world.sql
        .selectFrom('queue_entries as e')
        .innerJoin('songs as s', 's.id', 'e.song_id')
        .select(['s.title', 'e.status'])
        .where('e.concert_id', '=', concertId)
        .orderBy('e.id')
        .execute()
      return rows.map(({ title, status }) => `${title} ${status}`)
    },
  }
}
