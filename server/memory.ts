import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { OutsideCatalogue } from './integrations/song-catalogue/song-catalogue.ts'
import { makeCurrentNames } from './modules/accounts/current-names.ts'
import { makePasswords } from './modules/accounts/passwords.ts'
import { makeFlagCache } from './modules/features/flag-cache.ts'
import { makePhotoUploads } from './modules/files/pictures.ts'
import { makeTapTimeBuffer } from './modules/numbers/tap-time-buffer.ts'
import { makeDrawingQueue } from './modules/preview-cards/drawing-queue.ts'
import { makeSitemapCache } from './modules/sitemap/sitemap-cache.ts'
import { makeLiveSongIndex } from './modules/songs/live-song-index.ts'
import { makeOutsideSongs } from './modules/songs/outside-songs.ts'
import { cachedAnswers, semaphore } from './platform/concurrency.ts'
import type { Sql } from './platform/db/open.ts'
import type { ClockWakes } from './platform/jobs/clock.ts'
import { makeRunNotifier } from './platform/jobs/due-work.ts'
import { makeServiceStates } from './platform/metrics/service-states.ts'

/** All listeners open the list of songs at once: the orders of its artist are counted once a minute. */
const TIMES_ASKED = { ttlMs: 60_000, max: 500 }

const clockWakes = (): ClockWakes => new EventEmitter()

type MemoryDeps = {
  sql: Sql
  /** The address of the database, for a thread of its own; null: there is none. */
  url: string | null
  bus: Bus
  now: () => Date
  log: FastifyBaseLogger
  songsElsewhere: OutsideCatalogue | null
  photoSeconds: number | undefined
}

/** What a process keeps in memory, each made by its own file. */
export function openMemory({ sql, url, bus, now, log, ...deps }: MemoryDeps) {
  return {
    /** Emitted where a clock has work to do at once. */
    wakes: { money: clockWakes(), push: clockWakes(), webhooks: clockWakes() },
    /** Tells the calls that wait for a payment's run that it has ended. */
    paymentRuns: makeRunNotifier(bus, 'payment'),
    songIndex: makeLiveSongIndex({ sql, url, bus, log }),
    /** Null where no outside catalogue is searched. */
    outsideSongs: deps.songsElsewhere && makeOutsideSongs(deps.songsElsewhere),
    /** How often each song of an artist was ordered, a minute late at most. */
    timesAsked: cachedAnswers<ReadonlyMap<string, number>>({ now, ...TIMES_ASKED }),
    photoUploads: makePhotoUploads(deps.photoSeconds),
    /** Searches that read much of the database: the other connections are left to those who play and order. */
    searches: semaphore(4),
    /** Pictures are drawn one at a time: those of links, and those of keepsakes. */
    drawing: { cards: makeDrawingQueue(), stories: makeDrawingQueue() },
    sitemaps: makeSitemapCache(now),
    names: makeCurrentNames({ sql, bus }),
    passwords: makePasswords(),
    /** The e-mails being sent that no response waits for. */
    mailUnderway: new Set<Promise<void>>(),
    flags: makeFlagCache({ sql, now, bus }),
    /** How late orders reached a pad after their press, until they are stored. */
    tapTimes: makeTapTimeBuffer({ sql, log }),
    /** How the services outside answered this process. */
    services: makeServiceStates(now),
  }
}

export type Memory = Readonly<ReturnType<typeof openMemory>>
