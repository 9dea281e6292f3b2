import { migrate } from '#server/platform/db/migrate.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'

/** Reads a database, or changes something there, while no product has it open. */
export async function withOfflineDatabase<T>(
  open: () => Promise<Database>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const database = await open()
  try {
    await migrate(database)
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

/** Frees all leases, instead of waiting the minute in which those of a killed process expire. */
export async function freeLeases(sql: Sql): Promise<void> {
  await sql.updateTable('payments').set({ leasedUntil: null }).execute()
  await sql.updateTable('payouts').set({ leasedUntil: null }).execute()
}

/** The number of open requests to the bank. */
export async function openQuestions(sql: Sql): Promise<number> {
  const { open } = await sql
    .selectFrom('bankOperations')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('state', 'in', ['planned', 'sent'])
    .executeTakeFirstOrThrow()
  return open
}

/** Money that is not settled yet: payments, payouts, plans and requests to the bank that wait for something. */
export async function unsettledMoney(sql: Sql): Promise<object> {
  const payments = await sql
    .selectFrom('payments')
    .selectAll()
    .where('state', 'not in', ['released', 'returned', 'canceled', 'expired', 'failed'])
    .execute()
  const payouts = await sql
    .selectFrom('payouts')
    .selectAll()
    .where('state', 'not in', ['completed', 'rejected'])
    .execute()
  const plans = await sql.selectFrom('payoutPlans').selectAll().execute()
  const operations = await sql
    .selectFrom('bankOperations')
    .selectAll()
    .where('state', 'in', ['planned', 'sent'])
    .execute()
  return { at: new Date(), payments, payouts, plans, operations }
}
