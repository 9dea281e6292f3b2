import type { IndexedSong } from '#packages/song-search/index-format.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { LiveLog } from '#packages/live-broadcast/bus.ts'
import { readPage, songPages } from './build-index.ts'
import type { IdRange } from './songs.store.ts'
import { uuidOf } from '#domain/uuid.ts'

const PAGE = 500
/** A transaction may end this long after its songs got their ids, and the clocks of two machines may differ this much. */
const LATE_MS = 60_000
/** With more new songs than this, reading all of them again in another thread blocks this one less. */
const LOOKED_THROUGH_MOST = 20_000
const RANGES_MOST = 1000

/**
 * Reads the songs that came after an index was begun: those that other processes publish, and those that none
 * published. `tooMany` is called instead where they are more than a few.
 */
export function makeIndexSync(deps: {
  sql: Sql
  log: LiveLog
  take: (lines: readonly IndexedSong[]) => void
  tooMany: () => void
}) {
  const { sql, log } = deps
  let ranges: IdRange[] = []
  let since = Date.now()
  let failing = false
  const closing = new AbortController()
  const closed = () => closing.signal.aborted
  let working: Promise<void> = Promise.resolve()

  async function readThrough(asked: { after: string; last?: string }): Promise<void> {
    let seen = 0
    for await (const page of songPages(sql, { ...asked, most: PAGE })) {
      const lines = readPage(page)
      deps.take(lines)
      seen += lines.length
      if (seen > LOOKED_THROUGH_MOST) return deps.tooMany()
      if (closed()) return
    }
  }

  async function readRanges(): Promise<void> {
    for (let range = ranges[0]; range !== undefined && !closed(); range = ranges[0]) {
      // The song with the first id belongs to the range, and a page begins after an id.
      await readThrough({ ...range, after: idBefore(range.first) })
      ranges = ranges.filter((other) => other !== range)
    }
  }

  async function readRecent(): Promise<void> {
    const begun = Date.now()
    await readThrough({ after: idAt(since - LATE_MS) })
    since = begun
  }

  /** Runs tasks one after another; what could not be read is read with the next. */
  function then(work: () => Promise<void>): Promise<void> {
    working = working
      .then(() => (closed() ? undefined : work()))
      .then(() => {
        failing = false
      })
      .catch((error: unknown) => {
        if (!failing && !closed())
          log.warn({ err: error }, 'new songs cannot be read; they are later')
        failing = true
      })
    return working
  }

  return {
    read(range: IdRange): void {
      ranges.push(range)
      if (ranges.length <= RANGES_MOST) return void then(readRanges)
      ranges = []
      deps.tooMany()
    },

    /** Reads the songs that have come since the last call, and what could not be read before. */
    look: () =>
      then(async () => {
        await readRanges()
        await readRecent()
      }),

    /** Waits until the current read is finished. */
    close(): Promise<void> {
      closing.abort()
      return working
    },
  }
}

const TIME_DIGITS = 12

/** The least UUIDv7 of a moment, in milliseconds. */
function idAt(at: number): string {
  return uuidOf(Math.max(0, at).toString(16).padStart(TIME_DIGITS, '0').padEnd(32, '0'))
}

function idBefore(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`)
  return uuidOf((number === 0n ? 0n : number - 1n).toString(16).padStart(32, '0'))
}
