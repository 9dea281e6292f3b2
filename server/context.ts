import type { FastifyBaseLogger } from 'fastify'
import type { ReserveTerms } from '#domain/payments/payout.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { Hub } from '#packages/live-broadcast/hub.ts'
import type { Config } from './config/config.ts'
import type { Bank } from './integrations/bank/bank.ts'
import type { Geocoder } from './integrations/geocoder/geocoder.ts'
import type { IpLocation } from './integrations/ip-location/ip-location.ts'
import type { HasLeaked } from './integrations/leaked-passwords/leaked-passwords.ts'
import type { Mail } from './integrations/mail/mail.ts'
import type { Messengers } from './integrations/messengers/messenger.ts'
import type { Push } from './integrations/push/push.ts'
import type { OutsideCatalogue } from './integrations/song-catalogue/song-catalogue.ts'
import type { Files } from './integrations/storage/files.ts'
import type { WebhookSender } from './integrations/webhooks/webhook-sender.ts'
import type { CurrentNames } from './modules/accounts/current-names.ts'
import type { Passwords } from './modules/accounts/passwords.ts'
import type { FlagCache } from './modules/features/flag-cache.ts'
import type { TapTimeBuffer } from './modules/numbers/tap-time-buffer.ts'
import type { DrawingQueue } from './modules/preview-cards/drawing-queue.ts'
import type { PhotoUploads } from './modules/files/pictures.ts'
import type { SitemapCache } from './modules/sitemap/sitemap-cache.ts'
import type { LiveSongIndex } from './modules/songs/live-song-index.ts'
import type { OutsideSongs } from './modules/songs/outside-songs.ts'
import type { Database, Sql } from './platform/db/open.ts'
import { afterCommit, inTransaction } from './platform/db/tx.ts'
import type { Limits } from './platform/http/limits.ts'
import type { CachedAnswers } from './platform/concurrency.ts'
import type { ServiceStates } from './platform/metrics/service-states.ts'
import type { ClockWakes } from './platform/jobs/clock.ts'
import type { RunNotifier } from './platform/jobs/due-work.ts'

/** The configuration that the product reads while it runs; the optional ones have a default in a test. */
type Settings = Pick<
  Config,
  'publicUrl' | 'endGraceMinutes' | 'maxWatchers' | 'trustProxy' | 'testCalls' | 'mailbox' | 'site'
> &
  Partial<Pick<Config, 'anyHost' | 'metricsToken' | 'shed' | 'pagesKeptBytes'>> & {
    /** Calls of operators need a login that a key has proved. */
    readonly operatorsNeedKey?: boolean
  }

export type MoneySettings = {
  /** Where the bank sends its notifications. */
  readonly notificationUrl: () => string
  /** The settings of receipts (54-ФЗ); null: none are made. */
  readonly receipts: {
    /** Gets the receipt of a payer who left no address. */
    readonly email: string
    readonly taxation: string
    readonly tax: string
  } | null
  /** Seconds in which a played song can be taken back. */
  readonly captureGraceSeconds: number
  /** Kopecks of our own for payouts. */
  readonly payoutFloat: number
  /** Without it everything available is paid out. */
  readonly reserve?: ReserveTerms | null
  /** Kopecks that an artist may owe for returns after a payout; without it RETURN_DEBT_RUBLES. */
  readonly returnDebt?: number
  /** Payouts wait for the artist's tax status. */
  readonly needsStatus?: boolean
  /** Hours without payouts after the number was changed; without it NUMBER_HOLD_HOURS. */
  readonly numberHoldHours?: number
  /** How many pages of one network may be open; without it HALL. */
  readonly unpaidPages?: number
}

/** What a process is given at its start: its settings, its database and the ports to everything outside. */
export type Providers = Settings & {
  database: Database
  bus: Bus
  mail: Mail
  /** Without it no phone is notified once its page is closed. */
  push?: Push
  /** Without it only addresses of the open internet. */
  webhooks?: WebhookSender
  /** Without them no messenger is offered to anybody. */
  messengers?: Messengers
  files: Files
  ipLocation: IpLocation
  /** Without it addresses are known by their towns alone. */
  geocoder?: Geocoder | null
  /** Without it no service of leaked passwords is asked. */
  hasLeaked?: HasLeaked | null
  /** Without it no outside catalogue of songs is searched. */
  songsElsewhere?: OutsideCatalogue | null
  now: () => Date
  /** `bank` null: none is configured. */
  money: MoneySettings & { readonly bank: Bank | null }
  /** Without them each process counts by itself. */
  limits?: Limits
  /** How long one photo may be worked on; without it PHOTO_SECONDS. */
  photoSeconds?: number
  log: FastifyBaseLogger
}

/**
 * What every service takes first: one for the process, built at its start. Inside `transaction` it is the same with
 * another `sql`: use only that one there, since the embedded database has one connection.
 */
export type Context = Settings & {
  readonly sql: Sql
  readonly database: Database
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly bus: Bus
  /** The live channel of this process; changes are told by `tellHall`. */
  readonly live: Hub
  readonly mail: Mail
  readonly push: Push
  readonly webhooks: WebhookSender
  readonly messengers: Messengers
  readonly files: Files
  readonly ipLocation: IpLocation
  readonly geocoder: Geocoder | null
  /** Null where no bank is configured: then nothing is ever due. */
  readonly bank: Bank | null
  readonly money: MoneySettings & { readonly unpaidPages: number }
  readonly limits: Limits
  /** The secret of codes, links and hashed addresses of this installation. */
  readonly codeSecret: string
  /** Those of before, whose links in letters are still good. */
  readonly formerCodeSecrets?: readonly string[]
  /** Emitted where a clock has work to do at once. */
  readonly wakes: Readonly<Record<'money' | 'push' | 'webhooks', ClockWakes>>
  /** Tells the calls that wait for a payment's run that it has ended. */
  readonly paymentRuns: RunNotifier
  readonly songIndex: LiveSongIndex
  /** Null where no outside catalogue is searched. */
  readonly outsideSongs: OutsideSongs | null
  readonly photoUploads: PhotoUploads
  readonly sitemaps: SitemapCache
  readonly names: CurrentNames
  readonly passwords: Passwords
  /** Null where no service of leaked passwords is asked. */
  readonly hasLeaked: HasLeaked | null
  /** The e-mails being sent that no response waits for. */
  readonly mailUnderway: Set<Promise<void>>
  readonly flags: FlagCache
  /** How late orders reached a pad after their press, until they are stored. */
  readonly tapTimes: TapTimeBuffer
  /** Pictures are drawn one at a time: those of links, and those of keepsakes. */
  readonly drawing: { readonly cards: DrawingQueue; readonly stories: DrawingQueue }
  /** How often each song of an artist was ordered, a minute late at most. */
  readonly timesAsked: CachedAnswers<ReadonlyMap<string, number>>
  /** How the services outside answered this process. */
  readonly services: ServiceStates
  /** Free bytes on the disk of DATA_DIR; null where they are unknown. */
  readonly diskFree: () => number | null
  /** Answers 500 of this process. */
  readonly bugCount: () => number
}

/** Runs `work` in a transaction, with a context whose `sql` is that transaction. */
export function transaction<T>(ctx: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  return inTransaction(ctx.sql, (sql) => work({ ...ctx, sql }))
}

/**
 * The concert's watchers read it anew: after the commit of the transaction that `ctx` is in, or at once; never after a
 * rollback. `receivedAt`: when the request arrived, in ms of `Date.now()`; `askedAt`: when each of its orders was
 * pressed.
 */
export function tellHall(
  ctx: Context,
  concertId: string,
  receivedAt?: number,
  askedAt?: readonly number[],
): void {
  afterCommit(ctx.sql, () => ctx.live.changed(concertId, receivedAt, askedAt))
}

/** After the commit: work on due money starts at once. */
export function wakeMoney(ctx: Context): void {
  afterCommit(ctx.sql, () => void ctx.wakes.money.emit('due'))
}
