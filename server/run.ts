import { startDemo } from '#demo/world/demo.ts'
import { BEAT_MS } from '#demo/world/simulation.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { makeProviders } from './providers.ts'
import { atOwnAddress, greeting } from './greeting.ts'
import { scheduleBackups } from './platform/backup/schedule-backups.ts'
import { runJobs } from './jobs.ts'
import { modules } from './modules/index.ts'
import { migrate } from './platform/db/migrate.ts'
import { migrateAsOwner } from './platform/db/process-role.ts'
import type { Database } from './platform/db/open.ts'
import { openEmbedded, openPostgres } from './platform/db/open.ts'
import { instanceSecret } from './platform/db/secrets.ts'
import { makeClocks } from './platform/jobs/clock.ts'
import { watchDiskSpace } from './platform/lifecycle/disk-space.ts'
import type { FileBudget } from './platform/lifecycle/file-budget.ts'
import type { Log } from './platform/lifecycle/log.ts'
import { makeLog } from './platform/lifecycle/log.ts'
import { checkPlayMoney } from './platform/lifecycle/play-money.ts'
import type { Shutdown } from './platform/lifecycle/shutdown.ts'
import type { StartWarning } from './platform/lifecycle/start-checks.ts'
import { checkClocks, checkDemo, checkTables } from './platform/lifecycle/start-checks.ts'
import type { Allowances } from './platform/limits/rate-counters.ts'
import {
  memoryAllowances,
  postgresAllowances,
  redisAllowances,
} from './platform/limits/rate-counters.ts'
import { installationOf, openBus } from './platform/live/open-bus.ts'

const MONEY_MS = 1000

function openDatabase(config: Config, { databaseFiles }: FileBudget): Promise<Database> {
  return config.databaseUrl === undefined
    ? openEmbedded(`${config.dataDir}/database`, { maxFiles: databaseFiles })
    : openPostgres(config.databaseUrl, config.databaseConnections)
}

/** Starts the whole product, and shuts it down in order on a stop signal. */
export async function run(
  given: Config,
  {
    shutdown,
    warnings,
    files,
  }: { shutdown: Shutdown; warnings: readonly StartWarning[]; files: FileBudget },
): Promise<void> {
  const config = atOwnAddress(given)
  const now = () => new Date()
  const log = makeLog(config.logLevel)
  shutdown.log(log)
  for (const { fields, sentence } of warnings) log.warn(fields, sentence)
  const embedded = config.databaseUrl === undefined
  const { databaseOwnerUrl: ownerUrl, databaseUrl: url } = config
  const check = (owner: Database) => checkTables(owner, config, log)
  if (ownerUrl !== undefined && url !== undefined) await migrateAsOwner({ ownerUrl, url }, check)
  const database = await openDatabase(config, files)
  if (embedded) database.onFailure(shutdown.exitOnFailure)
  await checkTables(database, config, log)
  await migrate(database)
  await checkDemo(database, config)
  await checkPlayMoney(database, config.money.bank)
  await checkClocks(database, log)
  const beside = config.files.kind === 'disk' ? 'photos' : 'nothing'
  const stores = embedded ? 'database' : beside
  const room = watchDiskSpace({ folder: config.dataDir, stores, log })
  const cluster = await joinCluster({ ...config, database, log })
  let port = config.port
  // A server on all interfaces is reached through this machine's loopback.
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  const local = () => `http://${host}:${port}`
  const context = {
    ...(await makeProviders(config, { database, room, cluster, now, log, local })),
    maxConnections: files.connections,
    liveLimits: { pads: files.pads },
  }
  const { sandboxBank: sandbox = null, sandboxAt } = context
  const app = await buildApp(context)
  for (const { start } of modules) await start?.(app.ctx)
  const money = sandbox && sandboxAt ? { ...context, sandbox, sandboxAt } : null
  const demo = config.demo ? await startDemo({ ctx: app.ctx, money }) : null
  const clocks = makeClocks({ mayWrite: room.enough, log })
  port = await app.listen(config.port, config.host)
  // The demo bank can be reached only from here on.
  runJobs(clocks, app.ctx)
  clocks.addStoppable(
    scheduleBackups({ ...config, sql: database.sql, now, log, mayWrite: room.enough }),
  )
  if (sandbox !== null) clocks.run(sandbox.tick, MONEY_MS)

  async function stop() {
    const jobs = clocks.stop()
    if (sandbox !== null) {
      // The demo bank is served by this very process: it answers until the last job is over.
      await jobs
      await sandbox.idle()
    }
    await app.close()
    await jobs
    await cluster.close()
    room.stop()
    room.look()
    // The shutdown checkpoint needs free disk space; without it the database recovers from its WAL at the next start.
    if (room.enough()) await database.close()
  }
  shutdown.ready({ first: app.markStopping, inOrder: stop }, config.stopWaitSeconds * 1000)
  process.stdout.write(greeting({ ...config, port }, demo?.login ?? null))
  // Last: the first beat plays evenings that are over, and a client that knows the address may send requests meanwhile.
  if (demo !== null) clocks.run(demo.beat, BEAT_MS)
}

type Cluster = {
  bus: Bus
  /** The rate limits that all processes of the installation share. */
  allowances: Allowances
  close(): Promise<void>
}

/** How the processes of one installation exchange messages and share rate limits; an embedded database has one process. */
async function joinCluster(deps: {
  database: Database
  redisUrl: string | undefined
  log: Log
}): Promise<Cluster> {
  const { database, redisUrl, log } = deps
  const bus = await openBus(deps)
  if (database.url === null) return { bus, allowances: memoryAllowances(), close: bus.close }
  const secret = await instanceSecret(database.sql, 'limits')
  if (redisUrl === undefined) {
    const allowances = postgresAllowances({ sql: database.sql, secret })
    return { bus, allowances, close: bus.close }
  }
  const installation = await installationOf(database, redisUrl)
  const allowances = redisAllowances({ url: redisUrl, installation, log, secret })
  return {
    bus,
    allowances,
    async close() {
      await bus.close()
      await allowances.close()
    },
  }
}
