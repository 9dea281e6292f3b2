import { randomInt, randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { SandboxOperation } from '#server/platform/db/narrowed.ts'

export type RegistryRow = Awaited<ReturnType<typeof settledOn>>[number]

/** Inserts a line of a future registry. */
export async function insertOperation(
  sql: Sql,
  operation: {
    kind: SandboxOperation
    gross: number
    fee: number
    payment: { id: string; source: 'cards' | 'qrsbp' | null }
    day: string
    at: Date
  },
): Promise<void> {
  const { kind, gross, fee, payment, day, at } = operation
  await sql
    .insertInto('sandboxBankOperations')
    .values({
      id: randomUUIDv7(),
      paymentId: payment.id,
      kind,
      gross,
      fee,
      // SBP has none.
      rrn: payment.source === 'cards' ? String(randomInt(10 ** 11, 10 ** 12)) : '',
      day,
      at,
    })
    .execute()
}

/** Operations of a day (YYYY-MM-DD in Moscow) that were settled to the merchant's account, in order. */
export function settledOn(sql: Sql, day: string) {
  return sql
    .selectFrom('sandboxBankOperations as operation')
    .innerJoin('sandboxBankPayments as payment', 'payment.id', 'operation.paymentId')
    .select([
      'operation.kind',
      'operation.gross',
      'operation.fee',
      'operation.rrn',
      'operation.at',
      'operation.settledAt',
      'payment.id as paymentId',
      'payment.orderId',
      'payment.pan',
      'payment.source',
      'payment.description',
    ])
    .where('operation.day', '=', day)
    .where('operation.settledAt', 'is not', null)
    .orderBy('operation.at')
    .orderBy('operation.id')
    .execute()
}

/** Locks operations of days before `today` that no other transaction is settling, oldest first. */
export function lockUnsettled(sql: Sql, today: string, limit: number) {
  return sql
    .selectFrom('sandboxBankOperations')
    .select(['id', 'paymentId', 'gross', 'fee'])
    .where('settledAt', 'is', null)
    .where('day', '<', today)
    .orderBy('day')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function markSettled(sql: Sql, ids: readonly string[], at: Date): Promise<void> {
  await sql
    .updateTable('sandboxBankOperations')
    .set({ settledAt: at })
    .where('id', '=', raw<string>`any(${ids}::uuid[])`)
    .execute()
}

/** The days that have a registry, newest first. */
export async function registryDays(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql
    .selectFrom('sandboxBankOperations')
    .select('day')
    .where('settledAt', 'is not', null)
    .groupBy('day')
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ day }) => day)
}
