import { resolve } from 'node:path'
import { NUMBER_HOLD_HOURS } from '#domain/payout.ts'
import type { HallConfig } from '../platform/http/limits.ts'
import { readBackups } from './backups.ts'
import type { BackupsConfig } from './backups.ts'
import { readFiles } from './files.ts'
import type { FilesConfig } from './files.ts'
import { readGeocoder } from './geocoder.ts'
import type { GeocoderConfig } from './geocoder.ts'
import { readHall } from './hall.ts'
import { readOperation } from './operation.ts'
import type { OperationConfig } from './operation.ts'
import { readRedis } from './redis.ts'
import { readSite } from './site.ts'
import type { SiteConfig } from './site.ts'
import { readTiles } from './tiles.ts'
import type { TilesConfig } from './tiles.ts'
import { BadConfig, address, base, onOff, sender, site, text, together, whole } from './values.ts'
import type { Environment } from './values.ts'

type TbankConfig = {
  kind: 'tbank'
  /** The bank's address without a slash at the end. */
  url: string
  terminalKey: string
  password: string
  /** Null: payments are taken, and nothing is paid out. */
  payouts: {
    terminalKey: string
    /** Null: notices of payouts cannot be verified. */
    password: string | null
    keyFile: string
    serial: string
    signs: 'digest' | 'text'
  } | null
  registryUrl: string | null
}

type MoneyConfig = {
  /** The demo bank mounts where no real keys are; `none`: everything that costs nothing works. */
  bank: TbankConfig | { kind: 'sandbox' } | { kind: 'none' }
  /** Seconds in which a played song can be taken back, and its money with it. */
  captureGraceSeconds: number
  /** Rubles of our own that payouts may go out of before the bank has sent what it took. */
  payoutFloatRubles: number
  /** Hours in which nothing is paid to a changed number for payouts; 0 pays at once, and then nothing can be undone. */
  numberHoldHours: number
  /** Null: no receipts are asked for. */
  receipts: { email: string; taxation: string; tax: string } | null
}

const TBANK = 'https://securepay.tinkoff.ru'
/** Of the demo bank's million of play money. */
const SANDBOX_FLOAT = 1_000_000

function readTbank(env: Environment): TbankConfig | null {
  const url = base(env, 'TBANK_URL') ?? TBANK
  const registryUrl = base(env, 'TBANK_REGISTRY_URL')
  const keys = together(env, ['TBANK_TERMINAL_KEY', 'TBANK_PASSWORD'])
  const payoutKeys = together(env, [
    'TBANK_PAYOUT_TERMINAL_KEY',
    'TBANK_PAYOUT_KEY_FILE',
    'TBANK_PAYOUT_SERIAL',
  ])
  const payoutPassword = text(env, 'TBANK_PAYOUT_PASSWORD') ?? null
  if (payoutPassword !== null && payoutKeys === null)
    throw new BadConfig(
      'TBANK_PAYOUT_PASSWORD задан без ключей выплат: задайте TBANK_PAYOUT_TERMINAL_KEY, TBANK_PAYOUT_KEY_FILE и TBANK_PAYOUT_SERIAL.',
    )
  const signs = text(env, 'TBANK_PAYOUT_SIGNS') ?? 'digest'
  if (signs !== 'digest' && signs !== 'text')
    throw new BadConfig(`TBANK_PAYOUT_SIGNS принимает digest или text, а задано «${signs}».`)
  if (keys === null) {
    if (payoutKeys !== null)
      throw new BadConfig(
        'Ключи выплат заданы без ключей приёма: задайте TBANK_TERMINAL_KEY и TBANK_PASSWORD.',
      )
    return null
  }
  return {
    kind: 'tbank',
    url,
    terminalKey: keys.TBANK_TERMINAL_KEY,
    password: keys.TBANK_PASSWORD,
    payouts: payoutKeys && {
      terminalKey: payoutKeys.TBANK_PAYOUT_TERMINAL_KEY,
      password: payoutPassword,
      keyFile: resolve(payoutKeys.TBANK_PAYOUT_KEY_FILE),
      serial: payoutKeys.TBANK_PAYOUT_SERIAL,
      signs,
    },
    registryUrl,
  }
}

/** Which bank, and how money is handled. Real keys and the demo bank exclude each other. */
function readMoney(env: Environment, demo: boolean): MoneyConfig {
  const tbank = readTbank(env)
  const sandbox = onOff(env, 'SANDBOX_BANK', demo && tbank === null)
  if (tbank !== null && sandbox)
    throw new BadConfig(
      'SANDBOX_BANK=on не живёт рядом с ключами настоящего банка: уберите одно из двух.',
    )
  const receipts = together(env, ['RECEIPT_EMAIL', 'RECEIPT_TAXATION', 'RECEIPT_TAX'])
  const float = sandbox ? SANDBOX_FLOAT : 0
  return {
    bank: tbank ?? { kind: sandbox ? 'sandbox' : 'none' },
    captureGraceSeconds: whole(env, 'CAPTURE_GRACE_SECONDS', 20, 0, 3600),
    payoutFloatRubles: whole(env, 'PAYOUT_FLOAT_RUBLES', float, 0, 1_000_000_000),
    numberHoldHours: whole(env, 'PAYOUT_NUMBER_HOLD_HOURS', NUMBER_HOLD_HOURS, 0, 30 * 24),
    receipts: receipts && {
      email: receipts.RECEIPT_EMAIL,
      taxation: receipts.RECEIPT_TAXATION,
      tax: receipts.RECEIPT_TAX,
    },
  }
}

/** Where Apple's catalogue of songs is asked, and how often at most. */
type ItunesConfig = { url: string; perMinute: number }

/** Apple asks for no more than some 20 calls a minute; what is left is for another process of the same address. */
const PER_MINUTE = 15
const PER_MINUTE_MOST = 60

/** Null where nobody outside is asked. */
function readItunes(env: Environment): ItunesConfig | null {
  const url = base(env, 'ITUNES_URL') ?? 'https://itunes.apple.com'
  const perMinute = whole(env, 'ITUNES_PER_MINUTE', PER_MINUTE, 1, PER_MINUTE_MOST)
  return onOff(env, 'ITUNES_SEARCH', false) ? { url, perMinute } : null
}

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
