import type { FastifyBaseLogger } from 'fastify'
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
import type { Memory } from './memory.ts'
import type { Database, Sql } from './platform/db/open.ts'
import { afterCommit, inTransaction } from './platform/db/tx.ts'
import type { Limits } from './platform/http/limits.ts'

/** The configuration that the product reads while it runs; the optional ones have a default in a test. */
type Settings = Pick<
  Config,
  'publicUrl' | 'endGraceMinutes' | 'maxWatchers' | 'trustProxy' | 'testCalls' | 'mailbox' | 'site'
> &
  Partial<Pick<Config, 'anyHost' | 'metricsToken' | 'shed' | 'pagesKeptBytes'>> & {
    /** Calls of operators need a login that a key has proved. */
    readonly operatorsNeedKey?: boolean
  }

type MoneyConfig = Config['money']

/** How money is handled; the optional ones have a default in a test. */
type MoneySettings = Pick<MoneyConfig, 'receipts' | 'captureGraceSeconds'> &
  Partial<Pick<MoneyConfig, 'reserve' | 'needsStatus' | 'numberHoldHours'>> & {
    /** Where the bank sends its notifications. */
    readonly notificationUrl: () => string
    /** Kopecks of our own for payouts. */
    readonly payoutFloat: number
    /** Kopecks that an artist may owe for returns after a payout; without it RETURN_DEBT_RUBLES. */
    readonly returnDebt?: number
    /** How many pages of one network may be open; without it HALL. */
    readonly unpaidPages?: number
    /** The bank's terminal is for tests; without it real money moves. */
    readonly forTests?: boolean
  }

/** The process's clock, log and database, and the ports to everything outside. */
type Ports = {
  readonly database: Database
  readonly bus: Bus
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly mail: Mail
  readonly files: Files
  readonly ipLocation: IpLocation
}

/** Those that have a default. */
type SparePorts = {
  /** Without it no phone is notified once its page is closed. */
  readonly push: Push
  /** Without it only addresses of the open internet. */
  readonly webhooks: WebhookSender
  /** Without them no messenger is offered to anybody. */
  readonly messengers: Messengers
  /** Null: addresses are known by their towns alone. */
  readonly geocoder: Geocoder | null
  /** Null: no service of leaked passwords is asked. */
  readonly hasLeaked: HasLeaked | null
  /** Without them each process counts by itself. */
  readonly limits: Limits
}

/** What a process is given at its start. */
export type Providers = Settings &
  Ports &
  Partial<SparePorts> & {
    /** `bank` null: none is configured. */
    readonly money: MoneySettings & { readonly bank: Bank | null }
    /** Without it no outside catalogue of songs is searched. */
    readonly songsElsewhere?: OutsideCatalogue | null
    /** How long one photo may be worked on; without it PHOTO_SECONDS. */
    readonly photoSeconds?: number
  }

/**
 * What every service takes first: one for the process, built at its start. Inside `transaction` it is the same with
 * another `sql`: use only that one there, since the embedded database has one connection.
 */
export type Context = Settings &
  Ports &
  SparePorts &
  Memory & {
    readonly sql: Sql
    /** The live channel of this process; changes are told by `tellHall`. */
    readonly live: Hub
    /** Null where no bank is configured: then nothing is ever due. */
    readonly bank: Bank | null
    readonly money: MoneySettings & { readonly unpaidPages: number }
    /** The secret of codes, links and hashed addresses of this installation. */
    readonly codeSecret: string
    /** Those of before, by which links in letters and messengers are still known. */
    readonly formerCodeSecrets: readonly string[]
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
  afterCommit(ctx.sql, () => {
    ctx.live.changed(concertId, receivedAt, askedAt)
    ctx.wakes.push.emit('due')
  })
}

/** After the commit: work on due money starts at once. */
export function wakeMoney(ctx: Context): void {
  afterCommit(ctx.sql, () => void ctx.wakes.money.emit('due'))
}
