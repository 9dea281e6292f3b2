import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** Money that is stuck for too long or in the wrong place. Kopecks. */
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

/** The sum in dispute of the payment `p`, kopecks. */
const DISPUTED = raw`(select coalesce(sum(l.amount), 0) from ledger_lines l where l.account = 'disputed:' || p.id)`

/** The bank refused the closing receipt of the payment `p`: a question once its money is settled. */
const RECEIPT_OPEN = raw`(p.receipt = 'refused' and p.state = 'released')`

/** The bank was asked for the money of the payment `p`, or to give it back, before this moment. */
const slowly = (before: Date) => raw`exists (select from bank_operations o where o.payment_id = p.id
  and o.kind in ('give_back', 'capture') and o.created_at < ${before}::timestamptz)`

/**
 * Returns what needs a person: what the rules have marked, and what moves slower than `slowBefore` allows. Each kind of
 * payment has a partial index, which an «or» of all of them would not use.
 */
export async function stuckRows(sql: Sql, slowBefore: Date, limit: number): Promise<StuckRow[]> {
  const { rows } = await raw<StuckRow>`
    select * from (
      select p.id, 'payment' as subject, p.amount, coalesce(p.attention_since, p.created_at) as since,
        p.state,
        case when p.attention = 'refund_refused' and ${DISPUTED} > 0 then 'refund_disputed'
          when p.attention = 'refund_refused' and p.bank_state = 'refunded' then 'refund_sent_back'
          when p.attention is null and ${RECEIPT_OPEN} then 'receipt_refused'
          else coalesce(p.attention, 'slow') end as attention,
        coalesce((select o.answer from bank_operations o where o.payment_id = p.id
            and not (p.state = 'returning' and p.bank_state is not distinct from 'refunded')
          order by o.created_at desc, o.id desc limit 1), '') as words,
        a.username, p.bank_payment_id as bank_id
      from payments p join artists a on a.id = p.artist_id
      where p.id in (
        select p.id from payments p where p.attention is not null
        union select p.id from payments p where ${RECEIPT_OPEN}
        union select p.id from payments p where p.state = 'returning' and ${slowly(slowBefore)}
        union select p.id from payments p where p.state = 'awaiting' and ${slowly(slowBefore)}
        union select p.id from payments p
          where p.state = 'releasing' and p.release_at < ${slowBefore}::timestamptz)
      union all
      select p.id, 'payout', p.amount, coalesce(p.attention_since, p.created_at), p.state,
        case when p.attention = 'amount_mismatch' then 'payout_mismatch' else p.attention end,
        p.words, a.username, case when p.attention = 'payout_known'
          then replace(coalesce(p.order_id, p.id)::text, '-', '') || '-' || p.attempt
          else p.bank_payout_id end
      from payouts p join artists a on a.id = p.artist_id
      where p.attention is not null
      union all
      select q.id, q.subject, q.amount, q.opened_at, 'open',
        case when p.state = 'released' and p.funds = 'charged' and ${DISPUTED} > 0 then 'dispute'
          when q.about like ${`${UNKNOWN}%`} then 'unknown' else q.subject end,
        q.what, a.username, q.bank_id
      from money_questions q left join payments p on p.id = q.payment_id
        left join artists a on a.id = p.artist_id
      where q.closed_at is null
    ) as stuck
    order by since, id limit ${limit}::integer
  `.execute(sql)
  return rows
}

/** What the question is about where the bank knows money that we do not; followed by the bank's id. */
const UNKNOWN = 'unknown '

/** What the question about money of the bank that we do not know is about: one question, by notice and by registry. */
export const unknownMoney = (bankId: string) => `${UNKNOWN}${bankId}`

/** Opens a question for a person, once for each thing it is about. */
export async function addQuestion(
  sql: Sql,
  question: {
    about: string
    subject: 'registry' | 'ledger' | 'notices'
    what: string
    amount: number
    paymentId?: string | null
    bankId?: string | null
  },
  at: Date,
): Promise<void> {
  await sql
    .insertInto('moneyQuestions')
    .values({
      id: randomUUIDv7(),
      about: question.about,
      subject: question.subject,
      what: question.what,
      amount: question.amount,
      paymentId: question.paymentId ?? null,
      bankId: question.bankId ?? null,
      openedAt: at,
      closedAt: null,
      closedBy: null,
    })
    .onConflict((on) => on.column('about').doNothing())
    .execute()
}

/** Closes a question and returns its payment; undefined where none of this id is open. */
export async function closeQuestion(
  sql: Sql,
  id: string,
  by: { adminId: string; at: Date },
): Promise<{ paymentId: string | null } | undefined> {
  return sql
    .updateTable('moneyQuestions')
    .set({ closedAt: by.at, closedBy: by.adminId })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .returning('paymentId')
    .executeTakeFirst()
}

/** Whose a payment, a payout or a question of this id is, and its kopecks. */
export async function moneyOf(
  sql: Sql,
  id: string,
): Promise<{ artistId: string | null; amount: number } | undefined> {
  const { rows } = await raw<{ artistId: string | null; amount: number }>`
    select artist_id, amount from payments where id = ${id}::uuid
    union all select artist_id, amount from payouts where id = ${id}::uuid
    union all select p.artist_id, q.amount
      from money_questions q left join payments p on p.id = q.payment_id where q.id = ${id}::uuid
  `.execute(sql)
  return rows[0]
}

/** A payment as an operator reads it. Kopecks. */
type FoundPayment = {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly funds: string
  readonly reason: string | null
  readonly attention: string | null
  readonly amount: number
  readonly letGo: number
  readonly givenBack: number
  readonly lost: number
  readonly method: string | null
  readonly bankId: string | null
  readonly bankState: string | null
  readonly username: string
  readonly concertTitle: string
  readonly songTitle: string
  /** The status of the entry that it backs; null where it backs none. */
  readonly songStatus: string | null
  readonly createdAt: Date
  readonly securedAt: Date | null
  readonly closedAt: Date | null
  /** When the worker processes it next. */
  readonly dueAt: Date | null
  /** The open questions about it on /admin. */
  readonly questions: readonly string[]
}

/** The payments with this id, with this number at the bank, or of an artist (`usernameKey`) between two moments, oldest first. */
export async function findPayments(
  sql: Sql,
  by: { id: string } | { bankId: string } | { usernameKey: string; from: Date; till: Date },
): Promise<FoundPayment[]> {
  const which =
    'id' in by
      ? raw`p.id = ${by.id}::uuid`
      : 'bankId' in by
        ? raw`p.bank_payment_id = ${by.bankId}`
        : raw`a.username_key = ${by.usernameKey}
            and p.created_at >= ${by.from}::timestamptz and p.created_at < ${by.till}::timestamptz`
  const { rows } = await raw<FoundPayment>`
    select p.id, p.kind, p.state, p.funds, p.reason, p.attention, p.amount, p.let_go,
      p.given_back, p.lost, p.method, p.bank_payment_id as bank_id,
      p.bank_state, a.username, p.concert_title,
      p.song_title,
      (select e.status from orders o join queue_entries e on e.id = o.entry_id
        where o.payment_id = p.id and o.dropped_at is null) as song_status,
      p.created_at, p.secured_at, p.closed_at,
      p.due_at,
      array(select q.what from money_questions q where q.payment_id = p.id and q.closed_at is null
        order by q.opened_at) as questions
    from payments p join artists a on a.id = p.artist_id
    where ${which}
    order by p.created_at, p.id
  `.execute(sql)
  return rows
}

/** The requests to the bank about a payment, the first one first. */
export function bankOperationsOf(sql: Sql, paymentId: string) {
  return sql
    .selectFrom('bankOperations')
    .select(['kind', 'state', 'tries', 'answer', 'createdAt', 'closedAt'])
    .where('paymentId', '=', paymentId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
