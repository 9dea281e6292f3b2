import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '#server/platform/db/open.ts'
import { openCrashBank } from '#test/support/crash/bank.ts'
import { makeSceneRunner, VARIABLES_OF_SCENES } from '#test/support/crash/scene-runner.ts'
import { freeLeases } from '#test/support/crash/offline-database.ts'
import { killableProduct } from '#test/support/crash/killable-product.ts'
import type { KillableProduct } from '#test/support/crash/killable-product.ts'
import { makeCrashTrigger } from '#test/support/crash/crash-trigger.ts'
import { findFaults } from '#test/support/crash/verdict.ts'
import { ownFolder } from '#test/support/product/product.ts'
import type { ScenarioContext } from '../scenario.ts'
import { faultsOfOrders } from './final-orders.ts'
import { startFreeLoad } from './free-load.ts'
import type { FreeLoad } from './free-load.ts'
import { inDatabase, insertDataset } from './dataset.ts'
import { padQueue } from './concert-actions.ts'
import { openWatcher, queueText, stepOf } from './watcher.ts'

const WATCHERS = 6
const WORKERS = 6
const SEEN_MOST_MS = 30_000
const ANY_SCENE = 'Init asked'

type Tools = {
  readonly products: readonly KillableProduct[]
  readonly load: FreeLoad
  /** Starts a paid evening of one musician: songs are ordered, paid, played or not, and paid out. */
  scene(): void
  /** Clears the leases of a dead process, which would take a minute to expire. */
  freeLeases(): Promise<void>
  /** Settles as `hoped` does, unless a scene fails before. */
  unlessFailed<T>(hoped: Promise<T>): Promise<T>
}

type Plan = {
  /** Number of products on one database; always one on an embedded database. */
  readonly products: number
  readonly scenes: number
  /** Where the products reach the database, if not where the scenario does. */
  readonly environment?: Readonly<Record<string, string>>
  /** Where phones and the bank reach the products; without it each product at its own address. */
  readonly gateway?: {
    readonly url: string
    setProducts(products: readonly KillableProduct[]): void
  }
  /** How long the scenes may take after the disruption (ms). */
  readonly timeoutMs: number
  /** Causes the trouble; ends with everything restored and every product running. */
  disrupt(tools: Tools): Promise<void>
}

/** Returns the songs that are less far in the tables than an answer has reported. */
export async function lostSteps(sql: Sql, concertId: string, reached: ReadonlyMap<string, number>) {
  const rows = await sql
    .selectFrom('queueEntries')
    .select(['id', 'status'])
    .where('concertId', '=', concertId)
    .execute()
  const steps = new Map(rows.map(({ id, status }) => [id, stepOf(status)]))
  return [...reached].flatMap(([id, step]) => {
    const storedStep = steps.get(id)
    if (storedStep === undefined) return [`the song ${id} is lost`]
    return storedStep < step ? [`the song ${id} had come to ${step} and is at ${storedStep}`] : []
  })
}

/**
 * Plays a free concert under load and paid ones beside it while something goes wrong; afterwards checks that every
 * acknowledged change is in the tables, at the bank and on every screen.
 */
export async function playEvening(context: ScenarioContext, plan: Plan) {
  await using ends = new AsyncDisposableStack()
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 2 * plan.scenes + 2))
  const concertId = dataset.artist.concertId
  // This trigger kills no process: the bank only has to run beside the products.
  const trigger = makeCrashTrigger(async () => {})
  trigger.open()
  const bank = await openCrashBank(trigger)
  ends.defer(bank.close)
  const folder = ownFolder()
  ends.defer(folder.remove)
  const keyFile = join(folder.path, 'payouts.pem')
  writeFileSync(keyFile, bank.keys.payouts.privateKeyPem, { mode: 0o600 })
  const count = context.engine === 'embedded' ? 1 : plan.products
  const products: KillableProduct[] = []
  for (let made = 0; made < count; made++)
    products.push(
      await killableProduct({
        ...context.environment,
        ...plan.environment,
        ...bank.variables(keyFile),
        ...(plan.gateway === undefined ? {} : { PUBLIC_URL: plan.gateway.url }),
        ...VARIABLES_OF_SCENES,
      }),
    )
  for (const product of products) {
    ends.defer(product.stop)
    await product.start()
  }
  plan.gateway?.setProducts(products)
  const urlOf = (turn: number) => plan.gateway?.url ?? products[turn % count]?.url ?? ''
  const runner = makeSceneRunner({
    accounts: { ...dataset.accounts, adminToken: '' },
    bank,
    url: urlOf(0),
    timeoutMs: 3_600_000,
  })
  ends.defer(runner.close)
  const target = { artistUsername: dataset.artist.username, sessionId: concertId }
  const watchers = Array.from({ length: WATCHERS }, (_, n) => openWatcher(() => urlOf(n), target))
  for (const watcher of watchers) ends.defer(watcher.close)
  const load = startFreeLoad(dataset, WORKERS, urlOf)

  await plan.disrupt({
    products,
    load,
    scene: () => runner.play(ANY_SCENE),
    freeLeases: () => inDatabase(context, freeLeases),
    unlessFailed: runner.unlessFailed,
  })

  await load.stop()
  const broken: string[] = []
  const late = AbortSignal.timeout(plan.timeoutMs)
  const tooLate = new Promise<null>((resolve) =>
    late.addEventListener('abort', () => resolve(null)),
  )
  const expectedMoney = await Promise.race([runner.everybody(), tooLate])
  if (expectedMoney === null) broken.push('the paid evenings come to no end')
  const text = queueText(await padQueue(urlOf(0), dataset))
  const took = await Promise.all(watchers.map((one) => one.sees(text, SEEN_MOST_MS)))
  const blind = took.filter((ms) => ms === null).length
  if (blind > 0) broken.push(`${blind} watchers never saw the final state`)
  for (const watcher of watchers) broken.push(...watcher.faults)
  runner.close()
  for (const product of products) await product.stop()
  await bank.idle()
  await inDatabase(context, async (sql) => {
    const { faults } = await faultsOfOrders(sql, concertId, load.orders)
    broken.push(...faults, ...(await lostSteps(sql, concertId, load.reached)))
    const systems = { product: sql, bank, besides: concertId }
    if (expectedMoney !== null) broken.push(...(await findFaults(systems, expectedMoney)))
  })
  return {
    broken,
    /** Lines that the products logged as errors. */
    errors: products.flatMap(({ errors }) => errors),
    load,
    figures: {
      acknowledged: load.history.count('ok'),
      refused: load.history.count('fail'),
      unknown: load.history.count('info'),
      'free orders': load.orders.filter(({ outcome }) => outcome === 'ok').length,
      payments: expectedMoney?.flatMap(({ payments }) => payments).length ?? 0,
    },
  }
}
