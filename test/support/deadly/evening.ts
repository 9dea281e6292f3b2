import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import { migratedPostgres, SERVER_URL } from '#test/support/database.ts'
import { ownFolder } from '#test/support/product.ts'
import { kopecks } from '#domain/money.ts'
import type { RegistryLine } from '#server/integrations/bank/bank.ts'
import { makeReconciliation } from '#server/modules/reconciliation/reconciliation.service.ts'
import { openDeadlyBank } from './bank.ts'
import { layDeadlyCable } from './cable.ts'
import { castOf } from './cast.ts'
import { makeCompany, VARIABLES_OF_SCENES } from './company.ts'
import { asksForName } from './crash-points.ts'
import type { CrashPoint } from './crash-points.ts'
import { freeLeases, lookInside, openQuestions, whatStands } from './look-inside.ts'
import { mortalProduct } from './mortal-product.ts'
import type { Promised } from './scenes.ts'
import { makeTrap } from './trap.ts'
import type { Trap } from './trap.ts'
import { judge } from './verdict.ts'

export type CrashEngine = 'embedded' | 'postgres'

/** The product's database: the variables that lead there, and a look inside while the product is dead. */
async function ground(engine: CrashEngine, path: string, trap: Trap, ends: AsyncDisposableStack) {
  const insideOf =
    (open: () => Promise<Database>) =>
    <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
      lookInside(open, work)
  if (engine === 'embedded')
    return { variables: {}, inside: insideOf(() => openEmbedded(join(path, 'database'))) }
  const own = await migratedPostgres(SERVER_URL ?? '')
  ends.defer(async () => {
    await own.drop()
  })
  const cable = await layDeadlyCable(own.url, trap)
  ends.defer(cable.remove)
  return {
    variables: { DATABASE_URL: cable.url },
    inside: insideOf(() => openPostgres(own.url, 2)),
  }
}

/** Registries of chargebacks, which an operator books while the product is dead. */
function makeRegistries() {
  const waiting: { line: RegistryLine; booked: () => void }[] = []
  let wanted = Promise.withResolvers<void>()
  let days = 0

  return {
    disputed(bankPaymentId: string, amount: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const line: RegistryLine = {
        key: `chargeback ${bankPaymentId}`,
        bankPaymentId,
        reference: '',
        gross: kopecks(0 - amount),
        fee: kopecks(0),
        operation: 'Chargeback',
        at: new Date(),
      }
      waiting.push({ line, booked: resolve })
      wanted.resolve()
      return promise
    },
    /** Resolves once somebody waits for one. */
    wanted: () => wanted.promise,
    async book(inside: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>): Promise<void> {
      if (waiting.length === 0) return
      const all = waiting.splice(0)
      wanted = Promise.withResolvers()
      days += 1
      // Days on which nothing else was paid, or all of that would be missed in them.
      const day = new Date(Date.UTC(2030, 0, days)).toISOString().slice(0, 10)
      await inside((sql) =>
        makeReconciliation({ sql, now: () => new Date(), bank: null }).readRegistry(
          day,
          all.map(({ line }) => line),
        ),
      )
      for (const { booked } of all) booked()
    },
  }
}

const DRAIN_MS = 3000

/**
 * An evening on which the product dies at each of these points in turn and is started again, while
 * people order, pay, play and take their money; ends when all of it has. `patient`: the leases of the
 * dead run out by themselves.
 */
export async function deadlyEvening(
  engine: CrashEngine,
  plan: readonly CrashPoint[],
  { patient, timeoutMs }: { patient: boolean; timeoutMs: number },
): Promise<{ faults: string[]; errors: string[]; struck: ReadonlyMap<CrashPoint, number> }> {
  await using ends = new AsyncDisposableStack()
  const folder = ownFolder()
  ends.defer(folder.remove)
  const trap = makeTrap(() => product.die())
  const { variables, inside } = await ground(engine, folder.path, trap, ends)
  const cast = await inside((sql) => castOf(sql, 2 * plan.length + 2))
  const bank = await openDeadlyBank(trap)
  ends.defer(bank.close)
  const keyFile = join(folder.path, 'payouts.pem')
  writeFileSync(keyFile, bank.keys.payouts.privateKeyPem, { mode: 0o600 })
  const product = await mortalProduct({
    DATA_DIR: folder.path,
    ...variables,
    ...bank.variables(keyFile),
    ...VARIABLES_OF_SCENES,
  })
  ends.defer(product.stop)
  const registries = makeRegistries()
  const { disputed } = registries
  const company = makeCompany({ cast, bank, disputed, url: product.url, timeoutMs })
  ends.defer(company.close)

  /** A scene that does not come to its end fails with what stands in the database. */
  const orShowWhatStands = async <T>(hoped: Promise<T>): Promise<T> => {
    try {
      return await hoped
    } catch (cause) {
      await product.stop()
      const rows = await inside(whatStands)
      throw new Error(`${String(cause)}\n${JSON.stringify(rows)}\n${product.lastWords()}`, {
        cause,
      })
    }
  }

  for (const point of plan) {
    // Looking inside the embedded database is slow, so that is done where nothing else leads to the point.
    if (asksForName(point) || (!patient && engine === 'postgres')) await inside(freeLeases)
    await registries.book(inside)
    const struck = trap.set(point)
    await product.start()
    trap.open()
    company.play(point)
    await orShowWhatStands(company.unlessFailed(struck))
  }
  if (!patient) await inside(freeLeases)
  let promised: Promised[] | void
  do {
    await registries.book(inside)
    await product.start()
    promised = await orShowWhatStands(Promise.race([company.everybody(), registries.wanted()]))
    await product.stop()
  } while (promised === undefined)
  // Nobody in a scene sees a receipt being closed.
  while ((await inside(openQuestions)) > 0) {
    if (!patient) await inside(freeLeases)
    await product.start()
    await orShowWhatStands(company.unlessFailed(wait(DRAIN_MS)))
    await product.stop()
  }
  await bank.idle()
  const faults = await inside((sql) => judge({ product: sql, bank, bankSql: bank.sql }, promised))
  return { faults, errors: product.errors, struck: trap.struck() }
}
