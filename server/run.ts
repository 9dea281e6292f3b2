import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rublesToKopecks } from '#domain/money.ts'
import { DAY_SECONDS, HOUR_MS } from '#domain/time.ts'
import type { Allowances } from './platform/limits/rate-counters.ts'
import { buildApp } from './app.ts'
import { keepBackups } from './platform/backup/keep-backups.ts'
import { BadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { BEAT_MS, startDemo } from '#demo/world/demo.ts'
import { forgetKeys } from './platform/db/idempotency.ts'
import { migrate } from './platform/db/migrate.ts'
import type { Database } from './platform/db/open.ts'
import { openEmbedded, openPostgres } from './platform/db/open.ts'
import { forgetSpent } from './platform/db/spent-limits.ts'
import { greeting } from './greeting.ts'
import { makeLimits } from './platform/http/limits.ts'
import { loadWebBuild } from './platform/http/pages.ts'
import type { MapTiles } from './platform/http/tiles.ts'
import { makeClocks } from './platform/jobs/clocks.ts'
import { dadataGeocoder } from './integrations/geocoder/geocoder.dadata.ts'
import { nominatimGeocoder } from './integrations/geocoder/geocoder.nominatim.ts'
import { sparingGeocoder } from './integrations/geocoder/geocoder.rate-limited.ts'
import type { BreakerLog } from './integrations/circuit-breaker.ts'
import type { Geocoder } from './integrations/geocoder/geocoder.ts'
import { mailboxMail } from '#demo/mailbox/mailbox-mail.ts'
import { diskFiles } from './integrations/storage/files.disk.ts'
import type { Files } from './integrations/storage/files.ts'
import { s3Files } from './integrations/storage/files.s3.ts'
import { tablesIpLocation } from './integrations/ip-location/ip-location.tables.ts'
import { tbankBank } from './integrations/bank/bank.tbank.ts'
import type { Bank } from './integrations/bank/bank.ts'
import { makeSandboxBank } from '#demo/bank/bank.ts'
import type { SandboxBank } from '#demo/bank/bank.ts'
import { deliverByHttp } from '#demo/bank/deliver.ts'
import { sandboxKeys } from '#demo/bank/keys.ts'
import type { Log } from './platform/lifecycle/log.ts'
import { checkClocks, checkDemo, checkTables } from './platform/lifecycle/check-database.ts'
import type { StartWarning } from './platform/lifecycle/check-machine.ts'
import type { Shutdown } from './platform/lifecycle/shutdown.ts'
import { makeLog } from './platform/lifecycle/make-log.ts'
import { makeOutsideState } from './platform/lifecycle/outside-state.ts'
import { watchRoom } from './platform/lifecycle/disk-space.ts'
import { meetNeighbours } from './platform/cluster.ts'
import { noMail } from './integrations/mail/mail.ts'
import { smtpMail } from './integrations/mail/mail.smtp.ts'
import { itunesCatalogue } from './integrations/song-catalogue/song-catalogue.itunes.ts'
import { sparingCatalogue } from './integrations/song-catalogue/song-catalogue.rate-limited.ts'
import { httpTiles } from './integrations/tiles/tiles.http.ts'
import { cachedTiles } from './integrations/tiles/tiles.cached.ts'

const NOTICES_PATH = '/api/v1/payment/notification'
const CLOCK_MS = 2000
const MONEY_MS = 1000
const NIGHT_MS = 600_000
const INDEX_MS = 30_000
/** Twice the day for which a client may come back with its key. */
const KEYS_KEPT_MS = 48 * HOUR_MS

function openDatabase(config: Config): Promise<Database> {
  return config.databaseUrl === undefined
    ? openEmbedded(`${config.dataDir}/database`)
    : openPostgres(config.databaseUrl, config.databaseConnections)
}

function mailOf(
  config: Config,
  { database, now, log }: { database: Database; now: () => Date; log: Log },
) {
  if (config.smtpUrl !== undefined)
    return smtpMail({ url: config.smtpUrl, from: config.mailFrom, log })
  return config.mailbox ? mailboxMail({ sql: database.sql, now }) : noMail()
}

function filesOf({ files, dataDir }: Config, log: Log): Files {
  if (files.kind === 's3') return s3Files({ ...files, log })
  return diskFiles({ folder: join(dataDir, 'media'), log })
}

function tilesOf(
  { tiles: told, publicUrl }: Config,
  deps: { now: () => Date; log: BreakerLog },
): MapTiles | null {
  if (told === null) return null
  const { template, ...facts } = told
  const tiles = cachedTiles({ tiles: httpTiles({ template, publicUrl, ...deps }), now: deps.now })
  return { ...facts, large: template.includes('{r}'), tiles }
}

function geocoderOf(
  { geocoder: told, publicUrl }: Config,
  { allowances, ...deps }: { now: () => Date; log: BreakerLog; allowances: Allowances },
): Geocoder | null {
  if (told === null) return null
  const geocoder =
    told.kind === 'dadata' ? dadataGeocoder(told) : nominatimGeocoder({ ...told, publicUrl })
  const { perDay } = told
  const rate = { points: perDay, seconds: DAY_SECONDS }
  const mayAskTogether = async (day: string) =>
    (await allowances.spend(`geocoder ${day}`, rate)) === 0
  return sparingGeocoder({ geocoder, perDay, mayAskTogether, ...deps })
}

/** The catalogue of songs that is asked where ours knows little; null where none is. */
function songsElsewhere(
  { itunes }: Config,
  { allowances, ...deps }: { now: () => Date; log: Log; allowances: Allowances },
) {
  if (itunes === null) return null
  const { url, perMinute } = itunes
  const rate = { points: perMinute, seconds: 60 }
  const mayAskTogether = async () => (await allowances.spend('itunes', rate)) === 0
  const catalogue = sparingCatalogue({
    catalogue: itunesCatalogue({ url }),
    perMinute,
    mayAskTogether,
    ...deps,
  })
  return { catalogue, source: 'itunes', log: deps.log }
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

type BankHouse = { bank: Bank | null; sandbox: SandboxBank | null }

/** `local`: where this process answers itself; the demo bank is asked there and tells its news there. */
async function bankOf(
  config: Config,
  deps: { database: Database; now: () => Date; log: Log; local: () => string },
): Promise<BankHouse> {
  const { bank } = config.money
  const { database, now, log, local } = deps
  if (bank.kind === 'none') return { bank: null, sandbox: null }
  if (bank.kind === 'tbank') {
    const payouts = bank.payouts && {
      ...bank.payouts,
      privateKeyPem: payoutKey(bank.payouts.keyFile),
    }
    return { bank: tbankBank({ ...bank, payouts, now }), sandbox: null }
  }
  const keys = await sandboxKeys(database.sql)
  const { publicUrl } = config
  const sandbox = makeSandboxBank({
    sql: database.sql,
    now,
    keys,
    publicUrl,
    deliver: deliverByHttp,
    payoutNoticesUrl: () => `${local()}${NOTICES_PATH}`,
    log,
  })
  const url = () => `${local()}/sandbox-bank`
  const payouts = { ...keys.payouts, signs: 'digest' } as const
  const registryUrl = () => `${url()}/registry`
  return { bank: tbankBank({ ...keys, url, payouts, registryUrl, now }), sandbox }
}

/** Brings the whole product up and takes it down in order when it is told to leave. */
export async function run(
  config: Config,
  { leaving, warnings }: { leaving: Shutdown; warnings: readonly StartWarning[] },
): Promise<void> {
  const now = () => new Date()
  const log = makeLog(config.logLevel)
  leaving.log(log)
  for (const { fields, sentence } of warnings) log.warn(fields, sentence)
  const embedded = config.databaseUrl === undefined
  const database = await openDatabase(config)
  if (embedded) database.onFailure(leaving.unlessDead)
  await checkTables(database, config, log)
  await migrate(database)
  await checkDemo(database, config)
  await checkClocks(database, log)
  const beside = config.files.kind === 'disk' ? 'photos' : 'nothing'
  const keeps = embedded ? 'database' : beside
  const room = watchRoom({ folder: config.dataDir, keeps, log })
  const neighbours = await meetNeighbours({ ...config, database, log })
  const { bus, allowances } = neighbours
  let port = config.port
  // An address of all interfaces is reached by the machine's own.
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  const local = () => `http://${host}:${port}`
  const { bank, sandbox } = await bankOf(config, { database, now, log, local })
  const notified = sandbox === null ? () => config.publicUrl : local
  const outside = makeOutsideState(log)
  const app = await buildApp({
    ...config,
    outside: outside.read,
    money: {
      bank,
      notificationUrl: () => `${notified()}${NOTICES_PATH}`,
      receipts: config.money.receipts,
      captureGraceSeconds: config.money.captureGraceSeconds,
      payoutFloat: rublesToKopecks(config.money.payoutFloatRubles),
      numberHoldHours: config.money.numberHoldHours,
    },
    ...(sandbox === null ? {} : { sandboxBank: sandbox }),
    database,
    room,
    bus,
    limits: makeLimits({ shared: allowances, hall: config.hall }),
    mail: mailOf(config, { database, now, log }),
    files: filesOf(config, log),
    ipLocation: tablesIpLocation({ log }),
    tiles: tilesOf(config, { now, log: outside.logOf('tiles') }),
    geocoder: geocoderOf(config, { allowances, now, log: outside.logOf('geocoder') }),
    songsElsewhere: songsElsewhere(config, { allowances, now, log }),
    now,
    log,
    web: await loadWebBuild(config.buildDir),
  })
  await app.services.songs.seedCatalogue()
  const demo = config.demo
    ? await startDemo({ ...app.services, sql: database.sql, now, log })
    : null
  const clocks = makeClocks({ mayWrite: room.enough, log })
  if (demo !== null) clocks.run(demo.beat, BEAT_MS)
  clocks.run(app.services.concerts.tick, CLOCK_MS)
  const { bankWebhooks, reconciliation, photos } = app.services
  const forget = async () => {
    await forgetKeys(database.sql, new Date(now().getTime() - KEYS_KEPT_MS))
    await bankWebhooks.forgetOld()
    await photos.sweep()
    await app.services.concerts.forgetGone()
    await app.services.accounts.forgetOldTries()
    await forgetSpent(database.sql)
  }
  clocks.run(app.services.songIndex.tend, INDEX_MS)
  clocks.run(forget, HOUR_MS)
  port = await app.listen(config.port, config.host)
  // Only now can the demo bank be reached.
  clocks.run(app.services.runDueMoney, MONEY_MS, app.services.moneyDue)
  clocks.run(reconciliation.night, NIGHT_MS)
  clocks.also(keepBackups({ ...config, sql: database.sql, now, log, mayWrite: room.enough }))
  if (sandbox !== null) clocks.run(sandbox.tick, MONEY_MS)

  async function stop() {
    const jobs = clocks.stop()
    if (sandbox !== null) {
      // The demo bank is asked at this very process: it answers until the last visit is over.
      await jobs
      await sandbox.idle()
    }
    await app.close()
    await jobs
    await neighbours.close()
    room.stop()
    room.look()
    // Its last words need room; without them it finds its way from its log at the next start.
    if (room.enough()) await database.close()
  }
  leaving.stands({ first: app.leave, inOrder: stop }, config.stopWaitSeconds * 1000)
  process.stdout.write(greeting({ ...config, port }, demo?.login ?? null))
}
