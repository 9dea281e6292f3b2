import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import { migratedPostgres, SERVER_URL } from '#test/support/database.ts'
import { ownFolder } from '#test/support/product.ts'
import { openDeadlyBank } from './bank.ts'
import { layDeadlyCable } from './cable.ts'
import { castOf } from './cast.ts'
import { makeCompany } from './company.ts'
import { asksForName } from './crash-points.ts'
import type { CrashPoint } from './crash-points.ts'
import { freeLeases, lookInside, whatStands } from './look-inside.ts'
import { mortalProduct } from './mortal-product.ts'
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

/**
 * An evening on which the product dies at each of these points in turn and is started again, while
 * people order, pay, play and take their money; ends when all of it has. `patient`: the leases of the
 * dead run out by themselves.
 */
export async function deadlyEvening(
  engine: CrashEngine,
  plan: readonly CrashPoint[],
  { patient, patienceMs }: { patient: boolean; patienceMs: number },
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
    PAYOUT_FLOAT_RUBLES: '100000',
    PAYOUT_RESERVE_PERCENT: '10',
    PAYOUT_RESERVE_DAYS: '1',
    // A night of kills is shorter than the hold of a number.
    PAYOUT_NUMBER_HOLD_HOURS: '0',
    CAPTURE_GRACE_SECONDS: '1',
    TRUST_PROXY: 'on',
    MAILBOX: 'off',
    LOG_LEVEL: 'error',
  })
  ends.defer(product.stop)
  const company = makeCompany({ cast, bank, url: product.url, patienceMs })
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
    const struck = trap.set(point)
    await product.start()
    trap.open()
    company.play(point)
    await orShowWhatStands(company.unlessFailed(struck))
  }
  if (!patient) await inside(freeLeases)
  await product.start()
  const promised = await orShowWhatStands(company.everybody())
  await product.stop()
  await bank.idle()
  const faults = await inside((sql) => judge({ product: sql, bank, bankSql: bank.sql }, promised))
  return { faults, errors: product.errors, struck: trap.struck() }
}
