import { join, resolve } from 'node:path'
import type { HallConfig } from '../platform/http/limits.ts'
import { readMessengers } from './messengers.ts'
import type { MessengersConfig } from './messengers.ts'
import { readMoney } from './money.ts'
import { readSite } from './site.ts'
import type { SiteConfig } from './site.ts'
import { BadConfig, readVariables, together } from './variables.ts'
import type { Environment, Variables } from './variables.ts'

export { BadConfig } from './variables.ts'

type FilesConfig =
  | { kind: 'disk' }
  | {
      kind: 's3'
      /** Without a slash at the end. */
      endpoint: string
      bucket: string
      region: string
      accessKey: string
      secretKey: string
    }

type GeocoderConfig = {
  /** Without a slash at the end. */
  url: string
  /** The most questions of all processes in a Moscow day. */
  perDay: number
} & (
  | { kind: 'dadata'; token: string }
  /** `shared`: the public server, which allows one request a second and no search while a user types. */
  | { kind: 'nominatim'; shared: boolean }
)

type TilesConfig = {
  /** The provider's URL with {z}, {x}, {y}, maybe {s} and {r}; a key in it never leaves this server. */
  template: string
  /** The attribution of the map, and the address of its terms. */
  credit: string
  creditUrl: string
  /** Beyond this zoom its tiles are scaled up. */
  maxZoom: number
}

export type Config = {
  /** The address to listen on; the default of a demo is this machine's loopback. */
  host: string
  port: number
  /** The directory of the embedded database, and of the photo files where no storage is configured. */
  dataDir: string
  /** The output of `npm run build`. */
  buildDir: string
  /** A PostgreSQL server; without it the embedded database is used. */
  databaseUrl: string | undefined
  /** The same database as the role that owns the tables; without it `databaseUrl` is that role's. */
  databaseOwnerUrl: string | undefined
  /** Connections of the pool to PostgreSQL. */
  databaseConnections: number
  /** Redis or Valkey, over which processes exchange messages and share rate limits. */
  redisUrl: string | undefined
  /** The public address of the site, without a slash at the end. */
  publicUrl: string
  /** PUBLIC_URL is not set, and `publicUrl` is this machine's own address. */
  anyHost: boolean
  /** Fills an empty database with a demo and keeps one concert going. Fixed by the first start on a database. */
  demo: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** E-mails are shown on the page /mailbox, to this machine alone, instead of being sent. */
  mailbox: boolean
  /** Push services besides those of the known browsers, as host names or `*.` with one. */
  pushServices: readonly string[]
  /** Push messages may also go to this machine and over http. */
  pushLocal: boolean
  messengers: MessengersConfig
  /** The client's address is read from X-Forwarded-For. */
  trustProxy: boolean
  /** The calls /api/v1/test/* are enabled. */
  testCalls: boolean
  /** Minutes after its planned end when a concert is ended automatically. */
  endGraceMinutes: number
  /** The maximum number of sockets of one process. */
  maxWatchers: number
  /** Memory of one process for the cache of shared pages; 0 turns the cache off. */
  pagesKeptBytes: number
  logLevel: NonNullable<Variables['LOG_LEVEL']>
  /** A caller with this token reads /metrics from anywhere; null: only this machine reads them. */
  metricsToken: string | null
  /** Seconds between «not ready» and the end of listening, for a proxy to notice. */
  stopWaitSeconds: number
  /** Accept a database that a later version has changed already. */
  newerDatabase: boolean
  /** Whether requests are shed under overload. */
  shed: boolean
  hall: HallConfig
  /** The folder for backups of the embedded database; null where the server makes none. */
  backups: { folder: string } | null
  /** The public key (age) that backups are encrypted to; null: they are not. */
  backupKey: string | null
  files: FilesConfig
  money: ReturnType<typeof readMoney>
  site: SiteConfig
  tiles: TilesConfig | null
  geocoder: GeocoderConfig | null
  /** The address of the service that knows leaked passwords; null where none is asked. */
  leakedPasswordsUrl: string | null
  /** The address of Apple's catalogue of songs, and its rate limit; null where no outside catalogue is used. */
  itunes: { url: string; perMinute: number } | null
}

/** A demo, its mailbox and the test calls are open to anyone, so none of them may run with a real bank. */
function refuseBesideRealBank(open: Readonly<Record<string, boolean>>): void {
  const names = Object.keys(open).filter((name) => open[name] === true)
  if (names.length === 0) return
  const listed = (value: string) => names.map((name) => `${name}=${value}`).join(', ')
  throw new BadConfig(
    `${listed('on')} не живёт рядом с ключами настоящего банка: задайте ${listed('off')} или уберите TBANK_TERMINAL_KEY и TBANK_PASSWORD.`,
  )
}

/** Hosts to which nothing leaves this machine. */
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|)$/u

/** Cards are typed at the bank, but our passwords and sums would be readable on the way. */
function refusePlainBank(read: Variables): void {
  for (const name of ['TBANK_URL', 'TBANK_REGISTRY_URL'] as const) {
    const { protocol, hostname } = new URL(read[name] ?? 'https://localhost')
    if (protocol === 'http:' && !THIS_MACHINE.test(hostname))
      throw new BadConfig(`${name} рядом с ключами банка принимает только https.`)
  }
}

const NUMBER_OF_DATABASE = /^\/?\d{0,4}$/u

/** The Redis over which the processes of one installation exchange messages, instead of the database they share. */
function readRedis({ REDIS_URL, DATABASE_URL }: Variables): string | undefined {
  if (REDIS_URL === undefined) return undefined
  const { pathname, search, hash } = new URL(REDIS_URL)
  if (!NUMBER_OF_DATABASE.test(pathname) || `${search}${hash}` !== '')
    throw new BadConfig(
      'REDIS_URL должно быть вида redis://:пароль@адрес:6379/0: после адреса стоит только номер базы.',
    )
  if (DATABASE_URL === undefined)
    throw new BadConfig(
      'REDIS_URL задают вместе с DATABASE_URL: встроенная база обслуживает один процесс, и слышать ему некого.',
    )
  return REDIS_URL
}

/** The database as the owner of its tables. */
function readOwner({ DATABASE_URL, DATABASE_OWNER_URL }: Variables): string | undefined {
  if (DATABASE_OWNER_URL === undefined) return undefined
  const named = DATABASE_URL === undefined ? '' : new URL(DATABASE_URL).username
  if (named === '')
    throw new BadConfig(
      'DATABASE_OWNER_URL задают вместе с DATABASE_URL, где названа роль процессов.',
    )
  return DATABASE_OWNER_URL
}

/** The pages and the API are at the root of the site, so a path or a query here would break every link. */
function readOrigin({ PUBLIC_URL }: Variables): string | undefined {
  if (PUBLIC_URL === undefined) return undefined
  const { pathname, search, hash, origin } = new URL(PUBLIC_URL)
  if (pathname !== '/' || search !== '' || hash !== '')
    throw new BadConfig(
      `PUBLIC_URL должно быть адресом сайта без пути и параметров, а задано «${PUBLIC_URL}».`,
    )
  return origin
}

/** Only an embedded database is backed up by the server itself. */
function readBackups(read: Variables, dataDir: string): Config['backups'] {
  const embedded = read.DATABASE_URL === undefined
  if (!(read.BACKUPS ?? embedded)) return null
  if (!embedded)
    throw new BadConfig(
      'BACKUPS=on работает только со встроенной базой: для PostgreSQL запускайте npm run backup по часам.',
    )
  return { folder: resolve(read.BACKUP_DIR ?? join(dataDir, 'backups')) }
}

/** Where photos are stored: in DATA_DIR, or in an S3 storage. */
function readFiles(read: Variables): FilesConfig {
  const keys = together(read, [
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_REGION',
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
  ])
  if (keys === null) return { kind: 'disk' }
  return {
    kind: 's3',
    endpoint: keys.S3_ENDPOINT,
    bucket: keys.S3_BUCKET,
    region: keys.S3_REGION,
    accessKey: keys.S3_ACCESS_KEY,
    secretKey: keys.S3_SECRET_KEY,
  }
}

const NEEDED = ['{z}', '{x}', '{y}']
const SIGN = /\{[^}]*\}/gu
const KNOWN = new Set([...NEEDED, '{s}', '{r}'])
const LINK = /^(?<credit>.*\S)\s+(?<creditUrl>https?:\/\/\S+)$/u

/** The message does not repeat the value: it may contain a key. */
function tilesTemplate(value: string): string {
  const signs: readonly string[] = value.match(SIGN) ?? []
  const asAddress = value.replaceAll(SIGN, '1')
  const url = URL.canParse(asAddress) ? new URL(asAddress) : null
  const complete =
    NEEDED.every((sign) => signs.includes(sign)) && signs.every((one) => KNOWN.has(one))
  // The host must not depend on the tile that a browser requests.
  const [, host = ''] = /^https?:\/\/([^/?#]*)/u.exec(value) ?? []
  const fixed = host !== '' && (host.match(SIGN) ?? []).every((sign) => sign === '{s}')
  const plain = url?.username === '' && ['http:', 'https:'].includes(url.protocol)
  if (!plain || !complete || !fixed)
    throw new BadConfig(
      'TILES_URL должно быть адресом вида https://tiles.example/{z}/{x}/{y}.png, где кроме {z}, {x} и {y} могут стоять {s} и {r}.',
    )
  return value
}

/** Tiles over the map's own drawing; null where none are configured. */
function readTiles(read: Variables): TilesConfig | null {
  const given = together(read, ['TILES_URL', 'TILES_CREDIT'])
  if (given === null) return null
  const { credit = '', creditUrl = '' } = LINK.exec(given.TILES_CREDIT)?.groups ?? {}
  const maxZoom = read.TILES_MAX_ZOOM
  return { template: tilesTemplate(given.TILES_URL), credit, creditUrl, maxZoom }
}

const GEOCODERS = {
  dadata: 'https://suggestions.dadata.ru',
  nominatim: 'https://nominatim.openstreetmap.org',
}

/** The geocoder for addresses; null where no outside one is used. */
function readGeocoder(read: Variables): GeocoderConfig | null {
  const { GEOCODER: kind, DADATA_TOKEN: token, GEOCODER_PER_DAY: perDay } = read
  if (kind !== 'dadata' && token !== undefined)
    throw new BadConfig(`DADATA_TOKEN нужен только с GEOCODER=dadata, а GEOCODER — ${kind}.`)
  if (kind === 'none') return null
  const url = read.GEOCODER_URL ?? GEOCODERS[kind]
  if (kind === 'nominatim') return { kind, url, perDay, shared: url === GEOCODERS.nominatim }
  if (token === undefined)
    throw new BadConfig('GEOCODER=dadata спрашивает с ключом: задайте DADATA_TOKEN.')
  return { kind, url, perDay, token }
}

/**
 * Reads every variable of the environment.
 * @throws BadConfig with one sentence about the first wrong value.
 */
export function readConfig(env: Environment): Config {
  const read = readVariables(env)
  const publicUrl = readOrigin(read)
  const dataDir = resolve(read.DATA_DIR)
  const demo = read.DEMO ?? read.DATABASE_URL === undefined
  const money = readMoney(read, demo)
  const mailbox = read.SMTP_URL === undefined && (read.MAILBOX ?? demo)
  if (money.bank.kind === 'tbank') refusePlainBank(read)
  if (money.bank.kind === 'tbank')
    refuseBesideRealBank({
      DEMO: demo,
      // Options that only follow DEMO are switched off with it.
      MAILBOX: mailbox && read.MAILBOX === true,
      TEST_CALLS: read.TEST_CALLS === true,
      PUSH_LOCAL: read.PUSH_LOCAL,
    })
  return {
    host: read.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    port: read.PORT,
    dataDir,
    buildDir: resolve(read.BUILD_DIR),
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: readOwner(read),
    databaseConnections: read.DATABASE_CONNECTIONS,
    redisUrl: readRedis(read),
    publicUrl: publicUrl ?? `http://localhost:${read.PORT}`,
    anyHost: publicUrl === undefined,
    demo,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    mailbox,
    pushServices: read.PUSH_SERVICES?.split(/,\s*/u) ?? [],
    pushLocal: read.PUSH_LOCAL,
    messengers: readMessengers(read),
    trustProxy: read.TRUST_PROXY,
    testCalls: read.TEST_CALLS ?? demo,
    endGraceMinutes: read.END_GRACE_MINUTES,
    maxWatchers: read.MAX_WATCHERS,
    pagesKeptBytes: read.PAGES_KEPT_MB * 1024 * 1024,
    // A demo logs no info lines between those that say where to look.
    logLevel: read.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    metricsToken: read.METRICS_TOKEN ?? null,
    stopWaitSeconds: read.STOP_WAIT_SECONDS,
    newerDatabase: read.NEWER_DATABASE,
    shed: read.SHED,
    hall: {
      newDevicesPerSecond: read.HALL_NEW_DEVICES_PER_SECOND,
      ordersPerMinute: read.HALL_ORDERS_PER_MINUTE,
      unpaidPages: read.HALL_UNPAID_PAGES,
    },
    backups: readBackups(read, dataDir),
    backupKey: read.BACKUP_KEY ?? null,
    files: readFiles(read),
    money,
    site: readSite(read, demo),
    tiles: readTiles(read),
    geocoder: readGeocoder(read),
    leakedPasswordsUrl: read.LEAKED_PASSWORDS ? read.LEAKED_PASSWORDS_URL : null,
    itunes: read.ITUNES_SEARCH ? { url: read.ITUNES_URL, perMinute: read.ITUNES_PER_MINUTE } : null,
  }
}
