import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '#domain/time.ts'
import { runToEnd, startProduct } from '#test/support/product/product.ts'
import type { Product } from '#test/support/product/product.ts'
import { PLAIN } from '../harness/products.ts'
import { faultsOfOrders } from '../harness/final-orders.ts'
import { fullServerDisk } from '../harness/full-server-disk.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import type { TestDataset } from '../harness/dataset.ts'
import { padQueue } from '../harness/concert-actions.ts'
import { startPlainLoad } from '../harness/plain-load.ts'
import { refusalWords, untilRefused, untilTaken } from '../harness/refused-orders.ts'
import { otherMachine, smallDiskWith } from '../harness/small-disk.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const SPARE_MB = 50
const NEARLY_FULL_MB = 6
const WORKERS = 6
const AWHILE_MS = { short: 600, long: 4000 }
const BACK_MS = 5000
const WORDS = 'На сервере кончилось место, и записать ничего нельзя. Попробуйте чуть позже.'

type Findings = { figures: Record<string, string | number>; broken: string[]; slow: string[] }

function isAlive({ pid }: Product): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The disk under the database fills up while listeners order; `fill` and `free` cause the trouble. */
async function fullDisk(
  context: ScenarioContext,
  dataset: TestDataset,
  disk: {
    dataDir: string
    fill(leftMb: number): void
    free(): void
    environment: object
    real: boolean
  },
): Promise<Findings> {
  const found: Findings = { figures: {}, broken: [], slow: [] }
  const { broken, slow, figures } = found
  const form = context.short ? 'short' : 'long'
  const environment = {
    ...context.environment,
    ...PLAIN,
    ...disk.environment,
    DATA_DIR: disk.dataDir,
  }
  let product = await startProduct(environment)
  const load = startPlainLoad(dataset, WORKERS, () => product.url)
  const start = async () => {
    if (!isAlive(product)) {
      figures['ended by itself'] = 'yes, and was started again'
      product = await startProduct(environment)
    }
  }
  await sleep(AWHILE_MS[form])

  disk.fill(NEARLY_FULL_MB)
  if (!(await untilRefused(load.order))) broken.push('orders were not refused on a full disk')
  const message = await refusalWords(product.url)
  if (message !== WORDS) broken.push(`refused with «${message}»`)
  await padQueue(product.url, dataset).catch((error: unknown) =>
    broken.push(`nothing could be read on a full disk: ${String(error)}`),
  )
  await sleep(AWHILE_MS[form])
  disk.free()
  const back = await untilTaken(load.order)
  figures['orders again after, ms'] = Math.round(back)
  if (back > BACK_MS) slow.push(`orders only ${Math.round(back)} ms after there was room`)

  if (disk.real && !context.short) {
    // All at once, so that the disk is full in the middle of the database's own work.
    disk.fill(0)
    await sleep(AWHILE_MS[form])
    disk.free()
    await start()
    figures['after none was left, ms'] = Math.round(await untilTaken(load.order))
  }

  disk.fill(NEARLY_FULL_MB)
  await untilRefused(load.order)
  const { code } = await product.kill('SIGTERM')
  if (code !== 0) broken.push(`told to go on a full disk, it ended with ${code}`)
  await load.stop()
  const refused = await runToEnd(environment)
  if (refused.code !== 1 || !/свободно \d+ МБ/u.test(refused.output))
    broken.push(`started on a full disk: ${refused.code} ${refused.output}`)
  disk.free()
  const own = { ...context, environment: { ...context.environment, DATA_DIR: disk.dataDir } }
  const { faults, landed } = await inDatabase(own, (sql) =>
    faultsOfOrders(sql, dataset.artist.concertId, load.orders),
  )
  figures['orders kept'] = landed
  figures['refused meanwhile'] = load.asked.filter(({ status }) => status === 503).length
  const bugs = load.asked.filter(({ status }) => status !== null && status >= 500 && status !== 503)
  broken.push(...faults, ...bugs.map(({ what, status }) => `${what} was answered ${status}`))
  return found
}

/** The clock goes back an hour in the middle of an evening, and forward again. */
async function clockBack(context: ScenarioContext, dataset: TestDataset): Promise<Findings> {
  const machine = otherMachine()
  const product = await startProduct({ ...context.environment, ...PLAIN, ...machine.environment })
  const load = startPlainLoad(dataset, WORKERS, () => product.url)
  const broken: string[] = []
  const awhile = () => sleep(AWHILE_MS[context.short ? 'short' : 'long'])
  try {
    await awhile()
    const before = load.asked.length
    machine.setMachine({ clockMs: -HOUR_MS })
    await awhile()
    const during = load.asked.length
    machine.setMachine({})
    await awhile()
    await load.stop()
    const bad = load.asked.filter(({ status }) => status === null || status >= 500)
    // A process that is short of CPU sheds some requests, whatever its clock says.
    const wrong = bad.filter(({ status }) => status !== 503)
    const sentAway = bad.length - wrong.length
    broken.push(...wrong.map(({ what, status }) => `${what}: ${status} while the clock moved`))
    if (during === before) broken.push('nothing was answered an hour ago')
    if ((await product.kill('SIGTERM')).code !== 0) broken.push('it did not end in order')
    const { faults, landed } = await inDatabase(context, (sql) =>
      faultsOfOrders(sql, dataset.artist.concertId, load.orders),
    )
    broken.push(...faults)
    return {
      figures: { 'orders around the hour': landed },
      broken,
      slow: sentAway > 0 ? [`${sentAway} were sent away while the clock moved`] : [],
    }
  } finally {
    machine.remove()
  }
}

async function onRealDisk(context: ScenarioContext, dataset: TestDataset): Promise<Findings> {
  const dataDir = context.environment['DATA_DIR'] ?? ''
  const disk = smallDiskWith(dataDir, SPARE_MB)
  if (disk === null) {
    const machine = otherMachine()
    const fill = (leftMb: number) => machine.setMachine({ freeBytes: leftMb * 1024 * 1024 })
    const fake = { dataDir, fill, free: () => machine.setMachine({}), real: false }
    try {
      const found = await fullDisk(context, dataset, { ...fake, environment: machine.environment })
      return {
        ...found,
        figures: { disk: 'only told to be full: none may be mounted', ...found.figures },
      }
    } finally {
      machine.remove()
    }
  }
  try {
    const found = await fullDisk(context, dataset, {
      ...disk,
      dataDir: disk.path,
      environment: {},
      real: true,
    })
    disk.readOnly()
    const { code, output } = await runToEnd({ ...context.environment, DATA_DIR: disk.path })
    if (code !== 1 || !/Не хватает прав/u.test(output) || /\n\s+at /u.test(output))
      found.broken.push(`started on a disk that takes nothing: ${code} ${output}`)
    disk.writable()
    if (context.short) return found
    const again = await startProduct({ ...context.environment, ...PLAIN, DATA_DIR: disk.path })
    await again.kill('SIGTERM')
    return { ...found, figures: { disk: `tmpfs, ${SPARE_MB} MB free`, ...found.figures } }
  } finally {
    disk.remove()
  }
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 1))
  const full = await (context.engine === 'embedded'
    ? onRealDisk(context, dataset)
    : fullServerDisk(context))
  const clock = await clockBack(context, dataset)
  return {
    figures: { ...full.figures, ...clock.figures },
    broken: [...full.broken, ...clock.broken],
    slow: [...full.slow, ...clock.slow],
  }
}

export const scenario: Scenario = {
  number: 26,
  title:
    'Disk full (tmpfs), of the embedded database and of a PostgreSQL server; read-only directory, clock back 1 h',
  pass: 'clear 503, no corrupt data, recovery when freed',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}
