import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import { ownPostgres } from '#test/support/database/database.ts'
import { startProduct } from '#test/support/product/product.ts'
import { ownPostgresServer } from '../../../scripts/test-postgres.ts'
import type { ScenarioFinding, ScenarioContext } from '../scenario.ts'
import { PLAIN } from './products.ts'
import { faultsOfOrders } from './final-orders.ts'
import { inDatabase, insertDataset } from './dataset.ts'
import { padQueue } from './concert-actions.ts'
import { startPlainLoad } from './plain-load.ts'
import { untilRefused, untilTaken } from './refused-orders.ts'
import { smallDisk } from './small-disk.ts'
import type { SmallDisk } from './small-disk.ts'

/** An empty server takes half of it. */
const DISK_MB = 160
const WORKERS = 6
const AWHILE_MS = { short: 600, long: 4000 }
const BACK_MS = 5000
/** Within this time a crashed server recovers, and the pool reconnects to it. */
const UP_AGAIN_MS = 15_000

/** Reads every row of every table, which reveals a page that differs from what was written. */
async function readEverything(sql: Sql): Promise<void> {
  const { rows } = await raw<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(sql)
  for (const { name } of rows)
    await raw`select sum(length(t::text)) from ${raw.table(name)} t`.execute(sql)
}

/** Writes to the server's WAL until it has no room for its next file, which crashes any server. */
async function fillLog(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`select pg_logical_emit_message(true, 'full', repeat('x', 16777216))
      from generate_series(1, ${Math.ceil(DISK_MB / 16)})`)
  } catch {
    // This connection is the first to fail.
  } finally {
    await client.end().catch(() => {})
  }
}

async function onDisk(given: ScenarioContext, disk: SmallDisk): Promise<ScenarioFinding> {
  const figures: Record<string, string | number> = { disk: `tmpfs of ${DISK_MB} MB` }
  const [broken, slow]: [string[], string[]] = [[], []]
  const awhile = () => sleep(AWHILE_MS[given.short ? 'short' : 'long'])
  const server = await ownPostgresServer(disk.path)
  try {
    const own = await ownPostgres(server.url)
    const context = { ...given, environment: { ...given.environment, DATABASE_URL: own.url } }
    const dataset = await inDatabase(context, (sql) => insertDataset(sql, 0))
    const product = await startProduct({ ...context.environment, ...PLAIN })
    const load = startPlainLoad(dataset, WORKERS, () => product.url)
    await awhile()

    given.logProgress('the disk of the server is full')
    disk.fill(0)
    if (!(await untilRefused(load.order))) broken.push('orders were not refused on a full disk')
    await padQueue(product.url, dataset).catch((error: unknown) =>
      broken.push(`nothing could be read on a full disk: ${String(error)}`),
    )
    await awhile()
    disk.free()
    const back = await untilTaken(load.order)
    figures['orders again after, ms'] = Math.round(back)
    if (back > BACK_MS) slow.push(`orders only ${Math.round(back)} ms after there was room`)

    given.logProgress('and its log has no room either')
    disk.fill(0)
    await fillLog(own.url)
    await awhile()
    figures['the server ended by itself'] = server.isUp() ? 'no' : 'yes, and was started again'
    disk.free()
    if (!server.isUp()) await server.restart()
    const upAgain = await untilTaken(load.order)
    figures['orders again after its log had no room, ms'] = Math.round(upAgain)
    if (upAgain > UP_AGAIN_MS) slow.push(`orders only ${Math.round(upAgain)} ms after that`)

    disk.fill(0)
    await untilRefused(load.order)
    const { code } = await product.kill('SIGTERM')
    if (code !== 0) broken.push(`told to go on a full disk, it ended with ${code}`)
    await load.stop()
    disk.free()
    const { faults, landed } = await inDatabase(context, async (sql) => {
      await readEverything(sql)
      return faultsOfOrders(sql, dataset.artist.concertId, load.orders)
    })
    figures['orders kept'] = landed
    figures['refused meanwhile'] = load.asked.filter(({ status }) => status === 503).length
    const failed = load.asked.filter(({ status }) => (status ?? 0) >= 500 && status !== 503)
    for (const { what, status } of failed) broken.push(`${what}: answered ${status}`)
    broken.push(...faults)
    return { figures, broken, slow }
  } finally {
    disk.free()
    await server.stop()
  }
}

/** The disk under a PostgreSQL server fills up while listeners order, and its WAL runs out of space once. */
export async function fullServerDisk(context: ScenarioContext): Promise<ScenarioFinding> {
  const disk = smallDisk(DISK_MB)
  if (disk === null)
    return { figures: { disk: 'not filled: none may be mounted' }, broken: [], slow: [] }
  try {
    return await onDisk(context, disk)
  } finally {
    disk.remove()
  }
}
