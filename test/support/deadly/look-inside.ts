import { migrate } from '#server/platform/db/migrate.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'

/** Looks inside a database, or changes something there, while no product has it open. */
export async function lookInside<T>(
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

/** The minute in which a dead process's leases run out is not waited for. */
export async function freeLeases(sql: Sql): Promise<void> {
  await sql.updateTable('payments').set({ leased_until: null }).execute()
  await sql.updateTable('payouts').set({ leased_until: null }).execute()
}
