import { createHash } from 'node:crypto'
import { sql as raw } from 'kysely'
import { uuidOf } from '#domain/uuid.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The attention of a payout whose order the bank has and we never sent: an operator says whether it was paid. */
export const KNOWN_TO_BANK = 'payout_known'

/**
 * Follows from the payouts that the bank knows alone: a payout that is made again after a restore has the order of the
 * one that the restore forgot, and the bank refuses it. One that was rejected without an id there leaves its order to
 * the next. Call with the artist's payouts locked.
 */
export async function nextOrder(
  sql: Sql,
  artistId: string,
): Promise<{ orderId: string; attempt: number; orderAsked: boolean }> {
  const isKnown = raw<boolean>`(state <> 'rejected' or bank_payout_id is not null)`
  const own = sql
    .selectFrom('payouts')
    .where('artistId', '=', artistId)
    .where('checkPaymentId', 'is', null)
  const last = await own
    .select(['id', 'orderId', 'attempt', 'orderAsked', isKnown.as('isKnown')])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.isKnown === false) {
    const { id, orderId: order, attempt, orderAsked } = last
    return { orderId: order ?? id, attempt, orderAsked }
  }
  const { known } = await own
    .select((of) => of.fn.countAll<number>().as('known'))
    .where(isKnown)
    .executeTakeFirstOrThrow()
  const digest = createHash('sha256').update(`payout ${artistId} ${known}`).digest('hex')
  return { orderId: uuidOf(digest.slice(0, 32)), attempt: 1, orderAsked: false }
}

/** Records, before the bank is asked, that it may know this reference from us. */
export async function noteOrderAsked(sql: Sql, id: string): Promise<void> {
  await sql.updateTable('payouts').set({ orderAsked: true }).where('id', '=', id).execute()
}

/**
 * Whether the payout, in a database restored at `restoredAt`, may have been made before that: nothing of the artist was
 * registered at the bank since, and the bank knows an order only once it knows all those before.
 */
export async function mayBeForgotten(
  sql: Sql,
  { artistId, checkPaymentId }: { artistId: string; checkPaymentId: string | null },
  restoredAt: Date,
): Promise<boolean> {
  const { rows } = await raw<{ forgotten: boolean }>`
    select case when ${checkPaymentId}::uuid is null then not exists (
        select from payouts where artist_id = ${artistId}::uuid and check_payment_id is null
          and bank_payout_id is not null and prepared_at >= ${restoredAt}::timestamptz)
      else exists (select from payments
        where id = ${checkPaymentId}::uuid and created_at < ${restoredAt}::timestamptz)
      end as forgotten`.execute(sql)
  return rows[0]?.forgotten ?? false
}

/**
 * Requests a status check of the payout of an order that the bank notified us of, and returns its id; one that is over
 * stays so. Null where we have no such payout. In a transaction.
 */
export async function requestPayoutStatusCheck(
  sql: Sql,
  orderId: string | null,
  at: Date,
): Promise<string | null> {
  if (orderId === null) return null
  // One that was rejected without an id at the bank left its order to the next.
  const payout = await sql
    .selectFrom('payouts')
    .select('id')
    .where(raw<boolean>`(order_id = ${orderId}::uuid or id = ${orderId}::uuid)`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (payout === undefined) return null
  await sql
    .updateTable('payouts')
    .set({ dueAt: at, tries: 0 })
    .where('id', '=', payout.id)
    .where('dueAt', 'is not', null)
    .execute()
  return payout.id
}

/** Lets the worker try a payout again at once, one that the bank knows under its next reference; false where none of this id is under way. */
export async function retryPayout(sql: Sql, id: string, now: Date): Promise<boolean> {
  const payout = await sql
    .updateTable('payouts')
    .set({
      dueAt: now,
      tries: 0,
      attempt: raw`case when attention = ${KNOWN_TO_BANK} then attempt + 1 else attempt end`,
      orderAsked: raw`order_asked and attention is distinct from ${KNOWN_TO_BANK}`,
      attention: raw`nullif(attention, ${KNOWN_TO_BANK})`,
    })
    .where('id', '=', id)
    .where('state', 'not in', ['completed', 'rejected'])
    .returning('id')
    .executeTakeFirst()
  return payout !== undefined
}

/** As `healTimes` of payments. */
export async function healPayoutTimes(sql: Sql, now: Date): Promise<void> {
  const soon = raw`${now}::timestamptz + interval '5 minutes'`
  await raw`
    update payouts set due_at = ${now}::timestamptz, leased_until = null,
      prepared_at = least(prepared_at, ${now}::timestamptz),
      told_at = least(told_at, ${now}::timestamptz),
      created_at = least(created_at, ${now}::timestamptz)
    where due_at > ${now}::timestamptz
      and (greatest(created_at, prepared_at, told_at) > ${soon} or leased_until > ${soon})`.execute(
    sql,
  )
}
