import { sql as raw } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'

/** Money that has stood too long or in the wrong place. Kopecks. */
export type StuckRow = {
  readonly id: string
  readonly subject: 'payment' | 'payout' | 'registry' | 'ledger' | 'notices'
  readonly amount: number
  readonly since: Date
  readonly state: string
  readonly attention: string
  readonly words: string
  readonly username: string | null
  readonly bankId: string | null
}

/** What needs a person: what the rules have marked, and what moves slower than `slowBefore` allows. */
export async function stuckRows(sql: Sql, slowBefore: Date, limit: number): Promise<StuckRow[]> {
  const { rows } = await raw<StuckRow>`
    select * from (
      select p.id, 'payment' as subject, p.amount, coalesce(p.attention_since, p.created_at) as since,
        p.state, coalesce(p.attention, 'slow') as attention,
        coalesce((select o.answer from bank_operations o where o.payment_id = p.id
          order by o.created_at desc, o.id desc limit 1), '') as words,
        a.username, p.bank_payment_id as "bankId"
      from payments p join artists a on a.id = p.artist_id
      where p.attention is not null
        or (p.state = 'returning' and exists (select from bank_operations o
          where o.payment_id = p.id and o.kind = 'give_back'
            and o.created_at < ${slowBefore}::timestamptz))
        or (p.state = 'releasing' and p.release_at < ${slowBefore}::timestamptz)
      union all
      select p.id, 'payout', p.amount, coalesce(p.attention_since, p.created_at), p.state,
        p.attention, p.words, a.username, p.bank_payout_id
      from payouts p join artists a on a.id = p.artist_id
      where p.attention is not null
      union all
      select q.id, q.subject, q.amount, q.opened_at, 'open', q.subject, q.what, null, q.bank_id
      from money_questions q where q.closed_at is null
    ) as stuck
    order by since, id limit ${limit}::integer
  `.execute(sql)
  return rows
}

/** Kopecks of the whole house. */
export async function houseSums(
  sql: Sql,
): Promise<{ held: number; owedBack: number; inFlight: number; owedToArtists: number }> {
  const { rows } = await raw<{ name: string; amount: number }>`
    select split_part(account, ':', 1) as name, sum(amount)::bigint as amount
    from ledger_balances where kind = 'liability' and amount > 0 group by 1
  `.execute(sql)
  const sums = new Map(rows.map(({ name, amount }) => [name, amount]))
  return {
    held: sums.get('escrow') ?? 0,
    owedBack: sums.get('refund_due') ?? 0,
    inFlight: sums.get('payout_in_flight') ?? 0,
    owedToArtists: sums.get('artist_payable') ?? 0,
  }
}

/**
 * Lets the worker try again at once; false where there is no such payment or payout, or where its
 * question is none of `retried`. Inside a transaction.
 */
export async function tryAgain(
  sql: Sql,
  id: string,
  { retried, now }: { retried: readonly string[]; now: Date },
): Promise<boolean> {
  const payment = await sql
    .updateTable('payments')
    .set({ attention: null, attention_since: null, due_at: now, quiet_looks: 0 })
    .where('id', '=', id)
    .where(raw<boolean>`case when attention is null then state in ('returning', 'releasing')
      else attention = any(${retried}::text[]) end`)
    .returning('id')
    .executeTakeFirst()
  if (payment !== undefined) {
    await sql
      .updateTable('bank_operations')
      .set({ not_before: now })
      .where('payment_id', '=', id)
      .where(raw<boolean>`state in ('planned', 'sent')`)
      .execute()
    return true
  }
  const payout = await sql
    .updateTable('payouts')
    .set({ due_at: now, tries: 0 })
    .where('id', '=', id)
    .where('state', 'not in', ['completed', 'rejected'])
    .returning('id')
    .executeTakeFirst()
  return payout !== undefined
}

/** Takes the mark off what a person has settled by hand; false where there is none. */
export async function settledByHand(
  sql: Sql,
  id: string,
  by: { adminId: string; at: Date },
): Promise<boolean> {
  const payment = await sql
    .updateTable('payments')
    .set({ attention: null, attention_since: null })
    .where('id', '=', id)
    .where('attention', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (payment !== undefined) return true
  const question = await sql
    .updateTable('money_questions')
    .set({ closed_at: by.at, closed_by: by.adminId })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return question !== undefined
}
