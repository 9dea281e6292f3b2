import { BEAT_MS, startDemo } from '#demo/world/demo.ts'
import { HOUR_MS } from '#domain/time.ts'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { makeContext } from './context.ts'
import { keepBackups } from './platform/backup/keep-backups.ts'
import { meetNeighbours } from './platform/cluster.ts'
import { forgetKeys } from './platform/db/idempotency.ts'
import { migrate } from './platform/db/migrate.ts'
import type { Database } from './platform/db/open.ts'
import { openEmbedded, openPostgres } from './platform/db/open.ts'
import { forgetSpent } from './platform/db/spent-limits.ts'
import { isLoopback, knowsItsCallers } from './platform/http/forwarded.ts'
import { makeClocks } from './platform/jobs/clocks.ts'
import { checkClocks, checkDemo, checkTables } from './platform/lifecycle/check-database.ts'
import type { StartWarning } from './platform/lifecycle/check-machine.ts'
import { watchRoom } from './platform/lifecycle/disk-space.ts'
import { makeLog } from './platform/lifecycle/make-log.ts'
import type { Shutdown } from './platform/lifecycle/shutdown.ts'

type DemoLogin = { username: string; password: string | null }

function demoLines(at: string, { username, password }: DemoLogin): string[] {
  return [
    `  Демо-концерт   ${at}/user/tretya-paradnaya?tab=order`,
    `  Вход музыканта ${at}/login`,
    `                 никнейм ${username}, пароль ${password ?? 'изменён после первого запуска'}`,
    `  Деньги         ${at}/admin, под тем же никнеймом`,
  ]
}

/**
 * What a person reads once everything runs: where it is, how to get in, how to stop.
 * `login`: of a demo; its password is null where somebody has changed it since the first start.
 */
function greeting(config: Config, login: DemoLogin | null): string {
  const at = config.publicUrl.replace(/:0$/, `:${config.port}`)
  const isPublic = !isLoopback(config.host)
  const mailbox = knowsItsCallers(config)
    ? `http://localhost:${config.port}/mailbox${isPublic ? ', только с этой машины' : ''}`
    : 'закрыты для всех: PUBLIC_URL называет другую машину, а TRUST_PROXY=off'
  return [
    '',
    `  Бис работает   ${at}`,
    ...(login === null ? [] : demoLines(at, login)),
    ...(config.money.bank.kind === 'sandbox' ? [`  Демо-банк      ${at}/sandbox-bank/admin`] : []),
    ...(config.mailbox ? [`  Письма         ${mailbox}`] : []),
    `  Вызовы         ${at}/api/docs`,
    ...(login !== null && isPublic
      ? ['', `  Это демо открыто другим машинам: HOST=${config.host}`]
      : []),
    '',
    '  Остановить: Ctrl+C',
    '',
    '',
  ].join('\n')
}

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
  let port = config.port
  // An address of all interfaces is reached by the machine's own.
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  const local = () => `http://${host}:${port}`
  const context = await makeContext(config, { database, room, neighbours, now, log, local })
  const { sandboxBank: sandbox = null } = context
  const app = await buildApp(context)
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
