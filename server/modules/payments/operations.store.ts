import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { NextOperation } from '#domain/payments/payment-watch.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'

/** A request to the bank that is not settled yet. `sent`: its answer is not known. */
export type OpenOperation = {
  readonly id: string
  readonly kind: NextOperation['kind']
  readonly state: 'planned' | 'sent'
  readonly tries: number
  /** How many of them the bank answered without doing anything. */
  readonly refusals: number
  readonly notBefore: Date
}

export async function openOperation(sql: Sql, paymentId: string): Promise<OpenOperation | null> {
  const row = await sql
    .selectFrom('bankOperations')
    .select(['id', 'kind', 'state', 'tries', 'refusals', 'notBefore'])
    .where('paymentId', '=', paymentId)
    .where(raw<boolean>`state in ('planned', 'sent')`)
    .$narrowType<{ state: 'planned' | 'sent' }>()
    .executeTakeFirst()
  return row ?? null
}

/** The write of a request, and the open request after it. */
export type WrittenOperation = {
  readonly operation: OpenOperation | null
  readonly write: OperationWrite | null
}

/** The part of a request to write, together with its payment. */
export type OperationWrite =
  | { readonly plan: Insertable<Schema['bankOperations']> }
  | { readonly id: string; readonly set: Updateable<Schema['bankOperations']> }

/** `sendsNow`: the request is sent right now, unless it has to wait. */
export function planned(
  paymentId: string,
  { kind, notBefore }: NextOperation,
  { now, sendsNow }: { now: Date; sendsNow: boolean },
): { operation: OpenOperation; write: OperationWrite } {
  const due = notBefore ?? now
  const atOnce = sendsNow && due <= now
  const operation: OpenOperation = {
    id: randomUUIDv7(),
    kind,
    state: atOnce ? 'sent' : 'planned',
    tries: atOnce ? 1 : 0,
    refusals: 0,
    notBefore: due,
  }
  const { id, state, tries } = operation
  const row = { id, paymentId, kind, state, tries, notBefore: due, createdAt: now }
  return { operation, write: { plan: row } }
}

/** The request is being sent: a worker that finds it so after a crash looks before sending it again. */
export function sent(operation: OpenOperation): WrittenOperation {
  const set = { state: 'sent', tries: operation.tries + 1 } as const
  return { operation: { ...operation, ...set }, write: { id: operation.id, set } }
}

/** When to send the request again, not before `notBefore`; `known`: the answer was a definite one; `refused`: to the request itself. */
export type Later = {
  readonly notBefore: Date
  readonly known: boolean
  readonly refused: boolean
  readonly answer: string
}

/** Postpones the request to a later try. */
export function postponed(
  operation: OpenOperation,
  { notBefore, known, refused, answer }: Later,
): WrittenOperation {
  const state = known ? 'planned' : 'sent'
  const set = { notBefore, state, refusals: operation.refusals + (refused ? 1 : 0) } as const
  return {
    operation: { ...operation, ...set },
    write: { id: operation.id, set: { ...set, answer } },
  }
}

export type Ending = { state: 'done' | 'declined' | 'withdrawn'; answer: string }

export function closed(
  operation: OpenOperation,
  end: Ending,
  now: Date,
): { operation: null; write: OperationWrite } {
  return { operation: null, write: { id: operation.id, set: { ...end, closedAt: now } } }
}

export async function writeOperation(sql: Sql, write: OperationWrite): Promise<void> {
  await writing(sql, write).execute()
}

/** Builds the statement, to run alone or as a part of a larger one. */
export function writing(sql: Sql, write: OperationWrite) {
  return 'plan' in write
    ? sql.insertInto('bankOperations').values(write.plan).returning('id')
    : sql.updateTable('bankOperations').set(write.set).where('id', '=', write.id).returning('id')
}

/** Makes the request for the bank's page of this payment due at once, however often it failed before. */
export async function retryPageNow(sql: Sql, paymentId: string, now: Date): Promise<void> {
  const operation = await sql
    .updateTable('bankOperations')
    .set({ notBefore: now })
    .where('paymentId', '=', paymentId)
    .where('kind', '=', 'open')
    .where(raw<boolean>`state in ('planned', 'sent')`)
    .where('notBefore', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (operation === undefined) return
  await sql
    .updateTable('payments')
    .set({ dueAt: now })
    .where('id', '=', paymentId)
    .where('state', '=', 'created')
    .execute()
}

/** Makes the payment due at once, unless nothing is expected to change any more. */
export async function makeDue(sql: Sql, id: string, now: Date): Promise<void> {
  await sql
    .updateTable('payments')
    .set({ dueAt: now, quietLooks: 0 })
    .where('id', '=', id)
    .where('dueAt', '>', now)
    .execute()
}

/** Makes due now what was planned by a clock that ran ahead and was set back since: its times would be waited for. */
export async function healTimes(sql: Sql, now: Date): Promise<void> {
  const soon = raw`${now}::timestamptz + interval '5 minutes'`
  await raw`
    update payments set due_at = ${now}::timestamptz, looked_at = ${now}::timestamptz,
      leased_until = null, quiet_looks = 0, release_at = least(release_at, ${soon})
    where due_at > ${now}::timestamptz
      and (coalesce(looked_at, created_at) > ${soon} or leased_until > ${soon})`.execute(sql)
  await raw`
    update bank_operations set not_before = ${now}::timestamptz, created_at = ${now}::timestamptz
    where state in ('planned', 'sent') and not_before > ${now}::timestamptz
      and created_at > ${soon}`.execute(sql)
}

/** Requests a status check of these payments, even where nothing was expected of them any more. */
export async function requestStatusChecks(
  sql: Sql,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await sql
    .updateTable('payments')
    .set({
      dueAt: raw`least(due_at, ${at}::timestamptz)`,
      quietLooks: 0,
      unpaidLink: false,
    })
    .where(raw<boolean>`id = any(${ids}::uuid[])`)
    .where((is) =>
      is.or([is('dueAt', '>', at), is('dueAt', 'is', null), is('unpaidLink', '=', true)]),
    )
    .execute()
}

/** The same for one payment that the bank notified us of; false where we have no such payment. In a transaction. */
export async function requestStatusCheck(sql: Sql, id: string | null, at: Date): Promise<boolean> {
  // One statement, because it runs in the transaction of each webhook.
  const { rows } = await raw<{ known: boolean }>`
    with due as (
      update payments set due_at = least(due_at, ${at}::timestamptz), quiet_looks = 0,
        unpaid_link = false
      where id = ${id}::uuid and (due_at > ${at}::timestamptz or due_at is null or unpaid_link))
    select exists (select from payments where id = ${id}::uuid) as known
  `.execute(sql)
  return rows[0]?.known ?? false
}

/** A person has to decide about the closing receipt, not about the money. */
const ASKS_OF_RECEIPT = raw<boolean>`(receipt = 'refused' and state = 'released'
  and coalesce(attention, 'receipt_refused') = 'receipt_refused')`

/**
 * Lets the worker retry at once; false where there is no such payment, or where its attention is none of `retried`. In
 * a transaction.
 */
export async function retryPayment(
  sql: Sql,
  id: string,
  { retried, now }: { retried: readonly string[]; now: Date },
): Promise<boolean> {
  const payment = await sql
    .updateTable('payments')
    .set({
      attention: null,
      attentionSince: null,
      dueAt: now,
      quietLooks: 0,
      unpaidLink: false,
      receipt: raw`case when ${ASKS_OF_RECEIPT} then 'closing' else receipt end`,
    })
    .where('id', '=', id)
    // A refund that its payer's bank sent back is not asked for again.
    .where(raw<boolean>`not (state = 'returning' and bank_state is not distinct from 'refunded')`)
    .where(raw<boolean>`case when attention is null then state in ('returning', 'releasing') or ${ASKS_OF_RECEIPT}
        or (state = 'awaiting' and bank_state in ('held', 'part_held'))
      else attention = any(${retried}::text[]) end`)
    .returning('id')
    .executeTakeFirst()
  if (payment === undefined) return false
  await sql
    .updateTable('bankOperations')
    .set({ notBefore: now })
    .where('paymentId', '=', id)
    .where(raw<boolean>`state in ('planned', 'sent')`)
    .execute()
  return true
}

/** Clears the attention of a payment settled by hand, its receipt perhaps at the bank's till; false where it has none. */
export async function clearAttention(sql: Sql, id: string): Promise<boolean> {
  const payment = await sql
    .updateTable('payments')
    .set({
      attention: null,
      attentionSince: null,
      receipt: raw`case when ${ASKS_OF_RECEIPT} then 'closed' else receipt end`,
    })
    .where('id', '=', id)
    .where(raw<boolean>`(attention is not null or ${ASKS_OF_RECEIPT})`)
    .returning('id')
    .executeTakeFirst()
  return payment !== undefined
}

/** Returns whether the return of this payment's money began before `moment`. */
export async function returnBegan(sql: Sql, paymentId: string, moment: Date): Promise<boolean> {
  const row = await sql
    .selectFrom('bankOperations')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('kind', '=', 'give_back')
    .where('createdAt', '<', moment)
    .executeTakeFirst()
  return row !== undefined
}

/** Full refunds to listeners since then, as the bank confirmed them, and their duration from the plan of the refund. Kopecks. */
type RefundNumbers = {
  readonly count: number
  /** The number of refunds whose plan is known. */
  readonly timed: number
  readonly amount: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export async function refundNumbers(sql: Sql, since: Date): Promise<RefundNumbers> {
  const { rows } = await raw<RefundNumbers>`
    select count(*)::integer as count, count(r.ms)::integer as timed,
      coalesce(sum(r.amount), 0)::bigint as amount,
      coalesce(percentile_disc(0.5) within group (order by r.ms), 0)::float8 as p50_ms,
      coalesce(percentile_disc(0.99) within group (order by r.ms), 0)::float8 as p99_ms
    from (
      select p.amount, extract(epoch from p.closed_at - (
        -- Planned in the transaction of its cause, and again after a failure.
        select min(o.created_at) from bank_operations o
        where o.payment_id = p.id and o.kind = 'give_back')) * 1000 as ms
      from payments p
      where p.state = 'returned' and p.kind in ('song', 'tip') and p.closed_at >= ${since}::timestamptz
    ) r
  `.execute(sql)
  return rows[0] ?? { count: 0, timed: 0, amount: 0, p50Ms: 0, p99Ms: 0 }
}
