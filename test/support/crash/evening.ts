import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import { migratedPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { ownFolder } from '#test/support/product/product.ts'
import { kopecks } from '#domain/money.ts'
import type { RegistryLine } from '#server/integrations/bank/bank.ts'
import { bookRegistryDay } from '#server/modules/reconciliation/reconciliation.service.ts'
import { openCrashBank } from './bank.ts'
import { openPostgresProxy } from './postgres-proxy.ts'
import { insertAccounts } from './accounts.ts'
import { makeSceneRunner, VARIABLES_OF_SCENES } from './scene-runner.ts'
import { asksForName } from './crash-points.ts'
import type { CrashPoint } from './crash-points.ts'
import {
  freeLeases,
  withOfflineDatabase,
  openQuestions,
  unsettledMoney,
} from './offline-database.ts'
import { killableProduct } from './killable-product.ts'
import type { ExpectedMoney } from './scene-steps.ts'
import { makeCrashTrigger } from './crash-trigger.ts'
import type { CrashTrigger } from './crash-trigger.ts'
import { findFaults } from './verdict.ts'

export type CrashEngine = 'embedded' | 'postgres'

/** Creates the product's database: the variables that point there, and access to it while the product is down. */
async function createDatabase(
  engine: CrashEngine,
  path: string,
  trigger: CrashTrigger,
  ends: AsyncDisposableStack,
) {
  const insideOf =
    (open: () => Promise<Database>) =>
    <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
      withOfflineDatabase(open, work)
  if (engine === 'embedded')
    return { variables: {}, inside: insideOf(() => openEmbedded(join(path, 'database'))) }
  const own = await migratedPostgres(SERVER_URL ?? '')
  ends.defer(async () => {
    await own.drop()
  })
  const proxy = await openPostgresProxy(own.url, trigger)
  ends.defer(proxy.remove)
  return {
    variables: { DATABASE_URL: proxy.url },
    inside: insideOf(() => openPostgres(own.url, 2)),
  }
}

/** Registries of chargebacks, which an operator books while the product is down. */
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
    /** Resolves once a scene waits for a registry. */
    wanted: () => wanted.promise,
    async book(inside: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>): Promise<void> {
      if (waiting.length === 0) return
      const all = waiting.splice(0)
      wanted = Promise.withResolvers()
      days += 1
      // Days without other payments; otherwise the registry would miss those payments.
      const day = new Date(Date.UTC(2030, 0, days)).toISOString().slice(0, 10)
      await inside((sql) =>
        bookRegistryDay(
          { sql, now: () => new Date() },
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
 * Runs an evening on which the product is killed at each of these points in turn and restarted, while people order,
 * pay, play and take their money; ends when all scenes have. `patient`: the leases of a killed process expire by
 * themselves.
 */
export async function crashEvening(
  engine: CrashEngine,
  plan: readonly CrashPoint[],
  { patient, timeoutMs }: { patient: boolean; timeoutMs: number },
): Promise<{ faults: string[]; errors: string[]; counts: ReadonlyMap<CrashPoint, number> }> {
  await using ends = new AsyncDisposableStack()
  const folder = ownFolder()
  ends.defer(folder.remove)
  const trigger = makeCrashTrigger(() => product.die())
  const { variables, inside } = await createDatabase(engine, folder.path, trigger, ends)
  const accounts = await inside((sql) => insertAccounts(sql, 2 * plan.length + 2))
  const bank = await openCrashBank(trigger)
  ends.defer(bank.close)
  const keyFile = join(folder.path, 'payouts.pem')
  writeFileSync(keyFile, bank.keys.payouts.privateKeyPem, { mode: 0o600 })
  const product = await killableProduct({
    DATA_DIR: folder.path,
    ...variables,
    ...bank.variables(keyFile),
    ...VARIABLES_OF_SCENES,
  })
  ends.defer(product.stop)
  const registries = makeRegistries()
  const { disputed } = registries
  const runner = makeSceneRunner({ accounts, bank, disputed, url: product.url, timeoutMs })
  ends.defer(runner.close)

  /** Adds the unsettled rows of the database to the failure of a scene that does not end. */
  const withUnsettledRows = async <T>(hoped: Promise<T>): Promise<T> => {
    try {
      return await hoped
    } catch (cause) {
      await product.stop()
      const rows = await inside(unsettledMoney)
      throw new Error(`${String(cause)}\n${JSON.stringify(rows)}\n${product.lastLog()}`, {
        cause,
      })
    }
  }

  for (const point of plan) {
    // Opening the embedded database is slow, so leases are freed there only where nothing else leads to the point.
    if (asksForName(point) || (!patient && engine === 'postgres')) await inside(freeLeases)
    await registries.book(inside)
    const counts = trigger.set(point)
    await product.start()
    trigger.open()
    runner.play(point)
    await withUnsettledRows(runner.unlessFailed(counts))
  }
  if (!patient) await inside(freeLeases)
  let expectedMoney: ExpectedMoney[] | void
  do {
    await registries.book(inside)
    await product.start()
    expectedMoney = await withUnsettledRows(Promise.race([runner.everybody(), registries.wanted()]))
    await product.stop()
  } while (expectedMoney === undefined)
  // No scene waits for a receipt to be closed.
  while ((await inside(openQuestions)) > 0) {
    if (!patient) await inside(freeLeases)
    await product.start()
    await withUnsettledRows(runner.unlessFailed(wait(DRAIN_MS)))
    await product.stop()
  }
  await bank.idle()
  const faults = await inside((sql) => findFaults({ product: sql, bank }, expectedMoney))
  return { faults, errors: product.errors, counts: trigger.counts() }
}
