import type { HubDeps } from '#packages/live-broadcast/hub.ts'
import type { Context, Providers } from './context.ts'
import { isSilent } from './integrations/bank/bank.ts'
import { isRefusedEmail } from './integrations/mail/mail.ts'
import { isAway, NO_PUSH } from './integrations/push/push.ts'
import { webhookSender } from './integrations/webhooks/webhook-sender.ts'
import { openMemory } from './memory.ts'
import { concertRevisions, liveStatusesOf } from './modules/concerts/concerts.service.ts'
import { modules } from './modules/index.ts'
import { queueFrames } from './modules/queue/queue-view.service.ts'
import { batchReads } from './platform/concurrency.ts'
import type { Sql } from './platform/db/open.ts'
import { HALL, localLimits } from './platform/http/limits.ts'
import type { DiskSpace } from './platform/lifecycle/disk-space.ts'
import { makeConcertHub } from './platform/live/concert-hub.ts'

/** Builds the context of a process: what it is given, and what it keeps in memory. */
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
  photoSeconds,
  meter = {},
  room,
  mail,
  ...given
}: Providers & {
  /** The database itself, unless all is done inside one transaction of it. */
  sql?: Sql
  codeSecret: string
  formerCodeSecrets: readonly string[]
  /** Measures how long changes take to reach the screens. */
  meter?: Partial<NonNullable<HubDeps['meter']>> & { readonly bugCount?: () => number }
  room?: Pick<DiskSpace, 'free'>
}): Context {
  const { bus, now, log } = given
  const memory = openMemory({ sql, url: database.url, bus, now, log, songsElsewhere, photoSeconds })
  const { services, tapTimes } = memory

  const frames = batchReads((concertIds) => queueFrames(ctx, concertIds))
  const statuses = batchReads(async (concertIds) => {
    const [found, ...shown] = await Promise.all([
      liveStatusesOf(ctx, concertIds),
      ...modules.map((module) => module.shown?.(ctx, concertIds)),
    ])
    for (const [id, status] of found) for (const of of shown) Object.assign(status, of?.get(id))
    return found
  })
  const live = makeConcertHub({
    clock: now,
    bus,
    log,
    meter: {
      onSent: (sent) => meter.onSent?.(sent),
      onArrived(ms, concertId) {
        meter.onArrived?.(ms, concertId)
        tapTimes.add(concertId, ms)
      },
    },
    readQueue: async (concertId) => (await frames(concertId)) ?? '[]',
    readSession: async (concertId) => (await statuses(concertId)) ?? null,
    readRevisions: (concertIds) => concertRevisions(ctx, concertIds),
  })
  const ctx: Context = {
    ...given,
    ...memory,
    sql,
    database,
    mail: services.watched('mail', mail, undefined, isRefusedEmail),
    webhooks,
    push: services.watched('push', push, isAway),
    geocoder: geocoder && services.watched('geocoder', geocoder),
    bank: bank && services.watched('bank', bank, isSilent),
    messengers,
    hasLeaked,
    limits,
    diskFree: () => room?.free() ?? null,
    bugCount: meter.bugCount ?? (() => 0),
    money: { unpaidPages: HALL.unpaidPages, ...money },
    live,
  }
  return ctx
}
