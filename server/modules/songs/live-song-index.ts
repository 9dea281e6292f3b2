import { randomUUID } from 'node:crypto'
import type {
  IndexSearchOptions,
  IndexedSong,
  SongHit,
} from '#packages/song-search/index-format.ts'
import { makeSongSearch } from '#packages/song-search/song-search.ts'
import { backOffMs } from '#server/platform/concurrency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Bus, LiveLog } from '#packages/live-broadcast/bus.ts'
import { buildElsewhere, buildHere } from './build-index.ts'
import { makeIndexSync } from './song-index-sync.ts'
import type { IdRange } from './songs.store.ts'

const TOPIC = 'songs'
const BODY = /^(\S+) ([0-9a-f-]{36}) ([0-9a-f-]{36})$/u

/**
 * Tells every process that songs were added, after the commit. Ids that one process makes are a dense
 * run in time, so that the first and the last of them name a batch of any size; what others added in
 * between is read once more, which changes nothing.
 */
export function publishSongs(
  bus: Pick<Bus, 'publish'>,
  ids: readonly string[],
  teller = '-',
): void {
  if (ids.length === 0) return
  const sorted = ids.toSorted()
  bus.publish(TOPIC, `${teller} ${sorted[0]} ${sorted.at(-1)}`)
}

/** What other processes add, as ranges of ids. */
function songNews(bus: Pick<Bus, 'publish' | 'subscribe'>) {
  const own = randomUUID()
  return {
    tell: (ids: readonly string[]) => publishSongs(bus, ids, own),
    /** Not told of what this process added. Gives back the function that ends it. */
    hear: (hear: (range: IdRange) => void) =>
      bus.subscribe(TOPIC, (body) => {
        const [, teller, first, last] = BODY.exec(body) ?? []
        if (teller !== own && first !== undefined && last !== undefined) hear({ first, last })
      }),
  }
}

/** Up to so many songs the index is built where it is used, in less time than a thread takes to start. */
const BUILT_HERE_MOST = 5000
/** So many songs in the second index, and such a part of all, make it worth a rebuild. */
const FRESH_MOST = 20_000
const FRESH_PART = 0.1
/** Orders change what is found first; a day later it is so. */
const REBUILT_MS = 24 * 60 * 60 * 1000
const RETRY_MS = { first: 15_000, most: 900_000 }

export type LiveSongIndex = ReturnType<typeof makeLiveSongIndex>

/**
 * This process's copy of the words of all songs: built from the database, kept whole by what this and
 * other processes tell, by its own looks, and by rebuilding. Nothing is read before it is opened.
 * `url`: where a thread opens a connection of its own, null for an embedded database.
 */
export function makeLiveSongIndex(deps: {
  sql: Sql
  url: string | null
  bus: Bus
  log: LiveLog
  builtHereMost?: number
}) {
  const { sql, url, bus, log, builtHereMost = BUILT_HERE_MOST } = deps
  const closing = new AbortController()
  const songs = makeSongSearch()
  const news = songNews(bus)
  let opening: Promise<void> | null = null
  let building: Promise<void> | null = null
  /** What came before the first reading is in it. */
  let reading = false
  let large = false
  let wanted = false
  let builtAt = 0
  let failures = 0
  let quietUntil = 0

  const since = makeIndexSync({
    sql,
    log,
    take: (lines) => songs.add(lines),
    tooMany: () => {
      wanted = true
    },
  })
  const subscriptions = [
    news.hear((range) => {
      if (reading) since.read(range)
    }),
    bus.onGap(() => {
      if (reading) void since.look()
    }),
  ]

  /** True where the catalogue was small enough to be indexed here. */
  async function buildSmall(): Promise<boolean> {
    reading = true
    const before = songs.mark()
    const index = await buildHere(sql, builtHereMost)
    large = index === null
    if (index !== null) songs.replace(index, before)
    return !large
  }

  async function build(): Promise<void> {
    if (large || !(await buildSmall())) {
      const before = songs.mark()
      songs.replace(await buildElsewhere(sql, { url }, closing.signal), before)
    }
    builtAt = performance.now()
    failures = 0
  }

  /** A failure leaves what there was, is logged when it begins, and is tried again later. */
  function failed(error: unknown): void {
    if (closing.signal.aborted) return
    if (failures === 0) log.error({ err: error }, 'the index of songs could not be built')
    failures += 1
    quietUntil = performance.now() + backOffMs(failures, RETRY_MS)
    wanted = true
  }

  /** One at a time. */
  function rebuild(): Promise<void> {
    wanted = false
    building ??= build()
      .catch(failed)
      .finally(() => {
        building = null
      })
    return building
  }

  async function open(): Promise<void> {
    try {
      if (await buildSmall()) builtAt = performance.now()
      else void rebuild()
    } catch (error) {
      opening = null
      failed(error)
    }
  }

  const rests = () => performance.now() < quietUntil

  function due(): boolean {
    if (rests() || building !== null) return false
    const many = songs.fresh > Math.max(FRESH_MOST, songs.size * FRESH_PART)
    return wanted || many || (songs.ready && performance.now() - builtAt > REBUILT_MS)
  }

  function begun(): Promise<void> {
    if (closing.signal.aborted || (opening === null && rests())) return Promise.resolve()
    opening ??= open()
    return opening
  }

  return {
    /** Begins to build, if nobody did, and says whether the index answers: a large one does so later. */
    async answers(): Promise<boolean> {
      if (!songs.ready) await begun()
      return songs.ready
    },

    search: (input: string, options: IndexSearchOptions): readonly SongHit[] =>
      songs.search(input, options),

    size: () => songs.size,
    ready: () => songs.ready,

    /** New songs, after the commit: found here at once, and soon by the other processes. */
    add(lines: readonly IndexedSong[]): void {
      if (reading) songs.add(lines)
      news.tell(lines.map(({ id }) => id))
    },

    /** What the clock calls: looks for songs that nobody told of, and rebuilds what has grown or aged. */
    async tend(): Promise<void> {
      await begun()
      await since.look()
      if (due()) void rebuild()
    },

    /** Reads all songs anew, in the background. */
    rebuild,

    async close(): Promise<void> {
      closing.abort()
      for (const stop of subscriptions) stop()
      await Promise.all([opening, building, since.close()])
    },
  }
}
