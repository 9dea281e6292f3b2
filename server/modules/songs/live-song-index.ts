import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type {
  IndexSearchOptions,
  IndexedSong,
  SongHit,
} from '#packages/song-search/index-format.ts'
import { makeSongSearch } from '#packages/song-search/song-search.ts'
import { backOffMs } from '#server/platform/concurrency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Bus, LiveLog } from '#packages/live-broadcast/bus.ts'
import { buildInWorker, buildInProcess } from './build-index.ts'
import { PERFORMER_NAMES } from './performer-names.ts'
import { makeIndexSync } from './song-index-sync.ts'
import type { IdRange } from './songs.store.ts'

const TOPIC = 'songs'
const BODY = /^(\S+) ([0-9a-f-]{36}) ([0-9a-f-]{36})$/u

/** The milliseconds in a UUIDv7. */
const madeAt = (id: string) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)

/**
 * Publishes to every process that songs were added or changed, after the commit. Ids that one process makes are a dense
 * run in time, so that the first and the last of them describe a batch of any size; songs that others added in between
 * are read once more, which changes nothing. Songs known before may be far apart, and are runs of their own.
 */
export function publishSongs(
  bus: Pick<Bus, 'publish'>,
  ids: readonly string[],
  sender = '-',
): void {
  let first = ''
  let last = ''
  const tell = () => first !== '' && bus.publish(TOPIC, `${sender} ${first} ${last}`)
  for (const id of ids.toSorted()) {
    if (first === '' || madeAt(id) - madeAt(last) > MINUTE_MS) {
      tell()
      first = id
    }
    last = id
  }
  tell()
}

/** The songs that other processes add, as ranges of ids. */
function songNews(bus: Pick<Bus, 'publish' | 'subscribe'>) {
  const own = randomUUID()
  return {
    announce: (ids: readonly string[]) => publishSongs(bus, ids, own),
    /** Skips what this process added. Returns the function that unsubscribes. */
    onAdded: (onAdded: (range: IdRange) => void) =>
      bus.subscribe(TOPIC, (body) => {
        const [, sender, first, last] = BODY.exec(body) ?? []
        if (sender !== own && first !== undefined && last !== undefined) onAdded({ first, last })
      }),
  }
}

/** Up to this number of songs the index is built in place, in less time than a thread takes to start. */
const IN_PROCESS_MAX = 5000
/** This number of songs in the second index, and this part of all, make a rebuild worth it. */
const FRESH_MOST = 20_000
const FRESH_PART = 0.1
/** Orders change the ranking of songs, with a delay of a day. */
const REBUILT_MS = DAY_MS
const RETRY_MS = { first: 15_000, most: 900_000 }

/**
 * This process's copy of the words of all songs: built from the database, kept complete by notifications of this and
 * other processes, by polling, and by rebuilding. Nothing is read before it is opened. `url`: where a thread opens a
 * connection of its own, null for an embedded database.
 */
export function makeLiveSongIndex(deps: {
  sql: Sql
  url: string | null
  bus: Bus
  log: LiveLog
  inProcessMax?: number
}) {
  const { sql, url, bus, log, inProcessMax = IN_PROCESS_MAX } = deps
  const closing = new AbortController()
  const songs = makeSongSearch(PERFORMER_NAMES)
  const news = songNews(bus)
  let opening: Promise<void> | null = null
  let building: Promise<void> | null = null
  /** Songs added before the first read are in it. */
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
    news.onAdded((range) => {
      if (reading) since.read(range)
    }),
    bus.onGap(() => {
      if (!reading) return
      // Songs known before may have been verified meanwhile, or taken back.
      wanted = true
      void since.look()
    }),
  ]

  /** Returns true where the catalogue was small enough to be indexed here. */
  async function buildSmall(): Promise<boolean> {
    reading = true
    const before = songs.mark()
    const index = await buildInProcess(sql, inProcessMax)
    large = index === null
    if (index !== null) songs.replace(index, before)
    return !large
  }

  async function build(): Promise<void> {
    if (large || !(await buildSmall())) {
      const before = songs.mark()
      songs.replace(await buildInWorker(sql, { url }, closing.signal), before)
    }
    builtAt = performance.now()
    failures = 0
  }

  /** A failure leaves the current index, is logged when it begins, and is retried later. */
  function failed(error: unknown): void {
    if (closing.signal.aborted) return
    if (failures === 0) log.error({ err: error }, 'the index of songs could not be built')
    failures += 1
    quietUntil = performance.now() + backOffMs(failures, RETRY_MS)
    wanted = true
  }

  /** One rebuild at a time. */
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

  const isBackingOff = () => performance.now() < quietUntil

  function due(): boolean {
    if (isBackingOff() || building !== null) return false
    const many = songs.fresh > Math.max(FRESH_MOST, songs.size * FRESH_PART)
    return wanted || many || (songs.ready && performance.now() - builtAt > REBUILT_MS)
  }

  function begun(): Promise<void> {
    if (closing.signal.aborted || (opening === null && isBackingOff())) return Promise.resolve()
    opening ??= open()
    return opening
  }

  return {
    /** Begins to build, unless that was begun, and returns whether the index answers: a large one does so later. */
    async answers(): Promise<boolean> {
      if (!songs.ready) await begun()
      return songs.ready
    },

    search: (input: string, options: IndexSearchOptions): readonly SongHit[] =>
      songs.search(input, options),

    /** Songs that it has and the database has no more, until a rebuild drops them. */
    missing: new Set<string>(),

    size: () => songs.size,
    ready: () => songs.ready,

    /** Adds new songs, after the commit: found here at once, and soon by the other processes. */
    add(lines: readonly IndexedSong[]): void {
      if (reading) songs.add(lines)
      news.announce(lines.map(({ id }) => id))
    },

    /** Called by the clock: reads songs that no process published, and rebuilds what has grown or aged. */
    async maintain(): Promise<void> {
      await begun()
      await since.look()
      if (due()) void rebuild()
    },

    /** Reads all songs again, in the background. */
    rebuild,

    async close(): Promise<void> {
      closing.abort()
      for (const stop of subscriptions) stop()
      await Promise.all([opening, building, since.close()])
    },
  }
}
