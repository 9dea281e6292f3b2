import { resolve } from 'node:path'
import { readItunes } from './catalogue.ts'
import type { ItunesConfig } from './catalogue.ts'
import { readBackups } from './backups.ts'
import type { BackupsConfig } from './backups.ts'
import { readFiles } from './files.ts'
import type { FilesConfig } from './files.ts'
import { readGeocoder } from './geocoder.ts'
import type { GeocoderConfig } from './geocoder.ts'
import { readHall } from './hall.ts'
import type { HallConfig } from '../platform/http/limits.ts'
import { readOperation } from './operation.ts'
import type { OperationConfig } from './operation.ts'
import { readMoney } from './money.ts'
import type { MoneyConfig } from './money.ts'
import { readRedis } from './redis.ts'
import { readSite } from './site.ts'
import type { SiteConfig } from './site.ts'
import { readTiles } from './tiles.ts'
import type { TilesConfig } from './tiles.ts'
import { address, BadConfig, onOff, sender, site, text, whole } from './values.ts'
import type { Environment } from './values.ts'

export { BadConfig } from './values.ts'

export type Config = OperationConfig & {
  /** The address to listen on: of a demo this machine's own, unless another one is named. */
  host: string
  port: number
  /** Where the embedded database lives, and the files of photos where no storage is named. */
  dataDir: string
  /** Where `npm run build` left the pages. */
  buildDir: string
  /** A PostgreSQL server; without it the embedded database is used. */
  databaseUrl: string | undefined
  /** Connections of the pool to PostgreSQL. */
  databaseConnections: number
  /** Redis or Valkey, over which processes hear each other and count limits together. */
  redisUrl: string | undefined
  /** The address that people see, without a slash at the end. */
  publicUrl: string
  /** PUBLIC_URL is not set, and `publicUrl` is where this machine reaches itself. */
  anyHost: boolean
  /** Fills an empty database with a demo and keeps one concert going. Fixed by the first start on a database. */
  demo: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Letters land on the page /mailbox, which this machine alone reads, instead of being sent. */
  mailbox: boolean
  /** The address of a caller is read from X-Forwarded-For. */
  trustProxy: boolean
  /** The calls /api/v1/test/* answer. */
  testCalls: boolean
  /** Minutes after its planned end when the clock ends a concert. */
  endGraceMinutes: number
  /** The most sockets of one process. */
  maxWatchers: number
  /** Memory of one process for pages that are made once for many; 0 makes each anew. */
  pagesKeptBytes: number
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  hall: HallConfig
  backups: BackupsConfig | null
  files: FilesConfig
  money: MoneyConfig
  site: SiteConfig
  tiles: TilesConfig | null
  geocoder: GeocoderConfig | null
  itunes: ItunesConfig | null
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** A demo, its mailbox and the test calls are open to anybody, so none of them stands beside real money. */
function refuseBesideRealBank(open: Readonly<Record<string, boolean>>): void {
  const names = Object.keys(open).filter((name) => open[name] === true)
  if (names.length === 0) return
  const listed = (value: string) => names.map((name) => `${name}=${value}`).join(', ')
  throw new BadConfig(
    `${listed('on')} не живёт рядом с ключами настоящего банка: задайте ${listed('off')} или уберите TBANK_TERMINAL_KEY и TBANK_PASSWORD.`,
  )
}

/**
 * Reads every variable of the environment; docs/operations.md lists them.
 * @throws BadConfig with one sentence about the first wrong value.
 */
export function readConfig(env: Environment): Config {
  const port = whole(env, 'PORT', 3000, 0, 65_535)
  const publicUrl = site(env, 'PUBLIC_URL')
  const database = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const dataDir = resolve(text(env, 'DATA_DIR') ?? './data')
  const smtp = address(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const demo = onOff(env, 'DEMO', database === undefined)
  const money = readMoney(env, demo)
  if (money.bank.kind === 'tbank')
    refuseBesideRealBank({
      DEMO: demo,
      // Those that only follow DEMO go with it.
      MAILBOX: smtp === undefined && onOff(env, 'MAILBOX', false),
      TEST_CALLS: onOff(env, 'TEST_CALLS', false),
    })
  const level = text(env, 'LOG_LEVEL') ?? 'info'
  const logLevel = LOG_LEVELS.find((known) => known === level)
  if (logLevel === undefined)
    throw new BadConfig(`LOG_LEVEL принимает ${LOG_LEVELS.join(', ')}, а задано «${level}».`)
  return {
    host: text(env, 'HOST') ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    port,
    dataDir,
    buildDir: resolve(text(env, 'BUILD_DIR') ?? './build'),
    databaseUrl: database === undefined ? undefined : text(env, 'DATABASE_URL'),
    databaseConnections: whole(env, 'DATABASE_CONNECTIONS', 10, 1, 200),
    redisUrl: readRedis(env),
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    anyHost: publicUrl === undefined,
    demo,
    smtpUrl: smtp === undefined ? undefined : text(env, 'SMTP_URL'),
    mailFrom: sender(env, 'MAIL_FROM', 'Бис <no-reply@localhost>'),
    mailbox: smtp === undefined && onOff(env, 'MAILBOX', demo),
    trustProxy: onOff(env, 'TRUST_PROXY', false),
    testCalls: onOff(env, 'TEST_CALLS', demo),
    endGraceMinutes: whole(env, 'END_GRACE_MINUTES', 60, 0, 24 * 60),
    maxWatchers: whole(env, 'MAX_WATCHERS', 20_000, 1, 1_000_000),
    pagesKeptBytes: whole(env, 'PAGES_KEPT_MB', 64, 0, 4096) * 1024 * 1024,
    logLevel,
    ...readOperation(env),
    hall: readHall(env),
    backups: readBackups(env, { dataDir, embedded: database === undefined }),
    files: readFiles(env),
    money,
    site: readSite(env, demo),
    tiles: readTiles(env),
    geocoder: readGeocoder(env),
    itunes: readItunes(env),
  }
}
