import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bankStore } from '#demo/bank/bank.store.ts'
import { makeSandboxBank, deliverByHttp, fetchInside } from '#packages/tbank-sandbox/bank.ts'
import type { SandboxBank } from '#packages/tbank-sandbox/bank.ts'
import { sandboxKeys } from '#demo/bank/keys.ts'
import type { SandboxKeys } from '#demo/bank/keys.ts'
import { copyStore, memoryStore } from '#packages/tbank-sandbox/store.ts'
import type { Store } from '#packages/tbank-sandbox/store.ts'
import { mailboxMail } from '#demo/mailbox/mailbox.ts'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import { rublesToKopecks } from '#domain/money.ts'
import { DAY_SECONDS } from '#domain/time.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import { BadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import type { Providers } from './context.ts'
import { logCertificate } from './integrations/bank/bank.tbank-call.ts'
import { tbankBank } from './integrations/bank/bank.tbank.ts'
import type { Bank } from './integrations/bank/bank.ts'
import type { BreakerLog } from './integrations/circuit-breaker.ts'
import { dadataGeocoder } from './integrations/geocoder/geocoder.dadata.ts'
import { nominatimGeocoder } from './integrations/geocoder/geocoder.nominatim.ts'
import { rateLimitedGeocoder } from './integrations/geocoder/geocoder.ts'
import type { Geocoder } from './integrations/geocoder/geocoder.ts'
import type { OutgoingFetch } from './integrations/outgoing-fetch.ts'
import { tablesIpLocation } from './integrations/ip-location/ip-location.ts'
import { patientLeaks } from './integrations/leaked-passwords/leaked-passwords.ts'
import type { HasLeaked } from './integrations/leaked-passwords/leaked-passwords.ts'
import { rangeLeaks } from './integrations/leaked-passwords/leaked-passwords.range.ts'
import { smtpMail } from './integrations/mail/mail.smtp.ts'
import { noMail } from './integrations/mail/mail.ts'
import { messengersOf } from './integrations/messengers/messengers.ts'
import { webPushOf } from './integrations/push/push.web.ts'
import { itunesCatalogue } from './integrations/song-catalogue/song-catalogue.itunes.ts'
import { rateLimitedCatalogue } from './integrations/song-catalogue/song-catalogue.ts'
import { diskFiles } from './integrations/storage/files.disk.ts'
import { s3Files } from './integrations/storage/files.s3.ts'
import type { Files } from './integrations/storage/files.ts'
import { cachedTiles } from './integrations/tiles/tiles.ts'
import { httpTiles } from './integrations/tiles/tiles.http.ts'
import type { Database, Sql } from './platform/db/open.ts'
import { instanceSecret } from './platform/db/secrets.ts'
import { isLoopback } from './platform/http/client-address.ts'
import { makeLimits } from './platform/http/limits.ts'
import { loadWebBuild } from './platform/http/pages.ts'
import type { WebBuild } from './platform/http/pages.ts'
import type { MapTiles } from './platform/http/pictures.ts'
import type { DiskSpace } from './platform/lifecycle/disk-space.ts'
import type { Log } from './platform/lifecycle/log.ts'
import { makeIntegrationStatus } from './integrations/circuit-breaker.ts'
import type { Allowances } from './platform/limits/rate-counters.ts'
import type { LiveLimits } from './platform/live/limits.ts'

const NOTICES_PATH = '/api/v1/payment/notification'
/** Our name at the demo bank. */
const SHOP = 'Бис'

/** Everything that the app is built of: created once at the start, passed down from the top. */
export type AppOptions = Providers & {
  /** The demo bank, with play money. */
  sandboxBank?: SandboxBank
  sandboxAt?: SandboxAt
  /** What the first page of a demo shows about it. */
  demoGuide?: { login: string; opensOnPhone: boolean }
  /** The most connections of the process; without it as many as the system allows. */
  maxConnections?: number | undefined
  /** Bounds of the live channel other than the defaults for a venue. */
  liveLimits?: Partial<LiveLimits>
  /** Whether each outside service answers, by name: 1 or 0. */
  outside?: () => Readonly<Record<string, number>>
  /** Without it the disk always counts as having room. */
  room?: DiskSpace
  /** The folder of the embedded database's backups; without it the process makes none. */
  backups?: { folder: string } | null
  /** Tiles over the map's own drawing. */
  tiles?: MapTiles | null
  /** Without it the process serves only API calls and sockets. */
  web?: WebBuild
}

function mailOf(
  config: Config,
  { database, now, log }: { database: Database; now: () => Date; log: Log },
) {
  if (config.smtpUrl !== undefined)
    return smtpMail({
      url: config.smtpUrl,
      from: config.mailFrom,
      replyTo: config.site.supportEmail,
      log,
    })
  return config.mailbox ? mailboxMail({ sql: database.sql, now }) : noMail()
}

async function pushOf(config: Config, { database, log }: { database: Database; log: Log }) {
  const { publicUrl, pushServices: services, pushLocal: local } = config
  const { supportEmail } = config.site
  // Push services refuse messages of a site without a contact address.
  const site = publicUrl.startsWith('https:') ? publicUrl : 'mailto:no-reply@localhost'
  const subject = supportEmail === null ? site : `mailto:${supportEmail}`
  const privateKey = await instanceSecret(database.sql, 'push')
  return webPushOf({ privateKey, subject, services, local, log })
}

function filesOf({ files, dataDir }: Config, log: Log): Files {
  if (files.kind === 's3') return s3Files({ ...files, log })
  return diskFiles({ folder: join(dataDir, 'media'), log })
}

function tilesOf(
  { tiles: settings, publicUrl }: Config,
  deps: { now: () => Date; log: BreakerLog },
): MapTiles | null {
  if (settings === null) return null
  const { template, ...facts } = settings
  const tiles = cachedTiles({ tiles: httpTiles({ template, publicUrl, ...deps }), now: deps.now })
  return { ...facts, large: template.includes('{r}'), tiles }
}

function geocoderOf(
  { geocoder: settings, publicUrl }: Config,
  { allowances, ...deps }: { now: () => Date; log: BreakerLog; allowances: Allowances },
): Geocoder | null {
  if (settings === null) return null
  const geocoder =
    settings.kind === 'dadata'
      ? dadataGeocoder(settings)
      : nominatimGeocoder({ ...settings, publicUrl })
  const { perDay } = settings
  const rate = { points: perDay, seconds: DAY_SECONDS }
  const spendSharedQuota = async (day: string) =>
    (await allowances.spend(`geocoder ${day}`, rate)) === 0
  return rateLimitedGeocoder({ geocoder, perDay, spendSharedQuota, ...deps })
}

/** The outside catalogue that is searched where ours finds few songs; null where there is none. */
function songsElsewhere(
  { itunes }: Config,
  { allowances, ...deps }: { now: () => Date; log: Log; allowances: Allowances },
) {
  if (itunes === null) return null
  const { url, perMinute } = itunes
  const rate = { points: perMinute, seconds: 60 }
  const spendSharedQuota = async () => (await allowances.spend('itunes', rate)) === 0
  const catalogue = rateLimitedCatalogue({
    catalogue: itunesCatalogue({ url }),
    perMinute,
    spendSharedQuota,
    ...deps,
  })
  return { catalogue, source: 'itunes', log: deps.log }
}

function hasLeakedOf(
  { leakedPasswordsUrl: url }: Config,
  deps: { now: () => Date; log: BreakerLog },
): HasLeaked | null {
  return url === null ? null : patientLeaks({ leaks: rangeLeaks({ url }), ...deps })
}

function payoutKey(file: string): string {
  try {
    const key = readFileSync(file, 'utf8')
    createPrivateKey(key)
    return key
  } catch {
    throw new BadConfig(`TBANK_PAYOUT_KEY_FILE: в файле «${file}» нет закрытого ключа RSA (PEM).`)
  }
}

/**
 * A demo bank of its own on another clock, called inside the process; it sends no notices. `keep` adds what it has to the
 * demo bank of the installation.
 */
export type SandboxAt = (now: () => Date) => {
  bank: Bank
  sandbox: SandboxBank
  keep(sql: Sql): Promise<void>
}

type ConfiguredBank = { bank: Bank | null; sandbox: SandboxBank | null; sandboxAt?: SandboxAt }

/** `local`: this process's own address; the demo bank is called there and sends its notices there. */
async function bankOf(
  config: Config,
  deps: { database: Database; now: () => Date; log: Log; local: () => string },
): Promise<ConfiguredBank> {
  const { bank } = config.money
  const { database, now, log, local } = deps
  if (bank.kind === 'none') return { bank: null, sandbox: null }
  if (bank.kind === 'tbank') {
    const payouts = bank.payouts && {
      ...bank.payouts,
      privateKeyPem: payoutKey(bank.payouts.keyFile),
    }
    // Not awaited: a bank that is down must not keep the free orders down.
    void logCertificate(bank.url, log)
    return { bank: tbankBank({ ...bank, payouts, now }), sandbox: null }
  }
  const keys = await sandboxKeys(database.sql)
  const { publicUrl } = config
  const sandbox = makeSandboxBank({
    store: bankStore(database.sql),
    now,
    keys,
    shop: SHOP,
    url: `${publicUrl}/sandbox-bank`,
    deliver: deliverByHttp,
    payoutNoticesUrl: () => `${local()}${NOTICES_PATH}`,
    log,
  })
  const url = () => `${local()}/sandbox-bank`
  const sandboxAt = sandboxInside({ keys, publicUrl, log })
  return { bank: sandboxClient(keys, { url, now }), sandbox, sandboxAt }
}

function sandboxClient(
  keys: SandboxKeys,
  { url, ...by }: { url: () => string; now: () => Date; fetch?: OutgoingFetch },
): Bank {
  const payouts = { ...keys.payouts, signs: 'digest' } as const
  return tbankBank({ ...keys, url, payouts, registryUrl: () => `${url()}/registry`, ...by })
}

export function sandboxInside(deps: {
  keys: SandboxKeys
  publicUrl: string
  log: Log
  storeIn?: (sql: Sql) => Store
}): SandboxAt {
  const { keys, publicUrl, log, storeIn = bankStore } = deps
  return (now) => {
    const store = memoryStore()
    const url = `${publicUrl}/sandbox-bank`
    const silent = { deliver: deliverByHttp, payoutNoticesUrl: () => '' }
    const sandbox = makeSandboxBank({ keys, shop: SHOP, url, log, store, now, ...silent })
    return {
      sandbox,
      bank: sandboxClient(keys, { url: () => url, now, fetch: fetchInside(sandbox) }),
      keep: (sql) => copyStore(store, storeIn(sql)),
    }
  }
}

type ProviderDeps = {
  database: Database
  room: DiskSpace
  cluster: { bus: Bus; allowances: Allowances }
  now: () => Date
  log: Providers['log']
  /** This process's own address. */
  local: () => string
}

/** Creates every provider that the configuration names; nothing listens yet. Throws BadConfig for a key file without a key. */
export async function makeProviders(config: Config, deps: ProviderDeps): Promise<AppOptions> {
  const { database, cluster, now, log, local } = deps
  const { bus, allowances } = cluster
  const { bank, sandbox, sandboxAt } = await bankOf(config, deps)
  const notified = sandbox === null ? () => config.publicUrl : local
  const outside = makeIntegrationStatus(log)
  return {
    ...config,
    database,
    room: deps.room,
    bus,
    now,
    log,
    outside: outside.read,
    operatorsNeedKey: config.money.bank.kind === 'tbank',
    money: {
      ...config.money,
      bank,
      notificationUrl: () => `${notified()}${NOTICES_PATH}`,
      payoutFloat: rublesToKopecks(config.money.payoutFloatRubles),
      returnDebt: rublesToKopecks(config.money.returnDebtRubles),
      unpaidPages: config.hall.unpaidPages,
      forTests: config.money.bank.kind === 'tbank' && config.money.bank.forTests,
    },
    ...(sandbox === null ? {} : { sandboxBank: sandbox }),
    ...(sandboxAt && { sandboxAt }),
    ...(config.demo && {
      demoGuide: { login: DEMO_LOGIN, opensOnPhone: !isLoopback(config.host) },
    }),
    limits: makeLimits({ shared: allowances, hall: config.hall }),
    mail: mailOf(config, deps),
    push: await pushOf(config, deps),
    messengers: messengersOf(config.messengers),
    files: filesOf(config, log),
    ipLocation: tablesIpLocation({ log }),
    tiles: tilesOf(config, { now, log: outside.logOf('tiles') }),
    geocoder: geocoderOf(config, { allowances, now, log: outside.logOf('geocoder') }),
    hasLeaked: hasLeakedOf(config, { now, log: outside.logOf('leaked_passwords') }),
    songsElsewhere: songsElsewhere(config, { allowances, now, log }),
    web: await loadWebBuild(config.buildDir),
  }
}
