import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import { kopecks } from '../domain/money.ts'
import { charged, held, holdEnded, kindOf, released } from '../domain/payments/ledger.ts'
import type { Earning, Posting } from '../domain/payments/ledger.ts'
import type { Sql } from '../server/platform/db/open.ts'
import { inTransaction } from '../server/platform/db/tx.ts'
import {
  answerBare,
  bumpBare,
  countBare,
  lockConcertBare,
  orderBare,
  insertEntryBare,
} from './bare-writes.ts'

type BareWish = {
  readonly artistId: string
  readonly concertId: string
  readonly songId: string
  /** Its place in the queue, from 1. */
  readonly place: number
}

const AMOUNT = kopecks(20_000)
const COMMISSION = kopecks(2000)
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * What a paid order writes to the database, with nothing around it: the same rows and versions of rows in the same
 * number of transactions, a plain statement for each table, without any reads or decisions.
 */
export function barePaidOrder(sql: Sql, { artistId, concertId, songId, place }: BareWish) {
  const id = randomUUIDv7()
  const entryId = randomUUIDv7()
  const deviceId = randomUUID()
  const earning: Earning = {
    id,
    kind: 'song',
    artistId,
    amount: AMOUNT,
    commission: COMMISSION,
  }
  let operationId = ''

  const hold = (tx: Sql) => lockConcertBare(tx, concertId)

  const changePayment = (tx: Sql, set: object) =>
    tx.updateTable('payments').set(set).where('id', '=', id).execute()

  const changeOperation = (tx: Sql, set: object) =>
    tx.updateTable('bankOperations').set(set).where('id', '=', operationId).execute()

  async function planOperation(tx: Sql, kind: 'open' | 'capture') {
    operationId = randomUUIDv7()
    await tx
      .insertInto('bankOperations')
      .values({
        id: operationId,
        paymentId: id,
        kind,
        state: 'planned',
        notBefore: new Date(),
        createdAt: new Date(),
      })
      .execute()
  }

  async function post(tx: Sql, posting: Posting) {
    const transactionId = randomUUIDv7()
    const { key, layer, resolves, cause, lines } = posting
    await tx
      .insertInto('ledgerTransactions')
      .values({
        id: transactionId,
        key,
        layer,
        resolves,
        cause,
        lines: lines.length,
        paymentId: id,
        payoutId: null,
        at: new Date(),
      })
      .execute()
    await tx
      .insertInto('ledgerLines')
      .values(
        lines.map(({ account, amount }) => ({
          transactionId,
          layer,
          account,
          kind: kindOf(account),
          amount,
        })),
      )
      .execute()
  }

  /** The order and its payment, then the claim of a call to the bank, then the bank's page. */
  async function page(): Promise<void> {
    await inTransaction(sql, async (tx) => {
      await hold(tx)
      await tx
        .insertInto('payments')
        .values({
          id,
          kind: 'song',
          artistId,
          amount: AMOUNT,
          commissionBps: 1000,
          state: 'created',
          funds: 'none',
          mode: 'hold',
          expiresAt: new Date(),
          concertId,
          songId,
          songTitle: 'Песня',
          deviceId,
          createdAt: new Date(),
          dueAt: new Date(),
        })
        .execute()
      await planOperation(tx, 'open')
      await answerBare(tx, randomUUID(), { orderId: id, paid: true })
    })
    await inTransaction(sql, async (tx) => {
      await changePayment(tx, { leasedUntil: new Date(), dueAt: new Date() })
      await changeOperation(tx, { state: 'sent', tries: 1 })
    })
    await inTransaction(sql, async (tx) => {
      await changeOperation(tx, { state: 'done', answer: 'page', closedAt: new Date() })
      await changePayment(tx, {
        state: 'awaiting',
        bankPaymentId: id,
        bankState: 'new',
        link: `http://localhost/pay/${id}`,
        leasedUntil: null,
        dueAt: new Date(),
      })
    })
  }

  /** The bank's notification, then the claim, then the order in the queue with its money in the ledger. */
  async function enqueue(): Promise<void> {
    await sql
      .insertInto('bankNotices')
      .values({
        dedupeKey: id,
        paymentId: id,
        verified: true,
        word: 'AUTHORIZED',
        body: `{"id":"${id}"}`,
        receivedAt: new Date(),
      })
      .execute()
    await changePayment(sql, { dueAt: new Date(), quietLooks: 0 })
    await inTransaction(sql, async (tx) => {
      await changePayment(tx, { leasedUntil: new Date(), dueAt: new Date() })
    })
    await inTransaction(sql, async (tx) => {
      await hold(tx)
      await insertEntryBare(tx, { id: entryId, concertId, songId, place })
      await bumpBare(tx, concertId)
      const payment = { id, amount: AMOUNT }
      await orderBare(tx, { id, concertId, entryId, deviceId, payment })
      await countBare(tx, songId)
      await post(tx, held(earning))
      await changePayment(tx, {
        state: 'secured',
        funds: 'hold',
        bankState: 'held',
        method: 'card',
        holdUntil: new Date(),
        securedAt: new Date(),
        leasedUntil: null,
        dueAt: new Date(),
      })
    })
  }

  const leave = (tx: Sql) =>
    tx
      .updateTable('queueEntries')
      .set({ status: 'PLAYED', position: null, closedAt: new Date() })
      .where('id', '=', entryId)
      .execute()

  /** The song begins: the entries after it move up. */
  const begin = async (tx: Sql) => {
    await tx
      .updateTable('queueEntries')
      .set({ status: 'NOW', position: null, nowAt: new Date() })
      .where('id', '=', entryId)
      .execute()
    await tx
      .updateTable('queueEntries')
      .set((row) => ({ position: row('position', '-', 1) }))
      .where('concertId', '=', concertId)
      .where(raw<boolean>`status = 'SCHEDULED'`)
      .execute()
  }

  /** «Next»: this song is over, and `following` begins. */
  function play(following: { begin(tx: Sql): Promise<void> } | undefined): Promise<void> {
    return inTransaction(sql, async (tx) => {
      await hold(tx)
      await leave(tx)
      await following?.begin(tx)
      await bumpBare(tx, concertId)
      await planOperation(tx, 'capture')
      await changePayment(tx, { state: 'releasing', releaseAt: new Date(), dueAt: new Date() })
    })
  }

  /** The claim, then the money taken and earned. */
  async function credit(): Promise<void> {
    await inTransaction(sql, async (tx) => {
      await changePayment(tx, { leasedUntil: new Date(), dueAt: new Date() })
      await changeOperation(tx, { state: 'sent', tries: 1 })
    })
    await inTransaction(sql, async (tx) => {
      await hold(tx)
      for (const posting of [holdEnded(earning), charged(earning), released(earning)])
        await post(tx, posting)
      await changeOperation(tx, { state: 'done', answer: 'charged', closedAt: new Date() })
      await changePayment(tx, {
        state: 'released',
        funds: 'charged',
        bankState: 'charged',
        closedAt: new Date(),
        leasedUntil: null,
        dueAt: null,
      })
      await tx
        .insertInto('payoutPlans')
        .values({ artistId, dueAt: new Date(Date.now() + DAY_MS) })
        .onConflict((on) => on.column('artistId').doUpdateSet({ dueAt: new Date() }))
        .execute()
    })
  }

  return { page, enqueue, begin, play, credit }
}
