import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '#server/platform/db/open.ts'
import { openDeadlyBank } from '#test/support/deadly/bank.ts'
import { makeCompany, VARIABLES_OF_SCENES } from '#test/support/deadly/company.ts'
import { freeLeases } from '#test/support/deadly/look-inside.ts'
import { mortalProduct } from '#test/support/deadly/mortal-product.ts'
import type { MortalProduct } from '#test/support/deadly/mortal-product.ts'
import { makeTrap } from '#test/support/deadly/trap.ts'
import { judge } from '#test/support/deadly/verdict.ts'
import { ownFolder } from '#test/support/product.ts'
import type { ScenarioStage } from '../scenario.ts'
import { faultsOfOrders } from './final-orders.ts'
import { startFreeLoad } from './free-load.ts'
import type { FreeLoad } from './free-load.ts'
import { inside, layGround } from './ground.ts'
import { padQueue } from './hands.ts'
import { openWatcher, queueText, stepOf } from './watcher.ts'

const WATCHERS = 6
const WORKERS = 6
const SEEN_MOST_MS = 30_000
const ANY_SCENE = 'Init asked'

type Tools = {
  readonly products: readonly MortalProduct[]
  readonly load: FreeLoad
  /** Begins an evening of a musician who plays for money: ordered, paid, played or not, and paid out. */
  scene(): void
  /** The minute in which a dead process's leases run out is not waited for. */
  freeLeases(): Promise<void>
  /** Resolves as `hoped` does, unless a scene fails before. */
  unlessFailed<T>(hoped: Promise<T>): Promise<T>
}

type Plan = {
  /** How many on one database; an embedded one has one. */
  readonly products: number
  readonly scenes: number
  /** Where the products find the database, where that is not where the scenario does. */
  readonly environment?: Readonly<Record<string, string>>
  /** Where telephones and the bank find the products; without it each at its own address. */
  readonly door?: { readonly url: string; lead(products: readonly MortalProduct[]): void }
  /** How long the scenes may take after the trouble (ms). */
  readonly timeoutMs: number
  /** What happens to them all; ends with everything mended and every product alive. */
  trouble(tools: Tools): Promise<void>
}

/** Songs that are less far in the tables than somebody was told. */
export async function lostSteps(sql: Sql, concertId: string, reached: ReadonlyMap<string, number>) {
  const rows = await sql
    .selectFrom('queue_entries')
    .select(['id', 'status'])
    .where('concert_id', '=', concertId)
    .execute()
  const steps = new Map(rows.map(({ id, status }) => [id, stepOf(status)]))
  return [...reached].flatMap(([id, step]) => {
    const kept = steps.get(id)
    if (kept === undefined) return [`the song ${id} is lost`]
    return kept < step ? [`the song ${id} had come to ${step} and is at ${kept}`] : []
  })
}

/**
 * A concert without money under load and paid ones beside it, while something goes wrong; afterwards
 * everything that anybody was told is looked for in the tables, at the bank and on every screen.
 */
export async function playEvening(stage: ScenarioStage, plan: Plan) {
  await using ends = new AsyncDisposableStack()
  const ground = await inside(stage, (sql) => layGround(sql, 2 * plan.scenes + 2))
  const concertId = ground.stage.concertId
  // Nobody is killed by this one: the bank only has to live beside the products.
  const trap = makeTrap(async () => {})
  trap.open()
  const bank = await openDeadlyBank(trap)
  ends.defer(bank.close)
  const folder = ownFolder()
  ends.defer(folder.remove)
  const keyFile = join(folder.path, 'payouts.pem')
  writeFileSync(keyFile, bank.keys.payouts.privateKeyPem, { mode: 0o600 })
  const count = stage.engine === 'embedded' ? 1 : plan.products
  const products: MortalProduct[] = []
  for (let made = 0; made < count; made++)
    products.push(
      await mortalProduct({
        ...stage.environment,
        ...plan.environment,
        ...bank.variables(keyFile),
        ...(plan.door === undefined ? {} : { PUBLIC_URL: plan.door.url }),
        ...VARIABLES_OF_SCENES,
      }),
    )
  for (const product of products) {
    ends.defer(product.stop)
    await product.start()
  }
  plan.door?.lead(products)
  const urlOf = (turn: number) => plan.door?.url ?? products[turn % count]?.url ?? ''
  const company = makeCompany({
    cast: { ...ground.cast, adminToken: '' },
    bank,
    url: urlOf(0),
    timeoutMs: 3_600_000,
  })
  ends.defer(company.close)
  const target = { artistUsername: ground.stage.username, sessionId: concertId }
  const watchers = Array.from({ length: WATCHERS }, (_, n) => openWatcher(() => urlOf(n), target))
  for (const watcher of watchers) ends.defer(watcher.close)
  const load = startFreeLoad(ground, WORKERS, urlOf)

  await plan.trouble({
    products,
    load,
    scene: () => company.play(ANY_SCENE),
    freeLeases: () => inside(stage, freeLeases),
    unlessFailed: company.unlessFailed,
  })

  await load.stop()
  const broken: string[] = []
  const late = AbortSignal.timeout(plan.timeoutMs)
  const tooLate = new Promise<null>((resolve) =>
    late.addEventListener('abort', () => resolve(null)),
  )
  const promised = await Promise.race([company.everybody(), tooLate])
  if (promised === null) broken.push('the paid evenings come to no end')
  const text = queueText(await padQueue(urlOf(0), ground))
  const took = await Promise.all(watchers.map((one) => one.sees(text, SEEN_MOST_MS)))
  const blind = took.filter((ms) => ms === null).length
  if (blind > 0) broken.push(`${blind} watchers never saw the final state`)
  for (const watcher of watchers) broken.push(...watcher.faults)
  company.close()
  for (const product of products) await product.stop()
  await bank.idle()
  await inside(stage, async (sql) => {
    const { faults } = await faultsOfOrders(sql, concertId, load.orders)
    broken.push(...faults, ...(await lostSteps(sql, concertId, load.reached)))
    const houses = { product: sql, bank, bankSql: bank.sql, besides: concertId }
    if (promised !== null) broken.push(...(await judge(houses, promised)))
  })
  return {
    broken,
    /** What the products wrote down as errors. */
    errors: products.flatMap(({ errors }) => errors),
    load,
    figures: {
      acknowledged: load.history.count('ok'),
      refused: load.history.count('fail'),
      unknown: load.history.count('info'),
      'free orders': load.orders.filter(({ outcome }) => outcome === 'ok').length,
      payments: promised?.flatMap(({ payments }) => payments).length ?? 0,
    },
  }
}
