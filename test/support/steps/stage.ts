import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import type { World } from '../world.ts'

const TITLES = ['А', 'Б', 'В', 'Г', 'Д'] as const

export type Title = (typeof TITLES)[number]
export type TestStage = Awaited<ReturnType<typeof makeStage>>

/** A musician on stage with five songs to order, each by its one-letter title; actions go over HTTP. */
export async function makeStage(
  world: World,
  columns: {
    artist?: Parameters<World['artist']>[0]
    concert?: Parameters<World['concert']>[1]
  } = {},
) {
  const artist = await world.artist(columns.artist)
  const concertId = await world.concert(artist, {
    status: 'NOW',
    startsIn: -10,
    ...columns.concert,
  })
  const as = { token: artist.token }
  const ids: Record<Title, string> = { А: '', Б: '', В: '', Г: '', Д: '' }
  const songs = await world.songs(TITLES, artist.username)
  for (const [at, title] of TITLES.entries()) ids[title] = songs[at] ?? ''

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
    /** The queue in short: «А NOW», «Б QUEUED». */
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
    /** Every entry of this concert in the table, in alphabetical order: «А PLAYED». */
    async history() {
      const rows = await world.sql
        .selectFrom('queueEntries as e')
        .innerJoin('songs as s', 's.id', 'e.songId')
        .select(['s.title', 'e.status'])
        .where('e.concertId', '=', concertId)
        .execute()
      return rows.map(({ title, status }) => `${title} ${status}`).toSorted()
    },
  }
}

/** The ids of the listeners' messages in the artist's queue. */
export async function askIds({ queue }: Pick<TestStage, 'queue'>): Promise<string[]> {
  return (await queue()).flatMap(({ asks = [] }) => asks.map(({ id }) => id))
}

/** The ask id of an order without texts, as the server makes it. */
export function silentAskId(orderId: string): string {
  const hex = createHash('md5').update(`ask ${orderId}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-')
}

let phones = 0

/**
 * A listener's phone that stores its cookie, on a network address of its own, so that only a test of the limits by
 * address reaches them.
 */
export function makePhone(world: World) {
  phones += 1
  const address = `10.${(phones >> 16) & 255}.${(phones >> 8) & 255}.${phones & 255}`
  let cookie: string | undefined
  return {
    address,
    get cookie() {
      return cookie
    },
    async order(
      stage: Pick<TestStage, 'artist' | 'concertId'>,
      songId: string | null,
      more: object = {},
      key?: string,
    ) {
      const reply = await world.call(api.songs.orderSong, orderOf(stage, songId, more), {
        address,
        ...(cookie === undefined ? {} : { cookie }),
        ...(key === undefined ? {} : { key }),
      })
      cookie = reply.cookie
      return reply
    },
  }
}

/** The input of an order as the page sends it. */
export function orderOf(
  { artist, concertId }: Pick<TestStage, 'artist' | 'concertId'>,
  songId: string | null,
  more: object = {},
) {
  const body = {
    songId,
    artistUsername: artist.username,
    sessionId: concertId,
    title: '',
    artistName: '',
    imageUrl: '',
    ...more,
  }
  return { body }
}

/** A phone that the server knows already and that has ordered nothing at any concert of the test. */
export async function knownPhone(world: World): Promise<{ cookie: string; address: string }> {
  const phone = makePhone(world)
  const artist = await world.artist()
  const concertId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  await phone.order({ artist, concertId }, await world.song('А', artist.username))
  assert.ok(phone.cookie !== undefined)
  return { cookie: phone.cookie, address: phone.address }
}

/** The artist has put these songs up for two minutes. */
export async function begunBattle(world: World, stage: TestStage, titles: readonly Title[]) {
  const battle = { sessionId: stage.concertId, id: randomUUID() }
  const songIds = titles.map((title) => stage.ids[title])
  await world.ok(api.artist.startBattle, { body: { ...battle, songIds, minutes: 2 } }, stage.as)
  return battle
}

/** A vote of this phone, or of a new one. */
export function voteIn(
  world: World,
  battle: { readonly sessionId: string; readonly id: string },
  songId: string,
  phone: { cookie?: string | undefined } = {},
) {
  return world.call(
    api.songs.voteInBattle,
    { body: { ...battle, songId } },
    {
      ...(phone.cookie !== undefined && { cookie: phone.cookie }),
      address: makePhone(world).address,
    },
  )
}
