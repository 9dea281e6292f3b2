import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import { sql as raw } from 'kysely'
import { kopecks } from '#domain/money.ts'
import type { Payout } from '#domain/payments/payout.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'
import { nextOrder } from './payout-orders.store.ts'

export type StoredPayout = Payout & {
  readonly artistId: string
  readonly checkPaymentId: string | null
  readonly phone: string
  readonly sbpBankId: string
  /** The recipient that the artist had confirmed; null where there was none. */
  readonly recipient: string | null
  /** What the bank's references of it are made of, with `attempt`. */
  readonly orderId: string
  /** The number of its reference at the bank, from 1: the next one only once the bank knows this one. */
  readonly attempt: number
  /** The bank was asked under this reference, so that it may know it from us. */
  readonly orderAsked: boolean
  /** Answers in this state that brought nothing; a process that crashed before its answer does not count. */
  readonly tries: number
  readonly words: string
  readonly attention: string | null
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly leasedUntil: Date | null
}

function toPayout(row: Selectable<Schema['payouts']>): StoredPayout {
  const { toldAt, checkPaymentId, ...same } = row
  return {
    ...same,
    checkPaymentId,
    amount: kopecks(row.amount),
    source: checkPaymentId === null ? `artist_payable:${row.artistId}` : `check:${checkPaymentId}`,
    payRequestedAt: toldAt,
    orderId: row.orderId ?? row.id,
  }
}

export async function addPayout(
  sql: Sql,
  fresh: {
    artistId: string
    checkPaymentId: string | null
    amount: number
    phone: string
    sbpBankId: string
    recipient: string | null
  },
  now: Date,
): Promise<StoredPayout> {
  const { checkPaymentId } = fresh
  const order =
    checkPaymentId === null
      ? await nextOrder(sql, fresh.artistId)
      : { orderId: checkPaymentId, attempt: 1, orderAsked: false }
  const row = await sql
    .insertInto('payouts')
    .values({
      id: randomUUIDv7(),
      ...order,
      ...fresh,
      state: 'reserved',
      createdAt: now,
      dueAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPayout(row)
}

/** Leases and returns a payout that is due and had no lease; undefined where it is not so. */
export async function claimPayout(
  sql: Sql,
  id: string,
  now: Date,
  leasedUntil: Date,
): Promise<StoredPayout | undefined> {
  const row = await sql
    .updateTable('payouts')
    .set({ leasedUntil })
    .where('id', '=', id)
    .where('dueAt', '<=', now)
    .where((is) => is.or([is('leasedUntil', 'is', null), is('leasedUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst()
  return row && toPayout(row)
}

/**
 * Records the order to pay before it is sent to the bank; false where the payout is not this preparation any more.
 * Without it a payout that was paid could be prepared again.
 */
export async function recordPayRequest(
  sql: Sql,
  { id, bankPayoutId }: { id: string; bankPayoutId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('payouts')
    .set((is) => ({ toldAt: is.fn.coalesce('toldAt', is.val(now)) }))
    .where('id', '=', id)
    .where('bankPayoutId', '=', bankPayoutId)
    .where('state', 'in', ['initiated', 'sent'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the payment whose number this payout checks; null where it checks none. */
export async function checkOf(sql: Sql, id: string): Promise<string | null> {
  const payout = await sql
    .selectFrom('payouts')
    .select('checkPaymentId')
    .where('id', '=', id)
    .executeTakeFirst()
  return payout?.checkPaymentId ?? null
}

export async function lockPayout(sql: Sql, id: string): Promise<StoredPayout | undefined> {
  const row = await sql
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toPayout(row)
}

export async function savePayout(
  sql: Sql,
  before: StoredPayout,
  after: StoredPayout,
  more: { dueAt: Date | null; leasedUntil: Date | null; fee?: number },
  now: Date,
): Promise<void> {
  const over = after.state === 'completed' || after.state === 'rejected'
  await sql
    .updateTable('payouts')
    .set({
      state: after.state,
      amount: after.amount,
      attempt: after.attempt,
      orderAsked: after.orderAsked,
      bankPayoutId: after.bankPayoutId,
      preparedAt: after.preparedAt,
      toldAt: after.payRequestedAt,
      words: after.words,
      attention: after.attention,
      ...(after.attention !== before.attention
        ? { attentionSince: after.attention === null ? null : now }
        : {}),
      ...(more.fee === undefined ? {} : { fee: more.fee }),
      ...(over && after.state !== before.state ? { closedAt: now } : {}),
      tries: after.state === before.state ? before.tries + 1 : 0,
      dueAt: more.dueAt,
      leasedUntil: more.leasedUntil,
    })
    .where('id', '=', before.id)
    .execute()
}

/** Kopecks of all payouts that the bank may still take from our account. */
export async function inFlight(sql: Sql): Promise<number> {
  const row = await sql
    .selectFrom('payouts')
    .select(raw<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('state', 'not in', ['completed', 'rejected'])
    // A payout that is over is never due, so the index of due payouts finds the few among all that ever were.
    .where('dueAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.sum
}

/** Makes the payouts that the bank was not ordered to pay, or refused to pay, due now, whatever their delay. */
export async function retryUnsentNow(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('payouts')
    .set({ dueAt: now, tries: 0 })
    .where('state', 'in', ['reserved', 'initiated'])
    .where('dueAt', '>', now)
    .execute()
}

/** Plans a payout of the available balance at `at`; an earlier plan stays. */
export async function planPayout(sql: Sql, artistId: string, at: Date): Promise<void> {
  await sql
    .insertInto('payoutPlans')
    .values({ artistId, dueAt: at })
    .onConflict((on) =>
      on.column('artistId').doUpdateSet((is) => ({
        dueAt: is.fn('least', ['payoutPlans.dueAt', 'excluded.dueAt']),
      })),
    )
    .execute()
}

/** Returns the artists whose plans are not carried out yet, at most `limit` of them. */
export async function plannedArtists(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.selectFrom('payoutPlans').select('artistId').limit(limit).execute()
  return rows.map(({ artistId }) => artistId)
}

/** Returns the artists whose plans are due, the longest waiting first. */
export async function plansDue(sql: Sql, now: Date, limit: number): Promise<string[]> {
  const rows = await sql
    .selectFrom('payoutPlans')
    .select('artistId')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
  return rows.map(({ artistId }) => artistId)
}

/** Ends a plan that is due, or postpones it to `next`; one for a later time stays. */
export async function endPlan(
  sql: Sql,
  artistId: string,
  { now, next }: { now: Date; next: Date | null },
): Promise<void> {
  if (next === null)
    await sql
      .deleteFrom('payoutPlans')
      .where('artistId', '=', artistId)
      .where('dueAt', '<=', now)
      .execute()
  else
    await sql
      .updateTable('payoutPlans')
      .set({ dueAt: next })
      .where('artistId', '=', artistId)
      .where('dueAt', '<=', now)
      .execute()
}

/** Whether money of this concert is still on its way somewhere. */
export async function hasUnsettledMoney(sql: Sql, concertId: string): Promise<boolean> {
  const row = await sql
    .selectFrom('payments')
    .select('id')
    .where('concertId', '=', concertId)
    .where('state', 'in', ['secured', 'releasing', 'returning'])
    .executeTakeFirst()
  return row !== undefined
}
