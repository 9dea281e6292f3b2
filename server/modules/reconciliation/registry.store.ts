import { sql as raw } from 'kysely'
import { kopecks } from '#domain/money.ts'
import type { Payment } from '#domain/payments/payment.ts'
import type { Refunds } from '#domain/payments/payment-looks.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The newest day whose registry was read, of those before this one, YYYY-MM-DD, or null. */
export async function lastRegistryDay(sql: Sql, before = 'infinity'): Promise<string | null> {
  const row = await sql
    .selectFrom('registryDays')
    .select(raw<string | null>`max(day)::text`.as('day'))
    .where(raw<boolean>`day < ${before}::date`)
    .executeTakeFirst()
  return row?.day ?? null
}

/** When the first payment of all was made, or null where there was none. */
export async function firstPaymentAt(sql: Sql): Promise<Date | null> {
  const row = await sql
    .selectFrom('payments')
    .select('createdAt as at')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Claims a day; false where it was read already. */
export async function takeRegistryDay(
  sql: Sql,
  day: { day: string; lines: number; gross: number; fee: number },
  at: Date,
): Promise<boolean> {
  const row = await sql
    .insertInto('registryDays')
    .values({ ...day, matched: 0, readAt: at })
    .onConflict((on) => on.column('day').doNothing())
    .returning(raw<string>`day::text`.as('day'))
    .executeTakeFirst()
  return row !== undefined
}

/** Saves the sums of the day's current registry, corrected or not. */
export async function saveRegistryDay(
  sql: Sql,
  { day, ...sums }: { day: string; lines: number; gross: number; fee: number; matched: number },
): Promise<void> {
  await sql
    .updateTable('registryDays')
    .set(sums)
    .where(raw<boolean>`day = ${day}::date`)
    .execute()
}

/** Returns the booked lines of a day, by their keys. */
export async function bookedLines(
  sql: Sql,
  day: string,
): Promise<Map<string, { bankPaymentId: string; operation: string; gross: number; fee: number }>> {
  const rows = await sql
    .selectFrom('registryLines')
    .select(['key', 'bankPaymentId', 'operation', 'gross', 'fee'])
    .where(raw<boolean>`day = ${day}::date`)
    .execute()
  return new Map(rows.map(({ key, ...line }) => [key, line]))
}

/** Saves a line's sums from a corrected registry; zeros where the line is gone. */
export async function correctLine(
  sql: Sql,
  { key, gross, fee }: { key: string; gross: number; fee: number },
): Promise<void> {
  await sql.updateTable('registryLines').set({ gross, fee }).where('key', '=', key).execute()
}

type NewLine = {
  key: string
  day: string
  paymentId: string | null
  bankPaymentId: string
  operation: string
  gross: number
  fee: number
}

/** False for a line that some registry contained before. */
export async function addRegistryLine(sql: Sql, line: NewLine): Promise<boolean> {
  const row = await sql
    .insertInto('registryLines')
    .values({
      key: line.key,
      day: line.day,
      paymentId: line.paymentId,
      bankPaymentId: line.bankPaymentId,
      operation: line.operation,
      gross: line.gross,
      fee: line.fee,
    })
    .onConflict((on) => on.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Moves a line that a corrected registry does not have any more to this day; false for one that still counts. */
export async function moveRemovedLine(
  sql: Sql,
  { key, day, paymentId, gross, fee }: NewLine,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('registryLines')
    .set({ day, paymentId, gross, fee })
    .where('key', '=', key)
    .where('gross', '=', 0)
    .where('fee', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the kopecks of a payment that the bank gave back according to all registries. */
export async function refundedInRegistries(sql: Sql, paymentId: string): Promise<number> {
  const { refunded } = await sql
    .selectFrom('registryLines')
    .select(raw<number>`coalesce(-sum(gross), 0)::bigint`.as('refunded'))
    .where('paymentId', '=', paymentId)
    .where('operation', '=', 'Credit')
    .executeTakeFirstOrThrow()
  return refunded
}

/** Returns what is known of a payment's refunds; `sentBack`: the pattern of the operations that send one back. */
export async function refundsOf(
  sql: Sql,
  paymentId: string,
  { sentBack }: { sentBack: RegExp },
): Promise<Refunds> {
  const { rows } = await raw<{ asked: number; sentBack: number; owedAgain: number }>`
    select
      (select count(*)::integer from bank_operations where payment_id = ${paymentId}::uuid
        and kind = 'give_back' and tries > 0 and state <> 'declined') as asked,
      (select coalesce(sum(gross), 0)::bigint from registry_lines
        where payment_id = ${paymentId}::uuid and operation ~ ${sentBack.source}) as sent_back,
      (select coalesce(-sum(l.amount), 0)::bigint
        from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
        where t.payment_id = ${paymentId}::uuid and t.cause = 'refund_sent_back'
          and l.account = ${`refund_due:${paymentId}`}) as owed_again
  `.execute(sql)
  const { asked = 0, sentBack: back = 0, owedAgain = 0 } = rows[0] ?? {}
  const given = kopecks(await refundedInRegistries(sql, paymentId))
  return { asked, given, sentBack: kopecks(back), owedAgain: kopecks(owedAgain) }
}

/** A payment of a registry's line, as our books have it; `amount`: as it was charged. */
export type KnownPayment = Pick<Payment, 'id' | 'state' | 'funds'> & { readonly amount: number }

/** Returns the payments with these ids at the bank. */
export async function paymentsOfBank(
  sql: Sql,
  bankPaymentIds: readonly string[],
): Promise<Map<string, KnownPayment>> {
  const rows = await sql
    .selectFrom('payments')
    .select([
      'id',
      raw<number>`amount + given_back`.as('amount'),
      'state',
      'funds',
      'bankPaymentId',
    ])
    .where(raw<boolean>`bank_payment_id = any(${bankPaymentIds}::text[])`)
    .execute()
  return new Map(rows.map(({ bankPaymentId, ...row }) => [bankPaymentId ?? '', row]))
}

/** Payments that were charged in this time and that no registry contains. */
export async function unmatched(
  sql: Sql,
  time: { from: Date; to: Date },
): Promise<{ id: string; amount: number; bankPaymentId: string | null }[]> {
  return sql
    .selectFrom('ledgerTransactions as t')
    .innerJoin('payments as p', 'p.id', 't.paymentId')
    .leftJoin('registryLines as r', (on) =>
      on.onRef('r.paymentId', '=', 'p.id').on('r.gross', '>', 0),
    )
    .select(['p.id', 'p.amount', 'p.bankPaymentId'])
    .where('t.cause', 'in', ['charged', 'tip', 'check_paid'])
    .where('t.at', '>=', time.from)
    .where('t.at', '<', time.to)
    .where('r.key', 'is', null)
    .execute()
}

/** Payments of which a part was given back in this time, and until then more by our books than by the registries. */
export async function partsUnmatched(
  sql: Sql,
  time: { from: Date; to: Date },
): Promise<{ id: string; amount: number; bankPaymentId: string | null }[]> {
  const { rows } = await raw<{ id: string; amount: number; bankPaymentId: string | null }>`
    select p.id, p.bank_payment_id, sum(-l.amount)::bigint as amount
    from payments p
    join ledger_transactions t on t.payment_id = p.id and t.cause in ('part_refunded', 'part_lost')
    join ledger_lines l on l.transaction_id = t.id and l.account = 'acq_receivable'
    where t.at < ${time.to}::timestamptz
    group by p.id having max(t.at) >= ${time.from}::timestamptz
      and sum(-l.amount) > (select coalesce(-sum(r.gross), 0) from registry_lines r
        where r.payment_id = p.id and r.operation = 'Credit')`.execute(sql)
  return rows
}

/** Closes the open questions about these payments, and their parts, that no registry had and that the registries have now. */
export async function closeFound(
  sql: Sql,
  paymentIds: readonly string[],
  about: { payment: string; part: string },
  at: Date,
): Promise<void> {
  await raw`
    update money_questions q set closed_at = ${at}::timestamptz
    where q.closed_at is null and q.payment_id = any(${paymentIds}::uuid[])
      and (q.about = ${about.payment}::text || ' ' || q.payment_id and exists (select from registry_lines r
          where r.payment_id = q.payment_id and r.gross > 0)
        or q.about = ${about.part}::text || ' ' || q.payment_id
          and (select coalesce(sum(-l.amount), 0) from ledger_transactions t
            join ledger_lines l on l.transaction_id = t.id and l.account = 'acq_receivable'
            where t.payment_id = q.payment_id and t.cause in ('part_refunded', 'part_lost'))
          <= (select coalesce(-sum(r.gross), 0) from registry_lines r
            where r.payment_id = q.payment_id and r.operation = 'Credit'))`.execute(sql)
}
