import { randomUUIDv7 } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { sql as raw } from 'kysely'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import type { Payment, PaymentKind, PaymentMode, RestoreCheck } from '#domain/payments/payment.ts'
import type { UnpaidOrders } from '#domain/queue/order.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'
import { writeOperation, writing } from './operations.store.ts'
import type { OperationWrite } from './operations.store.ts'

/** A domain payment with the other fields of its row. */
export type StoredPayment = Payment & {
  /** The number of the attempt to open the bank's page, from 1. */
  readonly attempt: number
  readonly concertId: string | null
  readonly concertTitle: string
  readonly songId: string | null
  readonly songTitle: string
  readonly songArtist: string
  readonly deviceId: string | null
  /** For a share: the kopecks that its song needs, 0 where the song waits already. */
  readonly shareGoal: number | null
  /** The battle in which it is a vote. */
  readonly battleId: string | null
  readonly message: string
  /** The artist's message with a return; empty where there is none. */
  readonly returnWord: string
  /** An e-mail, or a phone with its «+»; empty where the payer left none. */
  readonly receiptTo: string
  readonly phone: string | null
  readonly sbpBankId: string | null
  readonly createdAt: Date
  readonly securedAt: Date | null
  readonly dueAt: Date | null
  readonly leasedUntil: Date | null
  readonly quietLooks: number
  readonly lookedAt: Date | null
  /** `isUnpaidLink`, and the bank has not sent word since the last look. */
  readonly unpaidLink: boolean
  readonly restoreCheck: RestoreCheck | null
}

function toPayment(row: Selectable<Schema['payments']>): StoredPayment {
  return {
    ...row,
    amount: kopecks(row.amount),
    letGo: kopecks(row.letGo),
    givenBack: kopecks(row.givenBack),
    lost: kopecks(row.lost),
  }
}

export type FreshPayment = {
  readonly id: string
  readonly kind: PaymentKind
  readonly artistId: string
  readonly amount: Kopecks
  readonly commissionBps: number
  readonly mode: PaymentMode
  readonly expiresAt: Date
  readonly concertId?: string
  readonly concertTitle?: string
  readonly songId?: string
  readonly songTitle?: string
  readonly songArtist?: string
  readonly deviceId?: string
  /** A keyed hash of the payer's network. */
  readonly payerNetwork?: string | null
  readonly shareGoal?: number | null
  readonly battleId?: string | null
  readonly message?: string
  readonly receipt: StoredPayment['receipt']
  readonly receiptTo: string
  readonly phone?: string
  readonly sbpBankId?: string
}

/** Stores a new payment, due at once, with its first request to the bank: for its page. */
export async function addPayment(sql: Sql, fresh: FreshPayment, now: Date): Promise<void> {
  await sql
    .with('paid', (of) =>
      of
        .insertInto('payments')
        .values({
          id: fresh.id,
          kind: fresh.kind,
          artistId: fresh.artistId,
          amount: fresh.amount,
          commissionBps: fresh.commissionBps,
          state: 'created',
          funds: 'none',
          mode: fresh.mode,
          expiresAt: fresh.expiresAt,
          concertId: fresh.concertId ?? null,
          concertTitle: fresh.concertTitle ?? '',
          songId: fresh.songId ?? null,
          songTitle: fresh.songTitle ?? '',
          songArtist: fresh.songArtist ?? '',
          deviceId: fresh.deviceId ?? null,
          shareGoal: fresh.shareGoal ?? null,
          battleId: fresh.battleId ?? null,
          message: fresh.message ?? '',
          receipt: fresh.receipt,
          receiptTo: fresh.receiptTo,
          phone: fresh.phone ?? null,
          sbpBankId: fresh.sbpBankId ?? null,
          payerNetwork: fresh.payerNetwork ?? null,
          unpaidLink: true,
          createdAt: now,
          dueAt: now,
        })
        .returning('id'),
    )
    .insertInto('bankOperations')
    .values({
      id: randomUUIDv7(),
      paymentId: fresh.id,
      kind: 'open',
      state: 'planned',
      notBefore: now,
      createdAt: now,
    })
    .execute()
}

export async function paymentById(sql: Sql, id: string): Promise<StoredPayment | undefined> {
  const row = await sql.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toPayment(row)
}

/** Returns the payment, locked until the commit. */
export async function lockPayment(sql: Sql, id: string): Promise<StoredPayment | undefined> {
  const row = await sql
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toPayment(row)
}

/** Locks several payments in the order of their ids: without deadlocks. */
export async function lockPayments(sql: Sql, ids: readonly string[]): Promise<StoredPayment[]> {
  const [only] = ids
  if (only !== undefined && ids.length === 1) {
    const locked = await lockPayment(sql, only)
    return locked === undefined ? [] : [locked]
  }
  const rows = await sql
    .selectFrom('payments')
    .selectAll()
    .where(raw<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(toPayment)
}

/** Locks and returns those unpaid payments of a concert that `which` selects. */
export async function lockUnpaidOf(
  sql: Sql,
  concertId: string,
  which: UnpaidOrders,
): Promise<StoredPayment[]> {
  const rows = await sql
    .selectFrom('payments')
    .selectAll()
    .where('concertId', '=', concertId)
    .where('state', 'in', ['created', 'awaiting'])
    .where(
      'songIds' in which
        ? raw<boolean>`song_id = any(${which.songIds}::uuid[])`
        : 'sharesOf' in which
          ? raw<boolean>`share_goal = 0 and song_id = any(${which.sharesOf}::uuid[])
              and not exists (select from battles b where b.id = battle_id and b.ended_at is null)`
          : 'deviceId' in which
            ? raw<boolean>`device_id = ${which.deviceId}::uuid`
            : 'battleId' in which
              ? raw<boolean>`battle_id = ${which.battleId}::uuid
                and song_id is distinct from ${which.exceptSong}::uuid`
              : raw<boolean>`(share_goal is null or song_id <> all(${which.exceptSharesOf}::uuid[]))`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(toPayment)
}

/** Locks and returns a payment that is due and has no lease; undefined where it is not so or another transaction locks it. */
export async function lockIfDue(
  sql: Sql,
  id: string,
  now: Date,
): Promise<StoredPayment | undefined> {
  const row = await sql
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('dueAt', '<=', now)
    .where((is) => is.or([is('leasedUntil', 'is', null), is('leasedUntil', '<', now)]))
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && toPayment(row)
}

/** Stores what an event changed, and the new state of its request, in one statement. `before`: the current row, locked. */
export async function savePayment(
  sql: Sql,
  step: { before: StoredPayment; after: StoredPayment; operation: OperationWrite | null },
  now: Date,
): Promise<void> {
  const { before, after, operation } = step
  const set = changesOf(before, after, now)
  if (Object.keys(set).length === 0) {
    if (operation !== null) await writeOperation(sql, operation)
    return
  }
  const asked = operation === null ? sql : sql.with('asked', () => writing(sql, operation))
  await asked.updateTable('payments').set(set).where('id', '=', before.id).execute()
}

/** Returns the columns that differ: writing a whole payment again costs the embedded database as much as deciding about it. */
function changesOf(
  before: StoredPayment,
  after: StoredPayment,
  now: Date,
): Updateable<Schema['payments']> {
  const closes = after.state === 'released' || after.state === 'returned'
  const isOpen = after.state === 'created' || after.state === 'awaiting'
  return {
    ...(after.state === before.state ? {} : { state: after.state }),
    ...(after.state === before.state || isOpen ? {} : { payerNetwork: null }),
    ...(after.amount === before.amount ? {} : { amount: after.amount }),
    ...(after.letGo === before.letGo ? {} : { letGo: after.letGo }),
    ...(after.givenBack === before.givenBack ? {} : { givenBack: after.givenBack }),
    ...(after.lost === before.lost ? {} : { lost: after.lost }),
    ...(after.funds === before.funds ? {} : { funds: after.funds }),
    ...(after.reason === before.reason ? {} : { reason: after.reason }),
    ...(after.attention === before.attention
      ? {}
      : {
          attention: after.attention,
          attentionSince: after.attention === null ? null : now,
        }),
    ...(after.receipt === before.receipt ? {} : { receipt: after.receipt }),
    ...(after.method === before.method ? {} : { method: after.method }),
    ...(after.attempt === before.attempt ? {} : { attempt: after.attempt }),
    ...(after.bankPaymentId === before.bankPaymentId ? {} : { bankPaymentId: after.bankPaymentId }),
    ...(after.bankState === before.bankState ? {} : { bankState: after.bankState }),
    ...(after.link === before.link ? {} : { link: after.link }),
    ...(sameTime(after.holdUntil, before.holdUntil) ? {} : { holdUntil: after.holdUntil }),
    ...(after.guarded === before.guarded ? {} : { guarded: after.guarded }),
    ...(sameTime(after.releaseAt, before.releaseAt) ? {} : { releaseAt: after.releaseAt }),
    ...(before.funds === 'none' && after.funds !== 'none' ? { securedAt: now } : {}),
    ...(closes && after.state !== before.state ? { closedAt: now } : {}),
    ...(sameTime(after.dueAt, before.dueAt) ? {} : { dueAt: after.dueAt }),
    ...(sameTime(after.leasedUntil, before.leasedUntil) ? {} : { leasedUntil: after.leasedUntil }),
    ...(after.quietLooks === before.quietLooks ? {} : { quietLooks: after.quietLooks }),
    ...(sameTime(after.lookedAt, before.lookedAt) ? {} : { lookedAt: after.lookedAt }),
    ...(after.unpaidLink === before.unpaidLink ? {} : { unpaidLink: after.unpaidLink }),
    ...(after.restoreCheck === before.restoreCheck ? {} : { restoreCheck: after.restoreCheck }),
  }
}

function sameTime(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime()
}

export async function saveReturnWord(sql: Sql, id: string, word: string): Promise<void> {
  if (word === '') return
  await sql.updateTable('payments').set({ returnWord: word }).where('id', '=', id).execute()
}

/** Erases texts of tips begun, texts of returns ended or refused, and receipt addresses of payments ended before this moment. */
export async function eraseWords(sql: Sql, before: Date): Promise<void> {
  await raw`update payments set message = ''
    where message <> '' and created_at < ${before}::timestamptz`.execute(sql)
  await raw`update payments set return_word = ''
    where return_word <> '' and (state = 'returned' and closed_at < ${before}::timestamptz
      or attention_since < ${before}::timestamptz)`.execute(sql)
  await raw`update payments set receipt_to = ''
    where receipt_to <> '' and (closed_at < ${before}::timestamptz
      or state in ('failed', 'expired', 'canceled') and created_at < ${before}::timestamptz)`.execute(
    sql,
  )
}

/** Erases whose device paid, of payments that ended before this. */
export async function erasePayers(sql: Sql, before: Date): Promise<void> {
  await raw`update payments set device_id = null
    where device_id is not null and created_at < ${before}::timestamptz
      and (closed_at < ${before}::timestamptz or state in ('failed', 'expired', 'canceled'))`.execute(
    sql,
  )
}

/** Deletes at most `limit` payments begun before then that never had money, with the questions about them; returns their number. */
export async function deleteUnpaid(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rows } = await raw`
    with old as (
      select p.id from payments p
      where p.state in ('failed', 'expired', 'canceled') and p.secured_at is null
        and p.created_at < ${before}::timestamptz
        and p.funds = 'none' and p.attention is null and p.due_at is null
        and p.leased_until is null
        and not exists (select from ledger_transactions t where t.payment_id = p.id)
        and not exists (select from registry_lines r where r.payment_id = p.id)
        and not exists (select from money_questions q where q.payment_id = p.id)
      order by p.created_at limit ${limit}::integer for update of p skip locked
    ), operations as (
      delete from bank_operations o using old where o.payment_id = old.id
    )
    delete from payments p using old where p.id = old.id returning p.id
  `.execute(sql)
  return rows.length
}

export async function freeLease(sql: Sql, id: string): Promise<void> {
  await sql.updateTable('payments').set({ leasedUntil: null }).where('id', '=', id).execute()
}

/** The artist that the money is for; public. */
export function artistNamed(
  sql: Sql,
  artistId: string,
): Promise<{ username: string; name: string }> {
  return sql
    .selectFrom('artists')
    .select(['username', 'name'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}
