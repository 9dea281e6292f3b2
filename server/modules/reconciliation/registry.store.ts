import { sql as raw } from 'kysely'
import type { Payment } from '#domain/payments/payment.ts'
import type { Sql } from '../../platform/db/open.ts'

/** The newest day whose registry was read, YYYY-MM-DD, or null. */
export async function lastRegistryDay(sql: Sql): Promise<string | null> {
  const row = await sql
    .selectFrom('registry_days')
    .select(raw<string | null>`max(day)::text`.as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}

/** When the first payment of all was made, or null where there was none. */
export async function firstPaymentAt(sql: Sql): Promise<Date | null> {
  const row = await sql
    .selectFrom('payments')
    .select('created_at as at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Takes a day; false where somebody has read it already. */
export async function takeRegistryDay(
  sql: Sql,
  day: { day: string; lines: number; gross: number; fee: number },
  at: Date,
): Promise<boolean> {
  const row = await sql
    .insertInto('registry_days')
    .values({ ...day, matched: 0, read_at: at })
    .onConflict((on) => on.column('day').doNothing())
    .returning(raw<string>`day::text`.as('day'))
    .executeTakeFirst()
  return row !== undefined
}

/** What a registry of the day says now, corrected or not. */
export async function saveRegistryDay(
  sql: Sql,
  { day, ...sums }: { day: string; lines: number; gross: number; fee: number; matched: number },
): Promise<void> {
  await sql
    .updateTable('registry_days')
    .set(sums)
    .where(raw<boolean>`day = ${day}::date`)
    .execute()
}

/** The lines of a day as they are booked, by their keys. */
export async function bookedLines(
  sql: Sql,
  day: string,
): Promise<Map<string, { bankPaymentId: string; operation: string; gross: number; fee: number }>> {
  const rows = await sql
    .selectFrom('registry_lines')
    .select(['key', 'bank_payment_id as bankPaymentId', 'operation', 'gross', 'fee'])
    .where(raw<boolean>`day = ${day}::date`)
    .execute()
  return new Map(rows.map(({ key, ...line }) => [key, line]))
}

/** A corrected registry has other sums for a line; zeros where it has it no more. */
export async function correctLine(
  sql: Sql,
  { key, gross, fee }: { key: string; gross: number; fee: number },
): Promise<void> {
  await sql.updateTable('registry_lines').set({ gross, fee }).where('key', '=', key).execute()
}

/** False for a line that some registry told of before. */
export async function addRegistryLine(
  sql: Sql,
  line: {
    key: string
    day: string
    paymentId: string | null
    bankPaymentId: string
    operation: string
    gross: number
    fee: number
  },
): Promise<boolean> {
  const row = await sql
    .insertInto('registry_lines')
    .values({
      key: line.key,
      day: line.day,
      payment_id: line.paymentId,
      bank_payment_id: line.bankPaymentId,
      operation: line.operation,
      gross: line.gross,
      fee: line.fee,
    })
    .onConflict((on) => on.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** A payment of a registry's line, as our books have it. */
export type KnownPayment = Pick<Payment, 'id' | 'state' | 'funds'> & { readonly amount: number }

/** The payments that the bank calls so. */
export async function paymentsOfBank(
  sql: Sql,
  bankPaymentIds: readonly string[],
): Promise<Map<string, KnownPayment>> {
  const rows = await sql
    .selectFrom('payments')
    .select(['id', 'amount', 'state', 'funds', 'bank_payment_id as bankPaymentId'])
    .where(raw<boolean>`bank_payment_id = any(${bankPaymentIds}::text[])`)
    .execute()
  return new Map(rows.map(({ bankPaymentId, ...row }) => [bankPaymentId ?? '', row]))
}

/** Payments that were charged in this time and that no registry tells of. */
export async function unmatched(
  sql: Sql,
  time: { from: Date; to: Date },
): Promise<{ id: string; amount: number; bankPaymentId: string | null }[]> {
  return sql
    .selectFrom('ledger_transactions as t')
    .innerJoin('payments as p', 'p.id', 't.payment_id')
    .leftJoin('registry_lines as r', (on) =>
      on.onRef('r.payment_id', '=', 'p.id').on('r.gross', '>', 0),
    )
    .select(['p.id', 'p.amount', 'p.bank_payment_id as bankPaymentId'])
    .where('t.cause', 'in', ['charged', 'tip', 'check_paid'])
    .where('t.at', '>=', time.from)
    .where('t.at', '<', time.to)
    .where('r.key', 'is', null)
    .execute()
}
