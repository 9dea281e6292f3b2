import { pino } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { startDemo } from './demo/demo.ts'
import { forgetKeys } from './db/idempotency.ts'
import { migrate } from './db/migrate.ts'
import type { Database } from './db/open.ts'
import { openEmbedded, openPostgres } from './db/open.ts'
import { greeting } from './greeting.ts'
import { loadWebBuild } from './http/pages.ts'
import { runClock } from './jobs/clock.ts'
import { localBus } from './live/bus.local.ts'
import { postgresBus } from './live/bus.postgres.ts'
import { mailboxMail } from './outside/mail.mailbox.ts'
import type { Log } from './log.ts'
import { noMail } from './outside/mail.ts'
import { smtpMail } from './outside/mail.smtp.ts'

const CLOCK_MS = 2000
const HOUR_MS = 3_600_000
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

/** Brings the whole product up and takes it down in order on SIGTERM or SIGINT. */
export async function run(config: Config): Promise<void> {
  const now = () => new Date()
  const log = pino({ level: config.logLevel, base: null })
  const database = await openDatabase(config)
  await migrate(database)
  const bus =
    config.databaseUrl === undefined
      ? localBus()
      : postgresBus({ connectionString: config.databaseUrl, log })
  const app = await buildApp({
    ...config,
    database,
    bus,
    mail: mailOf(config, { database, now, log }),
    now,
    log,
    web: await loadWebBuild(config.buildDir),
  })
  await app.services.songs.seedCatalogue()
  const demo = config.demo
    ? await startDemo({ ...app.services, sql: database.sql, now, log })
    : null
  const clock = runClock({ tick: app.services.concerts.tick, everyMs: CLOCK_MS, log })
  const forget = () => forgetKeys(database.sql, new Date(now().getTime() - KEYS_KEPT_MS))
  const housekeeping = runClock({ tick: forget, everyMs: HOUR_MS, log })
  const port = await app.listen(config.port, config.host)

  let stopping = false
  async function stop() {
    if (stopping) return
    stopping = true
    await demo?.stop()
    await Promise.all([clock.stop(), housekeeping.stop()])
    await app.close()
    await bus.close()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  process.stdout.write(greeting({ ...config, port }))
}
