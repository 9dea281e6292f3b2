import { auditLedger } from '#server/modules/ledger/ledger.store.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import type { ConcertAction } from './concert-actions.ts'
import type { HistoryOperation } from './history.ts'

type OrderAnswer = { orderId: string }
/** What the client of a free order knows of it. */
export type KnownOrder = Pick<HistoryOperation<ConcertAction>, 'action' | 'outcome'> & {
  readonly answer: OrderAnswer | null
}

/** Returns everything that differs from what the clients were answered, read from the tables while no product runs. */
export async function faultsOfOrders(
  sql: Sql,
  concertId: string,
  orders: readonly KnownOrder[],
): Promise<{ faults: string[]; landed: number }> {
  const rows = await sql
    .selectFrom('orders')
    .select(['id', 'entryId'])
    .where('concertId', '=', concertId)
    .execute()
  const keys = await sql.selectFrom('idempotencyKeys').select(['key', 'answer']).execute()
  const answers = new Map(keys.map(({ key, answer }) => [key, answer as OrderAnswer | null]))
  const ids = new Set(rows.map(({ id }) => id))
  const faults: string[] = []
  const expected = new Set<string>()
  for (const { action, outcome, answer } of orders) {
    if (action.kind !== 'order') continue
    const storedAnswer = answers.get(action.key)
    if (outcome === 'fail') {
      if (storedAnswer !== undefined) faults.push(`the refused order ${action.key} has landed`)
      continue
    }
    if (outcome === 'ok') {
      if (answer === null || !ids.has(answer.orderId))
        faults.push(`the order ${action.key} is lost`)
      if (storedAnswer?.orderId !== answer?.orderId)
        faults.push(`the key ${action.key} has another answer`)
    }
    if (storedAnswer !== undefined && storedAnswer !== null) expected.add(storedAnswer.orderId)
  }
  for (const { id } of rows)
    if (!expected.has(id)) faults.push(`nobody asked for the order ${id}, or it was made twice`)
  for (const id of expected) if (!ids.has(id)) faults.push(`the order ${id} of a key is not there`)
  const entries = await sql
    .selectFrom('queueEntries')
    .select('id')
    .where('concertId', '=', concertId)
    .execute()
  const known = new Set(entries.map(({ id }) => id))
  for (const { id, entryId } of rows)
    if (!known.has(entryId)) faults.push(`the order ${id} stands behind no song of its concert`)
  await assertQueueConsistent(sql).catch((error: unknown) => faults.push(String(error)))
  for (const { about, what, amount } of await auditLedger(sql))
    faults.push(`the audit: ${about} ${what} (${amount})`)
  return { faults, landed: rows.length }
}
