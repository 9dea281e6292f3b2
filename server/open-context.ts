import { EventEmitter } from 'node:events'
import type { HubDeps } from '#packages/live-broadcast/hub.ts'
import type { Context, Providers } from './context.ts'
import { NO_PUSH } from './integrations/push/push.ts'
import { webhookSender } from './integrations/webhooks/webhook-sender.ts'
import { makeCurrentNames } from './modules/accounts/current-names.ts'
import { makePasswords } from './modules/accounts/passwords.ts'
import { liveBattles } from './modules/battles/battles.service.ts'
import { concertRevisions, liveStatusesOf } from './modules/concerts/concerts.service.ts'
import { makeFlagCache } from './modules/features/flag-cache.ts'
import { makePhotoUploads, PHOTO_SECONDS } from './modules/files/pictures.ts'
import { makeTapTimeBuffer } from './modules/numbers/tap-time-buffer.ts'
import { makeDrawingQueue } from './modules/preview-cards/drawing-queue.ts'
import { queueFrames } from './modules/queue/queue-view.service.ts'
import { makeSitemapCache } from './modules/sitemap/sitemap-cache.ts'
import { makeLiveSongIndex } from './modules/songs/live-song-index.ts'
import { makeOutsideSongs } from './modules/songs/outside-songs.ts'
import { liveThanks } from './modules/thanks/thanks.service.ts'
import { batchReads, cachedAnswers } from './platform/concurrency.ts'
import type { Sql } from './platform/db/open.ts'
import { HALL, localLimits } from './platform/http/limits.ts'
import type { DiskSpace } from './platform/lifecycle/disk-space.ts'
import { makeServiceStates } from './platform/metrics/service-states.ts'
import { makeRunNotifier } from './platform/jobs/due-work.ts'
import { makeConcertHub } from './platform/live/concert-hub.ts'

/** Queues change in bursts; one pass of the push messages serves all of the changes (ms). */
const PUSH_REST_MS = 200
/** All listeners open the list of songs at once: the orders of its artist are counted once a minute. */
const TIMES_ASKED = { ttlMs: 60_000, max: 500 }

/** Builds the context of a process: what it is given, and what it keeps in memory, each made by its own file. */
/** A push service that says so is there. */
const PUSH_ANSWERED: ReadonlySet<unknown> = new Set(['sent', 'gone', 'refused'])
/** A bank that answered nothing that we understand. */
const isSilent = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'outcome' in answer &&
  answer.outcome === 'unknown'

export function openContext({
  database,
  sql = database.sql,
  push = NO_PUSH,
  webhooks = webhookSender(),
  geocoder = null,
  messengers = new Map(),
  songsElsewhere = null,
  hasLeaked = null,
  money: { bank, ...money },
  limits = localLimits(),
  photoSeconds = PHOTO_SECONDS,
  meter = {},
  room,
  mail,
  ...given
}: Providers & {
  /** The database itself, unless all is done inside one transaction of it. */
  sql?: Sql
  codeSecret: string
  formerCodeSecrets?: readonly string[]
  /** Measures how long changes take to reach the screens. */
  meter?: Partial<NonNullable<HubDeps['meter']>> & { readonly bugCount?: () => number }
  room?: Pick<DiskSpace, 'free'>
}): Context {
  const { bus, now, log } = given
  const services = makeServiceStates(now)
  const wakes: Context['wakes'] = {
    money: new EventEmitter(),
    push: new EventEmitter(),
    webhooks: new EventEmitter(),
  }
  let resting = false
  function wakePush(): void {
    if (resting) return
    resting = true
    const timer = setTimeout(() => {
      resting = false
      wakes.push.emit('due')
    }, PUSH_REST_MS)
    timer.unref()
  }

  const frames = batchReads((concertIds) => queueFrames(ctx, concertIds))
  const statuses = batchReads(async (concertIds) => {
    const [found, thanks, battles] = await Promise.all([
      liveStatusesOf(ctx, concertIds),
      liveThanks(ctx, concertIds),
      liveBattles(ctx, concertIds),
    ])
    const shown = (id: string) => ({ ...thanks.get(id), ...battles.get(id) })
    return new Map([...found].map(([id, status]) => [id, { ...status, ...shown(id) }]))
  })
  const hub = makeConcertHub({
    clock: now,
    bus,
    log,
    meter: {
      onSent: (sent) => meter.onSent?.(sent),
      onArrived(ms, concertId) {
        meter.onArrived?.(ms, concertId)
        ctx.tapTimes.add(concertId, ms)
      },
    },
    readQueue: async (concertId) => (await frames(concertId)) ?? '[]',
    readSession: async (concertId) => (await statuses(concertId)) ?? null,
    readRevisions: (concertIds) => concertRevisions(ctx, concertIds),
  })
  const ctx: Context = {
    ...given,
    sql,
    database,
    mail: services.watched('mail', mail),
    webhooks,
    push: services.watched('push', push, (answer) => !PUSH_ANSWERED.has(answer)),
    geocoder: geocoder && services.watched('geocoder', geocoder),
    bank: bank && services.watched('bank', bank, isSilent),
    messengers,
    services,
    diskFree: () => room?.free() ?? null,
    bugCount: meter.bugCount ?? (() => 0),
    money: { unpaidPages: HALL.unpaidPages, ...money },
    limits,
    wakes,
    live: {
      ...hub,
      changed(...about) {
        hub.changed(...about)
        wakePush()
      },
    },
    paymentRuns: makeRunNotifier(bus, 'payment'),
    songIndex: makeLiveSongIndex({ sql, url: database.url, bus, log }),
    outsideSongs: songsElsewhere && makeOutsideSongs(songsElsewhere),
    photoUploads: makePhotoUploads(photoSeconds),
    drawing: { cards: makeDrawingQueue(), stories: makeDrawingQueue() },
    sitemaps: makeSitemapCache(now),
    names: makeCurrentNames({ sql, bus }),
    passwords: makePasswords(),
    hasLeaked,
    mailUnderway: new Set(),
    flags: makeFlagCache({ sql, now, bus }),
    tapTimes: makeTapTimeBuffer({ sql, log }),
    timesAsked: cachedAnswers({ now, ...TIMES_ASKED }),
  }
  return ctx
}
